"""Tests of differences, worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.significance import holm, mean_interval, randomization_p


def test_few_differences_are_tested_with_all_their_signs() -> None:
    # The sum is 0.5. Of the 16 ways to choose the signs, two give ±0.7, and four ±0.5; the others are nearer to 0.
    assert randomization_p([0.1, 0.2, -0.1, 0.3]) == pytest.approx(6 / 16)


def test_four_differences_of_one_sign_are_no_proof() -> None:
    assert randomization_p([0.1, 0.2, 0.3, 0.4]) == pytest.approx(2 / 16)


def test_many_differences_of_one_sign_are_as_good_as_a_proof() -> None:
    assert randomization_p([0.1] * 40) == pytest.approx(2 / 10_000)  # the finest that 9,999 resamples can tell


@pytest.mark.parametrize("differences", [[], [0.5], [0.0, 0.0, 0.0]])
def test_where_there_is_nothing_to_test_nothing_is_proven(differences: list[float]) -> None:
    assert randomization_p(differences) == 1.0


@given(st.lists(st.integers(-8, 8).map(lambda eighths: eighths / 8), min_size=2, max_size=20))
def test_p_is_a_share_and_the_same_in_every_run_and_for_the_other_direction(differences: list[float]) -> None:
    p_value = randomization_p(differences)
    assert 0 < p_value <= 1
    assert randomization_p(differences) == p_value
    assert randomization_p([-each for each in differences]) == pytest.approx(p_value, abs=0.03)


def test_the_interval_is_that_of_student() -> None:
    interval = mean_interval([1.0, 2.0, 3.0])  # mean 2, s = 1, t(2) = 4.302653
    assert interval is not None
    assert interval.low == pytest.approx(2 - 4.302653 / 3**0.5, abs=1e-6)
    assert interval.high == pytest.approx(2 + 4.302653 / 3**0.5, abs=1e-6)


def test_one_question_has_no_interval_and_equal_differences_have_a_point() -> None:
    assert mean_interval([0.5]) is None
    interval = mean_interval([0.5, 0.5])
    assert interval is not None
    assert (interval.low, interval.high) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("p_values", "adjusted"),
    [
        ([], []),
        ([0.2], [0.2]),
        ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]),  # 3 · 0.01, then 2 · 0.03, then 1 · 0.04, but never falling
        ([0.5, 0.9], [1.0, 1.0]),
    ],
)
def test_holm_multiplies_by_the_tests_that_are_left(p_values: list[float], adjusted: list[float]) -> None:
    assert holm(p_values) == pytest.approx(adjusted)
