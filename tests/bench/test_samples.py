"""Which papers are measured with, and percentiles worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.bench.records import Spread
from semsearch.bench.samples import percentile, spread, spread_places


def test_places_are_the_middles_of_equal_stretches() -> None:
    assert spread_places(10, 5) == [1, 3, 5, 7, 9]
    assert spread_places(100, 3) == [16, 50, 83]
    assert spread_places(10, 1) == [5]


def test_all_places_are_taken_where_there_are_fewer_than_wanted() -> None:
    assert spread_places(3, 20) == [0, 1, 2]


def test_nothing_is_spread_over_nothing() -> None:
    assert spread_places(0, 20) == []


@given(st.integers(1, 5000), st.integers(1, 500))
def test_places_are_distinct_and_lie_within_the_index(total: int, count: int) -> None:
    places = spread_places(total, count)
    assert places == sorted(set(places))
    assert len(places) == min(total, count)
    assert places[0] >= 0
    assert places[-1] < total


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [
        ([7.0], 0.95, 7.0),
        ([1.0, 3.0], 0.5, 2.0),
        ([30.0, 10.0, 20.0], 0.5, 20.0),
        ([0.0, 10.0, 20.0, 30.0, 40.0], 0.95, 38.0),  # place 3.8: from 30, eight tenths of the way to 40
        ([0.0, 10.0, 20.0, 30.0, 40.0], 1.0, 40.0),
    ],
)
def test_a_percentile_lies_between_its_neighbors(values: list[float], share: float, expected: float) -> None:
    assert percentile(values, share) == pytest.approx(expected)


def test_the_spread_of_times_is_their_middle_and_nearly_their_end() -> None:
    assert spread([float(number) for number in range(101)]) == Spread(p50_ms=50.0, p95_ms=95.0)
