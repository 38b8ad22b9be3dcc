"""Chance by the hash of a name."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from semsearch.tuning.drawing import place_of, shuffled


@given(st.text(), st.integers(0, 1000))
def test_a_place_is_a_number_from_0_up_to_but_less_than_1_and_always_the_same(name: str, seed: int) -> None:
    place = place_of(name, seed=seed, purpose="split")
    assert 0 <= place < 1
    assert place == place_of(name, seed=seed, purpose="split")


def test_another_seed_and_another_purpose_give_another_order() -> None:
    names = [f"paper {number}" for number in range(20)]
    usual = shuffled(names, seed=0, purpose="split")
    assert sorted(usual) == sorted(names) != usual
    assert shuffled(names, seed=1, purpose="split") != usual
    assert shuffled(names, seed=0, purpose="papers") != usual


@given(st.sets(st.text(max_size=3), min_size=1))
def test_a_name_that_goes_leaves_the_order_of_the_others(names: set[str]) -> None:
    before = shuffled(names, seed=0, purpose="split")
    gone = before[len(before) // 2]
    assert shuffled(names - {gone}, seed=0, purpose="split") == [name for name in before if name != gone]


def test_places_are_spread_evenly() -> None:
    places = [place_of(str(number), seed=0, purpose="split") for number in range(1000)]
    # The mean of 1,000 even draws is 0.5 with a standard deviation of 0.009.
    assert abs(sum(places) / 1000 - 0.5) < 0.03
