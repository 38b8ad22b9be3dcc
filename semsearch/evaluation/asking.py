"""Asks an index all questions of a collection, one way after another."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from semsearch.evaluation.records import Run, Times
from semsearch.ranking.order import Scored
from semsearch.records import Ranking

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from semsearch.choices import Mode
    from semsearch.records import Query, SearchResults


class Answering(Protocol):
    """What answers questions; `Index` does."""

    def search_all(self, queries: Sequence[Query], *, top_k: int, ranking: Ranking) -> Iterator[SearchResults]:
        """Answer the queries in their order."""


def asked(index: Answering, queries: Sequence[Query], *, mode: Mode, depth: int) -> Run:
    """The run of a mode, with the times and notes of its answers."""
    found: dict[str, tuple[Scored, ...]] = {}
    times: list[float] = []
    notes: Counter[str] = Counter()
    for results in index.search_all(queries, top_k=depth, ranking=Ranking(mode=mode)):
        found[results.query_id] = tuple(Scored(hit.paper_id, hit.score) for hit in results.hits)
        times.append(results.timings.total)
        notes.update(set(results.notes))
    told = tuple(f"{mode}, {number:,} of {len(times):,} questions: {note}" for note, number in notes.items())
    return Run(name=mode.value, answers=found, times_ms=tuple(times), notes=told)


def times_of(run: Run) -> Times | None:
    """The mean, the median and the 95th percentile of the times of a run, if it has any."""
    if not run.times_ms:
        return None
    import numpy as np

    p50, p95 = np.percentile(run.times_ms, [50, 95]).tolist()
    return Times(mean_ms=sum(run.times_ms) / len(run.times_ms), p50_ms=p50, p95_ms=p95)
