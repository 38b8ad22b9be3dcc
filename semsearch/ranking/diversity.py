"""Papers that are relevant and differ from each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from semsearch.protocols import Vector, Vectors


def maximal_marginal_relevance(scores: Vector, vectors: Vectors, *, mmr_lambda: float, top_k: int) -> list[int]:
    """Choose one candidate after another, each for its score and for how little it is like those chosen before.

    Carbonell and Goldstein (1998), "The use of MMR, diversity-based reranking for reordering documents and producing
    summaries": the next one has the highest lambda · score - (1 - lambda) · max cosine to a chosen one. The scores are
    brought to 0 … 1 among the candidates first, so that both terms have the same range.

    Args:
        scores: (n,) float32 of any size and sign, in falling order; of two that are equally good, the earlier one is
            chosen.
        vectors: (n, dim) float32 of the same candidates, rows of length 1.
        mmr_lambda: From 0 to 1; 1 chooses by score alone.
        top_k: How many.

    Returns:
        The places of the chosen ones, in the order of their choice.
    """
    if not len(scores):
        return []
    lowest = scores.min()
    span = scores.max() - lowest
    relevance = mmr_lambda * ((scores - lowest) / span if span > 0 else np.ones_like(scores))
    redundancy = np.zeros_like(relevance)
    left = np.ones(len(scores), dtype=bool)
    chosen: list[int] = []
    while len(chosen) < min(top_k, len(scores)):
        gains = np.where(left, relevance - (1 - mmr_lambda) * redundancy, -np.inf)
        best = int(np.argmax(gains))
        left[best] = False
        similarities = vectors @ vectors[best]
        redundancy = np.maximum(redundancy, similarities) if chosen else similarities
        chosen.append(best)
    return chosen
