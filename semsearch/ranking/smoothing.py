"""Scores that agree among similar papers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.ranking.order import TOLERANCE

if TYPE_CHECKING:
    from semsearch.protocols import Vector, Vectors

NEIGHBORS: Final = 5
SHARE: Final = 0.2
_SMOOTHED: Final = 200  # of the best candidates; those behind them keep their scores


def smoothed(scores: Vector, vectors: Vectors, *, neighbors: int = NEIGHBORS, share: float = SHARE) -> Vector:
    """Let similar candidates have similar scores: each takes over a share of the scores of its neighbors.

    Diaz (2005), "Regularizing ad hoc retrieval scores", in one step: s' = (1 - a) · s + a · mean of s over the k
    nearest other candidates, weighted by their cosine; all that are as near as the k-th count. A paper among papers
    that answer the question rises, one that stands alone falls. Only the best 200 are smoothed, and stay the best 200,
    since a mean is no less than the least of them.

    Args:
        scores: (n,) float32.
        vectors: (n, dim) float32 of the same candidates, rows of length 1.
        neighbors: How many of them, k ≥ 1.
        share: What they count, a, from 0 to 1.

    Returns:
        (n,) float32. With fewer than two candidates, the scores as they are.
    """
    best = np.argsort(-scores, kind="stable")[:_SMOOTHED]
    neighbors = min(neighbors, len(best) - 1)
    if neighbors < 1:
        return scores
    own, similarities = scores[best], vectors[best] @ vectors[best].T
    np.fill_diagonal(similarities, -np.inf)
    farthest = np.partition(similarities, -neighbors, axis=1)[:, -neighbors, None]
    weights = np.where(similarities >= farthest - TOLERANCE, similarities, 0).clip(0)
    totals = weights.sum(axis=1)
    means = np.divide(weights @ own, totals, out=own.copy(), where=totals > 0)
    mixed = scores.copy()
    mixed[best] = (1 - share) * own + share * means
    return mixed
