"""The scores of the hybrid mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.choices import Fusion
from semsearch.ranking.fusion import reciprocal_rank_fusion, weighted_sum
from semsearch.ranking.rocchio import query_with_feedback
from semsearch.ranking.smoothing import smoothed

if TYPE_CHECKING:
    from semsearch.protocols import Vector, Vectors
    from semsearch.records import Ranking

_TRUSTED: Final = 2  # papers that a question is moved towards


def hybrid_scores(query: Vector, vectors: Vectors, lexical_scores: Vector, *, ranking: Ranking) -> Vector:
    """Score candidates by meaning and words.

    The weighted sum is taken twice: the second time with the question moved towards the best two of the first, and
    then smoothed over neighbors. Ranks alone (RRF) go without both, which need scores that tell how near a paper is.

    Args:
        query: (dim,) float32 of length 1.
        vectors: (n, dim) float32 of the candidates, rows of length 1.
        lexical_scores: (n,) float32, BM25 of the same; 0 where no word matches.
        ranking: Its fusion and semantic weight count.

    Returns:
        (n,) float32.
    """
    similarities = vectors @ query
    if ranking.fusion is Fusion.RRF:
        return reciprocal_rank_fusion(similarities, lexical_scores)
    weight = ranking.semantic_weight
    first = weighted_sum(similarities, lexical_scores, semantic_weight=weight)
    if not len(first):
        return first
    best = np.argsort(-first, kind="stable")[:_TRUSTED]
    moved = query_with_feedback(query, vectors[best])
    return smoothed(weighted_sum(vectors @ moved, lexical_scores, semantic_weight=weight), vectors)
