"""The scores of the hybrid mode."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.choices import Fusion
from semsearch.ranking.fusion import reciprocal_rank_fusion, weighted_sum
from semsearch.ranking.order import TOLERANCE
from semsearch.ranking.rocchio import FEEDBACK, query_with_feedback
from semsearch.ranking.smoothing import NEIGHBORS, SHARE, smoothed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from semsearch.protocols import Vector, Vectors
    from semsearch.records import Ranking

_FEEDBACK_PAPERS: Final = 2  # papers that a question is moved towards


def hybrid_scores(
    query: Vector,
    vectors: Vectors,
    lexical_scores: Vector,
    *,
    core: NDArray[np.bool_],
    attainable: float,
    ranking: Ranking,
    feedback: float = FEEDBACK,
    neighbors: int = NEIGHBORS,
    share: float = SHARE,
) -> Vector:
    """Score candidates by meaning and words.

    The weighted sum is taken twice: the second time with the question moved towards the best two of the first (and
    all that equal the second), and then smoothed over neighbors. Ranks alone (RRF) go without both, which need scores
    that tell how near a paper is.

    Args:
        query: (dim,) float32 of length 1.
        vectors: (n, dim) float32 of the candidates, rows of length 1.
        lexical_scores: (n,) float32, BM25 of the same; 0 where no word matches.
        core: (n,) bool, those that a short answer is chosen from. Only they move the question and smooth each other,
            or have ranks among each other, so that a longer answer begins in the same way.
        attainable: As for `weighted_sum`.
        ranking: Its fusion and semantic weight count.
        feedback: As for `query_with_feedback`; 0 leaves the question where it is.
        neighbors: As for `smoothed`.
        share: As for `smoothed`; 0 leaves the scores as they are.

    Returns:
        (n,) float32.
    """
    similarities = vectors @ query
    if ranking.fusion is Fusion.RRF:
        even = _rounded(similarities)
        fused = reciprocal_rank_fusion(even, lexical_scores)
        fused[core] = reciprocal_rank_fusion(even[core], lexical_scores[core])
        return fused
    add_words = partial(
        weighted_sum, lexical_scores=lexical_scores, attainable=attainable, semantic_weight=ranking.semantic_weight
    )
    first = add_words(similarities)
    if not core.any():
        return first
    lowest_trusted = np.sort(first[core])[-_FEEDBACK_PAPERS:].min()
    moved = query_with_feedback(query, vectors[core & (first >= lowest_trusted - TOLERANCE)], feedback=feedback)
    second = add_words(vectors @ moved)
    second[core] = smoothed(second[core], vectors[core], neighbors=neighbors, share=share)
    return _rounded(second)


def _rounded(scores: Vector) -> Vector:
    """Without the last bits, so that papers of the same text have the same score wherever their rows are."""
    return (np.round(scores / TOLERANCE) * TOLERANCE).astype(np.float32)
