"""Order and examples, with numbers worked out by hand."""

from __future__ import annotations

import numpy as np

from semsearch.ranking.order import Scored, best_first
from semsearch.ranking.rocchio import query_from_examples

NONE = np.empty((0, 2), dtype=np.float32)


def vectors(*rows: list[float]) -> np.ndarray:
    return np.asarray(rows, dtype=np.float32)


def test_the_highest_scores_come_first_and_ties_go_by_id() -> None:
    candidates = [Scored("b", 0.5), Scored("c", 0.9), Scored("a", 0.5), Scored("d", 0.1)]
    assert [each.paper_id for each in best_first(candidates, 3)] == ["c", "a", "b"]


def test_one_positive_example_is_its_own_query() -> None:
    np.testing.assert_allclose(query_from_examples(vectors([0.6, 0.8]), NONE), [0.6, 0.8], rtol=1e-6)


def test_two_positive_examples_meet_in_the_middle() -> None:
    np.testing.assert_allclose(query_from_examples(vectors([1, 0], [0, 1]), NONE), [0.5**0.5, 0.5**0.5], rtol=1e-6)


def test_a_negative_example_pushes_away_with_a_fifth_of_the_weight() -> None:
    """0.75 · (1, 0) - 0.15 · (0, 1) = (0.75, -0.15), of length 0.76485."""
    query = query_from_examples(vectors([1, 0]), vectors([0, 1]))
    np.testing.assert_allclose(query, [0.98058, -0.19612], atol=1e-5)


def test_positive_examples_that_cancel_out_give_a_finite_query() -> None:
    assert query_from_examples(vectors([1, 0], [-1, 0]), NONE).tolist() == [0, 0]
