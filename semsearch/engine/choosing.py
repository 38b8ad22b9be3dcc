"""From scored rows to the papers of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.ranking.order import Scored, best_first
from semsearch.records import Hit

if TYPE_CHECKING:
    from collections.abc import Callable

    from semsearch.engine.candidates import Candidates
    from semsearch.protocols import Vector
    from semsearch.records import Paper
    from semsearch.store.reader import StoreReader

SPARE: Final = 8
"""Rows looked at beyond those asked for, in case some have no paper or end in a tie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The papers of an answer, and the candidates that they are from; milliseconds count all that were looked at."""

    hits: tuple[Hit, ...]
    semantic_ms: float
    lexical_ms: float
    fuse_ms: float
    fetch_ms: float


def choose(
    store: StoreReader, find: Callable[[int], Candidates], top_k: int, *, size: int, leave_out: frozenset[int]
) -> Chosen:
    """Look ever deeper until enough of the rows have a paper and no tie is cut, or there are no more rows.

    Args:
        store: With the papers.
        find: Finds candidates of a depth; at most twice as many, if two sides bring some.
        top_k: How many papers.
        size: How many rows there are to find.
        leave_out: Rows that are no answers.
    """
    depth = min(size, top_k + len(leave_out) + SPARE)
    semantic_ms = lexical_ms = fuse_ms = fetch_ms = 0.0
    while True:
        candidates = find(depth)
        semantic_ms, lexical_ms = semantic_ms + candidates.semantic_ms, lexical_ms + candidates.lexical_ms
        fuse_ms += candidates.fuse_ms
        start = perf_counter()
        hits = _hits(store, candidates, top_k, leave_out)
        fetch_ms += (perf_counter() - start) * 1000
        cuts_no_tie = len(hits) == top_k and float(candidates.scores.min()) < hits[-1].score
        if cuts_no_tie or depth >= size or len(candidates.rows) < depth:
            return Chosen(hits=hits, semantic_ms=semantic_ms, lexical_ms=lexical_ms, fuse_ms=fuse_ms, fetch_ms=fetch_ms)
        depth = min(size, 2 * depth)


def _hits(store: StoreReader, candidates: Candidates, top_k: int, leave_out: frozenset[int]) -> tuple[Hit, ...]:
    """The best candidates that have a paper, those of equal scores by its id."""
    order = np.lexsort((candidates.rows, -candidates.scores))
    order = order[~np.isin(candidates.rows[order], list(leave_out))]
    looked_at = top_k + SPARE
    while True:
        lowest = candidates.scores[order[min(looked_at, len(order)) - 1]] if len(order) else 0
        places = order[: int(np.searchsorted(-candidates.scores[order], -lowest, side="right"))]
        papers = store.papers_at(candidates.rows[places].tolist())
        place_of = {papers[row].paper_id: place for place in places if (row := int(candidates.rows[place])) in papers}
        best = best_first((Scored(key, float(candidates.scores[place])) for key, place in place_of.items()), top_k)
        if len(best) == top_k or len(places) == len(order):
            break
        looked_at *= 2
    return tuple(
        _hit(papers[int(candidates.rows[place_of[each.paper_id]])], rank, each, candidates, place_of[each.paper_id])
        for rank, each in enumerate(best, start=1)
    )


def _hit(paper: Paper, rank: int, scored: Scored, candidates: Candidates, place: int) -> Hit:
    return Hit(
        paper=paper,
        rank=rank,
        score=scored.score,
        semantic_score=_at(candidates.similarities, place),
        lexical_score=_at(candidates.lexical_scores, place),
    )


def _at(scores: Vector | None, place: int) -> float | None:
    return None if scores is None else float(scores[place])
