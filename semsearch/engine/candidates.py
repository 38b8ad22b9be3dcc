"""Rows that may answer a question, found by meaning, by words, or by both."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.engine.clock import milliseconds_since
from semsearch.ranking.hybrid import hybrid_scores
from semsearch.records import Timings

if TYPE_CHECKING:
    from semsearch.engine.paper_words import PaperWords
    from semsearch.lexical.question import LexicalQuestion
    from semsearch.protocols import Rows, Vector, VectorIndex
    from semsearch.records import Ranking

_DEPTH: Final = 200  # rows that each side brings, at least


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """Rows with their scores, in no order.

    Attributes:
        rows: (n,) int64.
        scores: (n,) float32.
        similarities: (n,) float32 cosines, if meaning had a say.
        lexical_scores: (n,) float32 BM25, if words had a say.
        depth: How many rows each side has brought at most; the others got its score only.
        timings: What it took to find them.
    """

    rows: Rows
    scores: Vector
    similarities: Vector | None = None
    lexical_scores: Vector | None = None
    depth: int
    timings: Timings = field(default_factory=Timings)


def semantic_candidates(vectors: VectorIndex, vector: Vector, depth: int, *, allowed: Rows | None) -> Candidates:
    """The rows nearest in meaning."""
    start = perf_counter()
    (nearest,) = vectors.search(vector[None, :], depth, allowed=allowed)
    return Candidates(
        rows=nearest.rows,
        scores=nearest.similarities,
        similarities=nearest.similarities,
        depth=depth,
        timings=Timings(semantic=milliseconds_since(start)),
    )


def lexical_candidates(words: PaperWords, question: LexicalQuestion, depth: int, *, allowed: Rows | None) -> Candidates:
    """The rows with the best words."""
    start = perf_counter()
    found = words.search(question, depth, allowed=allowed)
    timings = Timings(lexical=milliseconds_since(start))
    return Candidates(rows=found.rows, scores=found.scores, lexical_scores=found.scores, depth=depth, timings=timings)


def hybrid_candidates(
    vectors: VectorIndex,
    words: PaperWords,
    vector: Vector,
    question: LexicalQuestion,
    depth: int,
    *,
    allowed: Rows | None,
    ranking: Ranking,
) -> Candidates:
    """The rows nearest in meaning and those with the best words; each gets both scores, whichever side found it.

    A paper whose id is in the question comes before all others.

    Args:
        vectors: Of the papers.
        words: Of the papers.
        vector: (dim,) float32 of length 1, the question.
        question: Its words.
        depth: How many rows each side is to bring, at least.
        allowed: (n,) int64, sorted and unique: the only rows that may be found, if not all may.
        ranking: How both scores become one.
    """
    depth = max(depth, _DEPTH)
    start = perf_counter()
    nearest = vectors.search(vector[None, :], depth, allowed=allowed)[0].rows
    semantic_ms = milliseconds_since(start)

    start = perf_counter()
    found = words.search(question, depth, allowed=allowed)
    others = np.setdiff1d(nearest, found.rows)
    rows = np.concatenate([found.rows, others])
    lexical_scores = np.concatenate([found.scores, words.scores(question, others)])
    attainable = words.attainable(question)
    is_named = np.isin(rows, words.rows_named(question))
    lexical_ms = milliseconds_since(start)

    start = perf_counter()
    of_rows = vectors.vectors(rows)
    core = np.isin(rows, np.concatenate([nearest[:_DEPTH], found.rows[:_DEPTH]]))
    of_words = np.where(is_named, 0, lexical_scores)  # an id would dwarf all words
    scores = hybrid_scores(vector, of_rows, of_words, core=core, attainable=attainable, ranking=ranking)
    return Candidates(
        rows=rows,
        scores=scores + is_named,
        similarities=of_rows @ vector,
        lexical_scores=lexical_scores,
        depth=depth,
        timings=Timings(semantic=semantic_ms, lexical=lexical_ms, fuse=milliseconds_since(start)),
    )
