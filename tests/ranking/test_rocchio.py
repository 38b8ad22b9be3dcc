"""Queries made of examples, and questions moved towards what they found, with numbers worked out by hand."""

from __future__ import annotations

import numpy as np

from semsearch.ranking.rocchio import query_from_examples, query_with_feedback

NONE = np.empty((0, 2), dtype=np.float32)
QUERY = np.asarray([1, 0], dtype=np.float32)


def vectors(*rows: list[float]) -> np.ndarray:
    return np.asarray(rows, dtype=np.float32)


def test_one_positive_example_is_its_own_query() -> None:
    np.testing.assert_allclose(query_from_examples(vectors([0.6, 0.8]), NONE), [0.6, 0.8], rtol=1e-6)


def test_two_positive_examples_meet_in_the_middle() -> None:
    np.testing.assert_allclose(query_from_examples(vectors([1, 0], [0, 1]), NONE), [0.5**0.5, 0.5**0.5], rtol=1e-6)


def test_a_negative_example_pushes_away_with_a_fifth_of_the_weight() -> None:
    """0.75 · (1, 0) - 0.15 · (0, 1) = (0.75, -0.15), of length 0.76485."""
    query = query_from_examples(vectors([1, 0]), vectors([0, 1]))
    np.testing.assert_allclose(query, [0.98058, -0.19612], atol=1e-5)


def test_positive_examples_that_cancel_each_other_give_zero() -> None:
    assert query_from_examples(vectors([1, 0], [-1, 0]), NONE).tolist() == [0, 0]


def test_where_both_sides_cancel_out_the_positive_one_is_left() -> None:
    """0.75 · (0.2, 0) - 0.15 · (1, 0) = (0, 0)."""
    positive = vectors([0.2, 0.96**0.5], [0.2, -(0.96**0.5)])
    np.testing.assert_allclose(query_from_examples(positive, vectors([1, 0])), [1, 0], atol=1e-6)


def test_feedback_moves_a_question_half_as_far_as_itself() -> None:
    """(1, 0) + 0.5 · (0, 1) = (1, 0.5), of length 1.1180."""
    np.testing.assert_allclose(query_with_feedback(QUERY, vectors([0, 1])), [0.894427, 0.447214], rtol=1e-5)


def test_a_question_that_feedback_only_shortens_keeps_its_direction() -> None:
    """(1, 0) - 0.5 · (1, 0) = (0.5, 0)."""
    np.testing.assert_allclose(query_with_feedback(QUERY, vectors([-1, 0])), [1, 0])
