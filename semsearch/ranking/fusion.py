"""Meaning and words brought together into one score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from semsearch.protocols import Vector, Vectors

LEXICAL_WEIGHT: Final = 0.4
"""What the best match of words is worth, as a cosine."""
_NEIGHBORS: Final = 10
_SHARE: Final = 0.3


def fused(similarities: Vector, lexical_scores: Vector, *, lexical_weight: float = LEXICAL_WEIGHT) -> Vector:
    """Add the scores of words, scaled by the best of them, to the similarities.

    score = cosine + weight · BM25 / max(BM25), a convex combination up to a constant factor: Bruch, Gai and Ingber
    (2023), "An analysis of fusion functions for hybrid retrieval". Where no word matches, the similarities stay.

    Args:
        similarities: (n,) float32, cosines of all candidates.
        lexical_scores: (n,) float32, BM25 of the same; 0 where no word matches.
        lexical_weight: What the best match of words is worth.
    """
    best = float(lexical_scores.max(initial=0.0))
    return similarities if best <= 0 else similarities + np.float32(lexical_weight / best) * lexical_scores


def smoothed(scores: Vector, vectors: Vectors) -> Vector:
    """Let similar candidates have similar scores: each takes over a share of the scores of its neighbors.

    Diaz (2005), "Regularizing ad hoc retrieval scores", in one step: s' = (1 - a) · s + a · mean of s over the k
    nearest other candidates, weighted by their cosine, with a = 0.3 and k = 10. A paper among papers that answer
    the question rises, one that stands alone falls.

    Args:
        scores: (n,) float32.
        vectors: (n, dim) float32 of the same candidates, rows of length 1.
    """
    neighbors = min(_NEIGHBORS, len(scores) - 1)
    if neighbors < 1:
        return scores
    similarities = vectors @ vectors.T
    np.fill_diagonal(similarities, -np.inf)
    nearest = np.argsort(-similarities, axis=1, kind="stable")[:, :neighbors]
    weights = np.take_along_axis(similarities, nearest, axis=1).clip(0)
    totals = weights.sum(axis=1)
    means = np.where(totals > 0, (weights * scores[nearest]).sum(axis=1) / np.maximum(totals, 1e-9), scores)
    mixed: Vector = ((1 - _SHARE) * scores + _SHARE * means).astype(np.float32)
    return mixed
