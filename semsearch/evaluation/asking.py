"""Asks an index all questions of a collection, one way after another, and gives each way a name."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from semsearch.choices import Fusion, Mode
from semsearch.evaluation.records import Latency, Run
from semsearch.ranking.order import Scored
from semsearch.settings import DEFAULT_SEMANTIC_WEIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from semsearch.records import Query, Ranking, SearchResults


class Answering(Protocol):
    """What answers questions; `Index` does."""

    def search_all(self, queries: Sequence[Query], *, top_k: int, ranking: Ranking) -> Iterator[SearchResults]:
        """Answer the queries in their order."""


def run_name(ranking: Ranking) -> str:
    """The mode, and behind it what differs from how it usually ranks: one word that a name of a file can hold."""
    parts = [ranking.mode.value]
    if ranking.mode is Mode.HYBRID and ranking.fusion is not Fusion.WEIGHTED_SUM:
        parts.append(ranking.fusion.value)
    elif ranking.mode is Mode.HYBRID and ranking.semantic_weight != DEFAULT_SEMANTIC_WEIGHT:
        parts.append(str(ranking.semantic_weight))
    if ranking.reranker is not None:
        parts.append("reranked")
    return "-".join(parts)


def ask_all(index: Answering, queries: Sequence[Query], *, ranking: Ranking, depth: int) -> Run:
    """The run of a ranking, with the times and notes of its answers."""
    name = run_name(ranking)
    found: dict[str, tuple[Scored, ...]] = {}
    times: list[float] = []
    notes: Counter[str] = Counter()
    for results in index.search_all(queries, top_k=depth, ranking=ranking):
        found[results.query_id] = tuple(Scored(hit.paper_id, hit.score) for hit in results.hits)
        times.append(results.timings.total)
        notes.update(set(results.notes))
    told = tuple(f"{name}, {number:,} of {len(times):,} questions: {note}" for note, number in notes.items())
    return Run(name=name, answers=found, times_ms=tuple(times), notes=told)


def latency_of(run: Run) -> Latency | None:
    """The mean, the median and the 95th percentile of the times of a run, if it has any."""
    if not run.times_ms:
        return None
    import numpy as np

    p50, p95 = np.percentile(run.times_ms, [50, 95]).tolist()
    return Latency(mean_ms=sum(run.times_ms) / len(run.times_ms), p50_ms=p50, p95_ms=p95)
