"""Meaning and words brought together into one score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.ranking.order import ranks

if TYPE_CHECKING:
    from semsearch.protocols import Vector

_RRF_K: Final = 60
_ATTAINABLE: Final = 0.25  # the exponent of what the question could attain


def weighted_sum(similarities: Vector, lexical_scores: Vector, *, attainable: float, semantic_weight: float) -> Vector:
    """Add the scores of words, scaled, to the similarities.

    score = w · cosine + (1 - w) · BM25 / (max(BM25)^(3/4) · attainable^(1/4)), a convex combination: Bruch, Gai and
    Ingber (2023), "An analysis of fusion functions for hybrid retrieval", who scale by the maximum alone. With what
    the question could attain in the scale, words count less where even the best paper has few of them. The cosine is
    left as it is, so that a question to which no paper is near is decided by words.

    Args:
        similarities: (n,) float32, cosines of all candidates.
        lexical_scores: (n,) float32, BM25 of the same; 0 where no word matches.
        attainable: Upper bound of what the words of the question can score: Σ count · idf · (k1 + 1), the limit as
            term frequency grows. With 0, the maximum stands for it.
        semantic_weight: From 0 to 1.
    """
    best = float(lexical_scores.max(initial=0)) or 1.0
    scale: float = best ** (1 - _ATTAINABLE) * (attainable or best) ** _ATTAINABLE
    mixed: Vector = semantic_weight * similarities + (1 - semantic_weight) / scale * lexical_scores
    return mixed.astype(np.float32)


def reciprocal_rank_fusion(similarities: Vector, lexical_scores: Vector, *, rrf_k: int = _RRF_K) -> Vector:
    """Add up one over the rank by meaning and one over the rank by words.

    score = 1 / (k + rank by cosine) + 1 / (k + rank by BM25): Cormack, Clarke and Büttcher (2009), "Reciprocal rank
    fusion outperforms Condorcet and individual rank learning methods". Equal scores have the same rank. A candidate
    without a word of the question gets nothing for words.

    Args:
        similarities: (n,) float32, cosines of all candidates.
        lexical_scores: (n,) float32, BM25 of the same; 0 where no word matches.
        rrf_k: The larger, the less the first ranks stand out.
    """
    by_meaning = 1 / (rrf_k + ranks(similarities))
    by_words = np.where(lexical_scores > 0, 1 / (rrf_k + ranks(lexical_scores)), 0)
    return (by_meaning + by_words).astype(np.float32)
