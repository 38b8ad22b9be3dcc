"""From scored rows to the papers of an answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.engine.clock import milliseconds_since
from semsearch.ranking.order import Scored, best_first
from semsearch.records import Hit, Timings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from semsearch.engine.candidates import Candidates
    from semsearch.protocols import Vector
    from semsearch.records import Paper
    from semsearch.store.reader import StoreReader

_SPARE: Final = 8  # rows looked at beyond those asked for, in case some have no paper or end in a tie


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The papers of an answer.

    Attributes:
        hits: Best first.
        places: Where each of them stands among the candidates.
        candidates: What they were chosen from.
        timings: Of all that was looked at.
        notes: What the reader of the answer should know.
    """

    hits: tuple[Hit, ...]
    places: tuple[int, ...]
    candidates: Candidates
    timings: Timings
    notes: tuple[str, ...] = ()

    def in_order(self, order: Iterable[int]) -> Chosen:
        """Only these of the papers, in this order and ranked by it."""
        kept = list(order)
        hits = tuple(replace(self.hits[each], rank=rank) for rank, each in enumerate(kept, start=1))
        return replace(self, hits=hits, places=tuple(self.places[each] for each in kept))


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
    depth = min(size, top_k + len(leave_out) + _SPARE)
    timings = Timings()
    while True:
        candidates = find(depth)
        start = perf_counter()
        best = _best(store, candidates, top_k, leave_out)
        timings += candidates.timings + Timings(fetch=milliseconds_since(start))
        cuts_no_tie = len(best) == top_k and float(candidates.scores.min()) < candidates.scores[best[-1].place]
        if cuts_no_tie or depth >= size or len(candidates.rows) < depth:
            hits = tuple(_hit(each, rank, candidates) for rank, each in enumerate(best, start=1))
            return Chosen(hits=hits, places=tuple(each.place for each in best), candidates=candidates, timings=timings)
        depth = min(size, 2 * depth)


@dataclass(frozen=True, slots=True)
class _Placed:
    paper: Paper
    place: int


def _best(store: StoreReader, candidates: Candidates, top_k: int, leave_out: frozenset[int]) -> list[_Placed]:
    """The best candidates that have a paper, those of equal scores by its id."""
    order = np.lexsort((candidates.rows, -candidates.scores))
    order = order[~np.isin(candidates.rows[order], list(leave_out))]
    looked_at = top_k + _SPARE
    while True:
        lowest = candidates.scores[order[min(looked_at, len(order)) - 1]] if len(order) else 0
        places = order[: int(np.searchsorted(-candidates.scores[order], -lowest, side="right"))].tolist()
        papers = store.papers_at([int(candidates.rows[place]) for place in places])
        placed = {
            paper.paper_id: _Placed(paper, place)
            for place in places
            if (paper := papers.get(int(candidates.rows[place])))
        }
        best = best_first((Scored(key, float(candidates.scores[each.place])) for key, each in placed.items()), top_k)
        if len(best) == top_k or len(places) == len(order):
            return [placed[each.paper_id] for each in best]
        looked_at *= 2


def _hit(placed: _Placed, rank: int, candidates: Candidates) -> Hit:
    return Hit(
        paper=placed.paper,
        rank=rank,
        score=float(candidates.scores[placed.place]),
        semantic_score=_at(candidates.similarities, placed.place),
        lexical_score=_at(candidates.lexical_scores, placed.place),
    )


def _at(scores: Vector | None, place: int) -> float | None:
    return None if scores is None else float(scores[place])
