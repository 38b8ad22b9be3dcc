"""Records are values: they do not change, and equal content makes equal records."""

from __future__ import annotations

import dataclasses
import inspect

import pytest

from semsearch import records
from semsearch.records import Filters, Hit, Paper, YearRange
from semsearch.reports import Truncation

RECORDS = [
    record
    for _, record in inspect.getmembers(records, inspect.isclass)
    if dataclasses.is_dataclass(record) and record.__module__ == records.__name__
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_every_record_is_frozen_and_slotted(record: type) -> None:
    assert record.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert "__slots__" in vars(record)


def test_a_paper_cannot_be_changed() -> None:
    paper = Paper(title="Fixed")
    with pytest.raises(dataclasses.FrozenInstanceError):
        paper.title = "Other"  # type: ignore[misc]


def test_papers_of_equal_content_are_one_in_a_set_even_with_extra_fields() -> None:
    one = Paper(paper_id="a", extra={"pages": [1, 2]})
    other = Paper(paper_id="a", extra={"pages": [1, 2]})
    assert {one, other} == {one}
    assert one != Paper(paper_id="a", extra={"pages": [1, 3]})


def test_filters_are_true_only_if_one_is_set() -> None:
    assert not Filters()
    assert Filters(years=YearRange(2018, 2022))
    assert Filters(authors=("Hinton",))


def test_filters_that_allow_no_id_at_all_are_filters() -> None:
    assert Filters(paper_ids=frozenset())


def test_a_hit_goes_by_the_id_of_its_paper() -> None:
    assert Hit(paper=Paper(paper_id="a"), rank=1, score=0.5).paper_id == "a"


def test_truncations_add_up() -> None:
    total = Truncation(texts=2, cut_texts=1, tokens=300, cut_tokens=44) + Truncation(texts=3, tokens=90)
    assert total == Truncation(texts=5, cut_texts=1, tokens=390, cut_tokens=44)
