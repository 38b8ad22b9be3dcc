"""What may be done with the papers of an answer before they are shown: order them anew, choose diverse ones."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean
from time import perf_counter
from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.engine.clock import milliseconds_since
from semsearch.ranking.diversity import maximal_marginal_relevance
from semsearch.records import Timings
from semsearch.text import encoded_text

if TYPE_CHECKING:
    from semsearch.engine.choosing import Chosen
    from semsearch.protocols import Reranker, VectorIndex
    from semsearch.records import Ranking

_RERANKED: Final = 50
_DIVERSIFIED: Final = 200


def papers_to_refine(ranking: Ranking, top_k: int) -> int:
    """How many papers to choose first, so that what is done with them has something to choose from."""
    if ranking.reranker is not None:
        return max(top_k, _RERANKED)
    return top_k if ranking.mmr_lambda is None else max(top_k, _DIVERSIFIED)


def reranked(chosen: Chosen, question: str, reranker: Reranker) -> Chosen:
    """Order all papers by what a cross-encoder says of question and paper; ties as before."""
    start = perf_counter()
    scores = reranker.scores(question, [encoded_text(hit.paper) for hit in chosen.hits]).tolist()
    hits = tuple(replace(hit, score=score, rerank_score=score) for hit, score in zip(chosen.hits, scores, strict=True))
    order = sorted(range(len(hits)), key=lambda place: -scores[place])
    timings = chosen.timings + Timings(rerank=milliseconds_since(start))
    return replace(chosen, hits=hits, timings=timings).in_order(order)


def diversified(chosen: Chosen, vectors: VectorIndex, *, mmr_lambda: float, top_k: int) -> Chosen:
    """Choose papers that differ, at most 200 of them, with a note on what that costs in mean score."""
    start = perf_counter()
    of_these = chosen.in_order(range(min(len(chosen.hits), _DIVERSIFIED)))
    scores = np.asarray([hit.score for hit in of_these.hits], dtype=np.float32)
    rows = chosen.candidates.rows[list(of_these.places)]
    order = maximal_marginal_relevance(scores, vectors.vectors(rows), mmr_lambda=mmr_lambda, top_k=top_k)
    order += range(len(order), min(top_k, len(chosen.hits)))
    diverse = chosen.in_order(order)
    note = _note_on_cost([hit.score for hit in chosen.hits[: len(order)]], [hit.score for hit in diverse.hits])
    timings = chosen.timings + Timings(diversify=milliseconds_since(start))
    return replace(diverse, notes=(*chosen.notes, *note), timings=timings)


def _note_on_cost(best: list[float], diverse: list[float]) -> tuple[str, ...]:
    if not best:
        return ()
    before, after = fmean(best), fmean(diverse)
    return (f"Choosing diverse papers took the mean score from {before:.3f} to {after:.3f}.",)
