"""How long an answer takes: from a cold start, and with the index open."""

from __future__ import annotations

import json
import logging
import statistics
import subprocess
import sys
from time import perf_counter
from typing import TYPE_CHECKING, Final

from semsearch.bench.measuring_process import broken_off
from semsearch.bench.records import ColdQuestion, WarmQuestions
from semsearch.bench.samples import spread
from semsearch.processes import environment

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from semsearch.choices import Precision
    from semsearch.engine.index import Index

logger = logging.getLogger(__name__)

_MODULE: Final = "semsearch.bench.cold_process"
_COLD_RUNS: Final = 5
_OPENINGS: Final = 5


def cold_question(question: str, *, folder: Path, precision: Precision | None) -> ColdQuestion:
    """Time `semsearch search` as a whole process, all imports counted, after a run that does not count.

    Raises:
        SemsearchError: The search failed.
    """
    logger.info("asking one question from a cold start, %d times", _COLD_RUNS)
    search = [sys.executable, "-P", "-m", "semsearch", "search", "--format", "json", "--index", str(folder)]
    search += ["--precision", precision] if precision else []
    done = subprocess.run(  # noqa: S603 - our own modules
        [sys.executable, "-P", "-m", _MODULE, str(_COLD_RUNS), *search, "--", question],
        capture_output=True,
        check=False,
        encoding="utf-8",
        errors="replace",
        env=environment(),
    )
    if done.returncode:
        raise broken_off("A search from a cold start", done.stderr, done.returncode)
    runs = json.loads(done.stdout)
    peaks = [run["peak_bytes"] for run in runs if run["peak_bytes"] is not None]
    return ColdQuestion(
        runs=len(runs),
        median_ms=1000 * statistics.median(run["seconds"] for run in runs),
        peak_bytes=max(peaks, default=None),
    )


def warm_questions(index: Index, questions: Sequence[str]) -> WarmQuestions:
    """Ask an open index one question after another as `semsearch search` does, without best sentences and then with."""
    logger.info("asking %d question%s of the open index", len(questions), "" if len(questions) == 1 else "s")
    index.search(questions[0])  # loads the encoder, and finds the first best sentences
    timings = [index.search(question, snippets=False).timings for question in questions]
    with_snippets = [index.search(question, snippets=True).timings for question in questions]
    return WarmQuestions(
        questions=len(questions),
        encode=spread([each.encode for each in timings]),
        semantic=spread([each.semantic for each in timings]),
        lexical=spread([each.lexical for each in timings]),
        fuse=spread([each.fuse for each in timings]),
        fetch=spread([each.fetch for each in timings]),
        total=spread([each.total for each in timings]),
        total_with_snippets=spread([each.total for each in with_snippets]),
    )


def open_ms(folder: Path) -> float:
    """Milliseconds to open the store of an index and map its vectors, libraries loaded: the median of several times.

    Raises:
        IndexFolderError: The index is missing or damaged.
    """
    from semsearch.engine.state_vectors import open_vectors
    from semsearch.store.reader import StoreReader

    times = []
    for _ in range(1 + _OPENINGS):
        start = perf_counter()
        store = StoreReader.open(folder)
        open_vectors(folder, store.state)
        times.append(1000 * (perf_counter() - start))
        store.close()
    return statistics.median(times[1:])
