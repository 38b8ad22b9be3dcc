"""How long one question takes as a whole process, against the shortest script with sentence-transformers and FAISS.

Both answer the same question from the same vectors. Run: python tests/benchmarks/cold_question.py INDEX [--runs 5]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from semsearch import Index
from semsearch.encoding.model_files import embedded_folder
from timing import median_seconds

QUESTION = "make attention cheaper for very long prompts"

SHORTEST = """
import sys
import faiss
from sentence_transformers import SentenceTransformer

index = faiss.read_index(sys.argv[1])
print(index.search(SentenceTransformer(sys.argv[2]).encode([sys.argv[3]]), 10))
"""


def main() -> None:
    """Print the medians and the ratios."""
    parser = argparse.ArgumentParser()
    parser.add_argument("index", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    (vectors,) = arguments.index.glob("vectors-*.faiss")
    search = [str(Path(sys.executable).with_name("semsearch")), "search", QUESTION, "--index", str(arguments.index)]
    seconds = median_seconds(
        {
            "shortest script": [sys.executable, "-c", SHORTEST, str(vectors), str(embedded_folder()), QUESTION],
            "semsearch search": search,
            "semsearch search --no-snippets": [*search, "--no-snippets"],
        },
        runs=arguments.runs,
    )
    with Index.open(arguments.index) as index:
        print(f"{index.info().papers:,} papers")
    for name, each in seconds.items():
        print(f"{name:32} {each * 1000:7.0f} ms   1/{seconds['shortest script'] / each:.1f}")


if __name__ == "__main__":
    main()
