"""A query made of examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from semsearch.protocols import Vector, Vectors

_BETA: Final = 0.75  # weight of the positive examples
_GAMMA: Final = 0.15  # of the negative ones
FEEDBACK: Final = 0.5  # weight of the best papers of a first ranking, that of the question being 1


def query_from_examples(positive: Vectors, negative: Vectors) -> Vector:
    """Point towards the positive examples and away from the negative ones.

    Rocchio (1971), "Relevance feedback in information retrieval", without an original query:
    q = beta · mean(positive) - gamma · mean(negative), with the weights of Manning, Raghavan and
    Schütze (2008), "Introduction to Information Retrieval", section 9.1.1.

    Args:
        positive: (n, dim) float32, n ≥ 1, rows of length 1.
        negative: (m, dim) float32, m may be 0.

    Returns:
        (dim,) float32 of length 1; if both sides cancel out, that of the positive mean; zero if the positive examples
        cancel each other and there is no negative one.
    """
    towards = _BETA * positive.mean(axis=0)
    query = towards - _GAMMA * negative.mean(axis=0) if len(negative) else towards
    unit = _unit(query)
    return unit if unit.any() else _unit(towards)


def query_with_feedback(query: Vector, best: Vectors, *, feedback: float = FEEDBACK) -> Vector:
    """Move a question towards the papers that a first ranking puts first, as if its reader had approved of them.

    Pseudo-relevance feedback with the formula of Rocchio (1971) without negative examples:
    q' = q + feedback · mean(best).

    Args:
        query: (dim,) float32 of length 1.
        best: (n, dim) float32, n ≥ 1, rows of length 1.
        feedback: Weight of their mean, from 0 to 1. The mean is no longer than 1, so below 1 it cannot cancel out the
            question.

    Returns:
        (dim,) float32 of length 1; zero if a weight of 1 meets papers opposite to the question.
    """
    return _unit(query + feedback * best.mean(axis=0))


def _unit(vector: Vector) -> Vector:
    """The same direction with length 1; zero where no more than the last bits are left."""
    length = float(np.linalg.norm(vector))
    if length < np.finfo(np.float32).eps:
        return np.zeros_like(vector, dtype=np.float32)
    unit: Vector = (vector / length).astype(np.float32)
    return unit
