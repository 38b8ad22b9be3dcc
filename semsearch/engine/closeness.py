"""Scores that say something to their reader: how close a paper is, and whether any is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.identity import ids_of
from semsearch.lexical.question import matched_words
from semsearch.ranking.closeness import LEVELS, shares_below, similarity_quantiles
from semsearch.text import lexical_text
from semsearch.vectors.exact import ExactIndex

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from semsearch.lexical.question import LexicalQuestion
    from semsearch.protocols import Rows
    from semsearch.records import Hit

_SAMPLE: Final = 640  # papers, which make 204,480 pairs
_SEED: Final = 0  # so that the same papers give the same closeness

# Of 1,940 questions asked of the index they belong to (six indexes, by meaning and words), at most 1.6 in 100 get the
# note; of 72 on cooking, football, taxes, travel and the like, 87 or more. The similarity keeps it out of an index
# of a single subject, whose papers are nearly as close to each other as to the question.
_CLOSE: Final = 0.9
_SIMILAR: Final = 0.45
_NOTE: Final = "By meaning, none of these papers is close to the question."


def sampled_quantiles(vectors: Path, rows: Rows) -> tuple[float, ...]:
    """Quantiles of the similarity of random pairs of papers.

    Args:
        vectors: The file, of which only the sampled rows are read.
        rows: (n,) int64, those that have a paper.

    Returns:
        As `similarity_quantiles` does.
    """
    if len(rows) == 0:
        return ()
    chosen = np.random.default_rng(_SEED).choice(len(rows), min(_SAMPLE, len(rows)), replace=False)
    return similarity_quantiles(ExactIndex.open(vectors).vectors(rows[np.sort(chosen)]))


def with_closeness(hits: Sequence[Hit], quantiles: Sequence[float]) -> tuple[Hit, ...]:
    """Tell of each paper that meaning had a say in how close it is.

    Args:
        hits: In any order.
        quantiles: Of the index; if it has none, or those of other levels, the hits stay as they are.
    """
    similarities = [hit.semantic_score for hit in hits if hit.semantic_score is not None]
    if len(quantiles) != len(LEVELS) or len(similarities) < len(hits):
        return tuple(hits)
    shares = shares_below(similarities, quantiles).tolist()
    return tuple(replace(hit, closeness=share) for hit, share in zip(hits, shares, strict=True))


def note_on_closeness(hits: Sequence[Hit], question: LexicalQuestion) -> tuple[str, ...]:
    """Say so if none of the papers is close.

    Nothing is said if there is no paper, if closeness is not known, or if words found what was asked for, as an author.

    Args:
        hits: With their closeness.
        question: The words that were looked for in them.
    """
    if not hits or not all(_is_far(hit) for hit in hits) or any(_is_named(hit, question) for hit in hits):
        return ()
    return (_NOTE,)


def _is_far(hit: Hit) -> bool:
    if hit.closeness is None or hit.semantic_score is None:
        return False
    return hit.closeness < _CLOSE and hit.semantic_score < _SIMILAR


def _is_named(hit: Hit, question: LexicalQuestion) -> bool:
    """Whether words had a say, and the question is an id of the paper, or the paper has all of its words."""
    if not hit.lexical_score:
        return False
    if any(each.lower() in question.ids for each in ids_of(hit.paper)):
        return True
    return len(matched_words(question, lexical_text(hit.paper))) == len(question.words)
