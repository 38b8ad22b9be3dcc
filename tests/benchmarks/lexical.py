"""How fast words are indexed and found, against bm25s with the same stop words and stems.

Run: python tests/benchmarks/lexical.py QUESTIONS FILE [FILE…] [--depth 100]; needs bm25s and PyStemmer.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from semsearch.lexical.index import LexicalIndex
from semsearch.lexical.question import read_question
from semsearch.lexical.stop_words import STOP_WORDS
from semsearch.lexical.writing import LexicalDocument, update_lexical
from semsearch.readers.sources import read_papers
from semsearch.text import encoded_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LIMIT = 1 / 5
RUNS = 3


def main() -> None:
    """Print abstracts a second, milliseconds a question, and the ratio of both at the median."""
    parser = argparse.ArgumentParser()
    parser.add_argument("questions", type=Path)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--depth", type=int, default=100)
    arguments = parser.parse_args()
    questions = [json.loads(line)["text"] for line in arguments.questions.read_text().splitlines()]
    texts = [" ".join([encoded_text(paper), *paper.authors]) for paper in read_papers(arguments.files)]
    print(f"{len(texts):,} abstracts, {len(questions)} questions, depth {arguments.depth}")
    with tempfile.TemporaryDirectory() as name:
        ask = {"semsearch": _ours(texts, Path(name) / "lexical", arguments.depth)}
        ask["bm25s"] = _bm25s(texts, arguments.depth)
        medians = {each: _median(each, search, questions) for each, search in ask.items()}
    print(f"ratio {medians['semsearch'] / medians['bm25s']:.3f}   (limit {LIMIT:.2f})")


def _ours(texts: Sequence[str], folder: Path, depth: int) -> Callable[[str], object]:
    start = time.perf_counter()
    update_lexical(folder, add=(LexicalDocument(row, text) for row, text in enumerate(texts)))
    print(f"semsearch  {len(texts) / (time.perf_counter() - start):8,.0f} abstracts/s")
    index = LexicalIndex.open(folder)
    return lambda text: index.search(read_question(text), depth)


def _bm25s(texts: Sequence[str], depth: int) -> Callable[[str], object]:
    try:
        import bm25s  # type: ignore[import-not-found]
        import Stemmer  # type: ignore[import-not-found]
    except ImportError:
        sys.exit("To compare, install what we compare with: pip install bm25s PyStemmer")
    stem = Stemmer.Stemmer("english")
    options: dict[str, Any] = {"stopwords": sorted(STOP_WORDS), "stemmer": stem, "show_progress": False}
    start = time.perf_counter()
    retriever = bm25s.BM25(k1=1.2, b=0.75)
    retriever.index(bm25s.tokenize(list(texts), **options), show_progress=False)
    print(f"bm25s      {len(texts) / (time.perf_counter() - start):8,.0f} abstracts/s")
    return lambda text: retriever.retrieve(bm25s.tokenize([text], **options), k=depth, show_progress=False)


def _median(name: str, search: Callable[[str], object], questions: Sequence[str]) -> float:
    seconds = []
    for run in range(RUNS + 1):
        for question in questions:
            start = time.perf_counter()
            search(question)
            if run:  # the first is for warming up
                seconds.append(time.perf_counter() - start)
    half, most = np.percentile(seconds, [50, 95]) * 1000
    print(f"{name:10} {half:8.2f} ms a question   p95 {most:.2f} ms")
    return float(half)


if __name__ == "__main__":
    main()
