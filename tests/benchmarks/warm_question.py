"""How long a question takes with the index open, from its words to the printed answer, without best sentences.

The answers are those of `semsearch search --no-snippets`, by meaning and words. All questions are asked one after the
other, and all of that several times; every answer counts.
Run: python tests/benchmarks/warm_question.py INDEX QUESTIONS [--runs 3] [--profile]
"""

from __future__ import annotations

import argparse
import contextlib
import cProfile
import io
import pstats
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from semsearch import Index
from semsearch.choices import OutputFormat
from semsearch.cli.printing import print_answer
from semsearch.readers.questions import read_queries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semsearch.records import Timings

P50_LIMIT, P95_LIMIT = 15, 30
STAGES = ("encode", "semantic", "lexical", "fuse", "fetch")


@dataclass(frozen=True, slots=True)
class Took:
    """Milliseconds of one answer: of each stage, of printing, and of all of it by the clock."""

    stages: Timings
    printing: float
    total: float


def ask(index: Index, question: str) -> Took:
    """Ask and print, as the command does."""
    with contextlib.redirect_stdout(io.StringIO()):
        start = time.perf_counter()
        results = index.search(question, snippets=False)
        answered = time.perf_counter()
        print_answer(results, OutputFormat.TABLE, index=index, reason="")
        end = time.perf_counter()
    return Took(results.timings, printing=1000 * (end - answered), total=1000 * (end - start))


def main() -> None:
    """Print the milliseconds that half of the questions, and 95 % of them, do not exceed, by stage."""
    parser = argparse.ArgumentParser()
    parser.add_argument("index", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--profile", action="store_true", help="Also tell which functions take the time.")
    arguments = parser.parse_args()
    questions = [query.text for query in read_queries(arguments.questions)]
    with Index.open(arguments.index) as index:
        ask(index, questions[0])  # loads the encoder
        took = [ask(index, question) for _ in range(arguments.runs) for question in questions]
        print(f"{index.info().papers:,} papers, {len(questions):,} questions, {arguments.runs} times")
        print(f"{'':10}{'p50':>10}{'p95':>10}")
        for stage in STAGES:
            _tell(stage, [getattr(each.stages, stage) for each in took])
        _tell("printing", [each.printing for each in took])
        _tell("between", [each.total - each.printing - each.stages.total for each in took])
        _tell("total", [each.total for each in took], f"(limits {P50_LIMIT} and {P95_LIMIT} ms)")
        if arguments.profile:
            _profile(index, questions)


def _tell(name: str, milliseconds: Sequence[float], limits: str = "") -> None:
    half, most = np.percentile(milliseconds, [50, 95])
    print(f"{name:10}{half:7.2f} ms{most:7.2f} ms   {limits}".rstrip())


def _profile(index: Index, questions: Sequence[str]) -> None:
    with cProfile.Profile() as profile:
        for question in questions:
            ask(index, question)
    told = io.StringIO()
    pstats.Stats(profile, stream=told).sort_stats("tottime").print_stats(25)
    print(told.getvalue())


if __name__ == "__main__":
    main()
