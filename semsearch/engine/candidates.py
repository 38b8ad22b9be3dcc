"""Rows that may answer a question, found by meaning, by words, or by both."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.ranking.fusion import fused, smoothed

if TYPE_CHECKING:
    from semsearch.lexical.bm25_index import Bm25Index
    from semsearch.lexical.question import LexicalQuestion
    from semsearch.protocols import Rows, Vector, VectorIndex

_DEPTH: Final = 100  # rows that each side brings, at least


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """Rows with their scores, in no order.

    Attributes:
        rows: (n,) int64.
        scores: (n,) float32.
        similarities: (n,) float32 cosines, if meaning had a say.
        lexical_scores: (n,) float32 BM25, if words had a say.
        semantic_ms: Spent on vectors.
        lexical_ms: Spent on words.
        fuse_ms: Spent on bringing both together.
    """

    rows: Rows
    scores: Vector
    similarities: Vector | None = None
    lexical_scores: Vector | None = None
    semantic_ms: float = 0.0
    lexical_ms: float = 0.0
    fuse_ms: float = 0.0


def semantic_candidates(vectors: VectorIndex, vector: Vector, depth: int, *, allowed: Rows | None) -> Candidates:
    """The rows nearest in meaning."""
    start = perf_counter()
    (nearest,) = vectors.search(vector[None, :], depth, allowed=allowed)
    return Candidates(
        rows=nearest.rows,
        scores=nearest.similarities,
        similarities=nearest.similarities,
        semantic_ms=_milliseconds_since(start),
    )


def lexical_candidates(words: Bm25Index, question: LexicalQuestion, depth: int, *, allowed: Rows | None) -> Candidates:
    """The rows with the best words."""
    start = perf_counter()
    found = words.search(question, depth, allowed=allowed)
    return Candidates(
        rows=found.rows, scores=found.scores, lexical_scores=found.scores, lexical_ms=_milliseconds_since(start)
    )


def hybrid_candidates(
    vectors: VectorIndex,
    words: Bm25Index,
    vector: Vector,
    question: LexicalQuestion,
    depth: int,
    *,
    allowed: Rows | None,
) -> Candidates:
    """The rows nearest in meaning and those with the best words; each gets both scores, whichever side found it."""
    depth = max(depth, _DEPTH)
    start = perf_counter()
    nearest = vectors.search(vector[None, :], depth, allowed=allowed)[0].rows
    semantic_ms = _milliseconds_since(start)

    start = perf_counter()
    found = words.search(question, depth, allowed=allowed)
    rows = np.union1d(nearest, found.rows[found.rows < vectors.size])  # words of a newer state may have more rows
    lexical_scores = words.scores(question, rows)
    lexical_ms = _milliseconds_since(start)

    start = perf_counter()
    of_rows = vectors.vectors(rows)
    similarities = of_rows @ vector
    scores = smoothed(fused(similarities, lexical_scores), of_rows)
    return Candidates(
        rows=rows,
        scores=scores,
        similarities=similarities,
        lexical_scores=lexical_scores,
        semantic_ms=semantic_ms,
        lexical_ms=lexical_ms,
        fuse_ms=_milliseconds_since(start),
    )


def _milliseconds_since(start: float) -> float:
    return (perf_counter() - start) * 1000
