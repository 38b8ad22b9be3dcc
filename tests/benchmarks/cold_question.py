"""How long one question takes as a whole process, against the shortest scripts with sentence-transformers and FAISS.

All answer the same question from the same vectors: one script prints rows, as `--no-snippets` finds papers; the other
finds their best sentences as well. Run: python tests/benchmarks/cold_question.py INDEX [--runs 5]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from semsearch import Index
from semsearch.encoding.model_files import embedded_folder
from timing import median_seconds

if TYPE_CHECKING:
    from collections.abc import Sequence

QUESTION = "make attention cheaper for very long prompts"

SHORTEST = """
import sys
import faiss
from sentence_transformers import SentenceTransformer

index = faiss.read_index(sys.argv[1])
print(index.search(SentenceTransformer(sys.argv[2]).encode([sys.argv[3]]), 10))
"""

WITH_SENTENCES = """
import json, re, sqlite3, sys
import faiss
from sentence_transformers import SentenceTransformer

index, model = faiss.read_index(sys.argv[1]), SentenceTransformer(sys.argv[2])
question = model.encode([sys.argv[3]])
_, (rows,) = index.search(question, 10)
papers = sqlite3.connect(sys.argv[4])
sql = "SELECT record FROM papers JOIN records USING (paper_key) WHERE row = ?"
records = [json.loads(papers.execute(sql, (int(row),)).fetchone()[0]) for row in rows]
split = [re.split(r"(?<=[.!?]) (?=[A-Z])", record.get("abstract", "")) for record in records]
vectors = iter(model.encode([sentence for of_one in split for sentence in of_one]) @ question[0])
for record, sentences in zip(records, split):
    print(record.get("title"), max(sentences, key=lambda _: next(vectors)))
"""


def main() -> None:
    """Print the medians and the ratios."""
    parser = argparse.ArgumentParser()
    parser.add_argument("index", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    (vectors,) = arguments.index.glob("vectors-*.faiss")
    given = [str(vectors), str(embedded_folder()), QUESTION, str(arguments.index / "papers.sqlite")]
    search = [str(Path(sys.executable).with_name("semsearch")), "search", QUESTION, "--index", str(arguments.index)]
    pairs = {
        "rows": ("semsearch search --no-snippets", SHORTEST, [*search, "--no-snippets"]),
        "rows and best sentences": ("semsearch search", WITH_SENTENCES, search),
    }
    commands: dict[str, Sequence[str]] = {}
    for found, (name, script, command) in pairs.items():
        commands[f"script that finds {found}"] = [sys.executable, "-c", script, *given]
        commands[name] = command
    seconds = median_seconds(commands, runs=arguments.runs)
    with Index.open(arguments.index) as index:
        print(f"{index.info().papers:,} papers")
    for found, (name, _, _) in pairs.items():
        script = f"script that finds {found}"
        print(f"{script:42} {seconds[script] * 1000:7.0f} ms")
        print(f"{name:42} {seconds[name] * 1000:7.0f} ms   1/{seconds[script] / seconds[name]:.1f}")
    ratio = seconds["script that finds rows"] / seconds["semsearch search"]
    print(f"semsearch search, against the script that finds rows alone: 1/{ratio:.1f}")


if __name__ == "__main__":
    main()
