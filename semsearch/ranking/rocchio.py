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
        (dim,) float32 of length 1; where both sides cancel out, the mean of the positive alone.
    """
    towards = _BETA * positive.mean(axis=0)
    query = towards - _GAMMA * negative.mean(axis=0) if len(negative) else towards
    return _unit(query, instead=towards)


def query_with_feedback(query: Vector, best: Vectors, *, feedback: float = FEEDBACK) -> Vector:
    """Move a question towards the papers that a first ranking puts first, as if its reader had approved of them.

    Pseudo-relevance feedback with the formula of Rocchio (1971) without negative examples:
    q' = q + feedback · mean(best).

    Args:
        query: (dim,) float32 of length 1.
        best: (n, dim) float32, n ≥ 1, rows of length 1.
        feedback: Weight of their mean.

    Returns:
        (dim,) float32 of length 1; the query itself where both cancel out.
    """
    return _unit(query + feedback * best.mean(axis=0), instead=query)


def _unit(query: Vector, *, instead: Vector) -> Vector:
    length = float(np.linalg.norm(query))
    if length < np.finfo(np.float32).eps:
        query, length = instead, float(np.linalg.norm(instead)) or 1.0
    unit: Vector = (query / length).astype(np.float32)
    return unit
