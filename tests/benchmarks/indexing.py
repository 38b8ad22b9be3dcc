"""How long `semsearch index` takes as a whole process, against a plain `SentenceTransformer.encode`.

Both read the same abstracts, load the same model, and encode the same texts; ours also checks,
counts, stores and commits. Run: python tests/benchmarks/indexing.py FILE [FILE…] [--papers 500]
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import tempfile
from pathlib import Path

from semsearch.encoding.model_files import embedded_folder
from semsearch.readers.sources import read_papers
from semsearch.text import encoded_text
from timing import median_seconds

RUNS = 3
LIMIT = 1 / 3

PLAIN = """
import json, sys
from sentence_transformers import SentenceTransformer

texts = json.load(open(sys.argv[1]))
SentenceTransformer(sys.argv[2]).encode(texts, batch_size=32)
"""


def main() -> None:
    """Print both times and their ratio."""
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--papers", type=int, default=500)
    arguments = parser.parse_args()
    papers = list(itertools.islice(read_papers(arguments.files), arguments.papers))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "texts.json").write_text(json.dumps([encoded_text(paper) for paper in papers]))
        lines = [json.dumps({"title": paper.title, "abstract": paper.abstract}) for paper in papers]
        (folder / "papers.jsonl").write_text("\n".join(lines))
        ours = [
            sys.executable,
            "-m",
            "semsearch",
            "index",
            str(folder / "papers.jsonl"),
            "--rebuild",
            "--index",
            f"{folder}/i",
        ]
        plain = [sys.executable, "-c", PLAIN, str(folder / "texts.json"), str(embedded_folder())]
        seconds = median_seconds({"plain encode": plain, "semsearch index": ours}, runs=RUNS)
    baseline = seconds["plain encode"]
    print(f"{len(papers)} papers")
    for name, each in seconds.items():
        rate = len(papers) / each
        print(f"{name:20} {each:6.1f} s   {rate:5.1f} abstracts/s   {each / baseline:4.2f} x   (limit {LIMIT:.2f} x)")


if __name__ == "__main__":
    main()
