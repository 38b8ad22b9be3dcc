from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.json_values import plain

_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.binary(),
    st.dates(),
    st.decimals(allow_nan=False),  # a signaling NaN cannot be a key
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(
        st.lists(inner),
        st.tuples(inner, inner),
        st.frozensets(_SCALARS),
        st.dictionaries(_SCALARS, inner),
    ),
    max_leaves=15,
)


@pytest.mark.parametrize("value", [None, True, False, 0, -7, 2.5, "", "naïve", [], {}])
def test_what_json_knows_stays(value: Any) -> None:
    assert plain(value) == value
    assert type(plain(value)) is type(value)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_numbers_that_json_does_not_know_become_null(value: float) -> None:
    assert plain({"score": [value, 1.0]}) == {"score": [None, 1.0]}


def test_texts_and_keys_lose_their_control_characters() -> None:
    assert plain({"k\x1bey": "a\x00b\ud800c"}) == {"key": "abc"}


def test_keys_become_strings() -> None:
    assert plain({1: "a", None: "b", (2, 3): "c"}) == {"1": "a", "None": "b", "(2, 3)": "c"}


def test_any_mapping_becomes_a_dict_and_any_sequence_a_list() -> None:
    value = plain(MappingProxyType({"pair": (1, [2, (3,)])}))
    assert value == {"pair": [1, [2, [3]]]}
    assert type(value) is dict


def test_sets_become_sorted_lists() -> None:
    assert plain({"b", "c", "a\x07"}) == ["a", "b", "c"]
    assert plain(frozenset({2, 10, "x"})) == [10, 2, "x"]


def test_whatever_json_does_not_know_becomes_its_text() -> None:
    value = [date(2026, 12, 1), Decimal("1.50"), PurePosixPath("a/b\x1b")]
    assert plain(value) == ["2026-12-01", "1.50", "a/b"]


def test_a_value_nested_too_deep_keeps_its_inside_as_text() -> None:
    value: Any = "core\x1b"
    for _ in range(102):
        value = [value]
    shown = plain(value)
    for _ in range(100):
        (shown,) = shown
    assert shown == "[['core\\x1b']]"


@pytest.mark.parametrize("levels", [99, 500, 5000])
def test_no_nesting_is_too_deep(levels: int) -> None:
    value: Any = []
    for _ in range(levels):
        value = {"inner": value}
    assert json.loads(json.dumps(plain(value))) == plain(value)


@given(_VALUES)
def test_every_plain_value_is_valid_json_in_utf_8(value: Any) -> None:
    text = json.dumps(plain(value), allow_nan=False, ensure_ascii=False)
    assert json.loads(text.encode()) == plain(value)


@given(_VALUES)
def test_a_plain_value_stays_as_it_is(value: Any) -> None:
    assert plain(plain(value)) == plain(value)
