"""Which papers pass a filter, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine.updating import update_index
from semsearch.errors import UsageError
from semsearch.records import Filters, Paper, YearRange
from semsearch.store.reader import StoreReader

if TYPE_CHECKING:
    from collections.abc import Iterator

PAPERS = [
    Paper(
        paper_id="bengio",
        title="A",
        authors=("Yoshua Bengio", "Léon Bottou"),
        year=2003,
        venue="Journal of Machine Learning Research",
        keywords=("language models", "neural networks"),
    ),
    Paper(
        paper_id="samy", title="B", authors=("S. Bengio",), year=2015, venue="NeurIPS", keywords=("neural", "networks")
    ),
    Paper(paper_id="maaten", title="C", authors=("Laurens van der Maaten",), year=2008, venue="J. Mach. Learn. Res."),
    Paper(paper_id="david", title="D", authors=("Shai Ben-David", "Wei Wang"), venue="ALT, 100% online"),
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoreReader]:
    folder = tmp_path_factory.mktemp("filters")
    update_index(folder, PAPERS, encoder=HashedWordsEncoder())
    reader = StoreReader.open(folder)
    yield reader
    reader.close()


def passing(store: StoreReader, filters: Filters) -> list[str]:
    return [paper.paper_id for paper in store.papers_at(store.rows_passing(filters)).values()]


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (2003, 2008, ["bengio", "maaten"]),
        (2009, None, ["samy"]),
        (None, 2003, ["bengio"]),
        (None, None, ["bengio", "samy", "maaten"]),
        (2020, None, []),
    ],
)
def test_a_range_of_years_holds_both_ends_and_no_paper_without_a_year(
    store: StoreReader, first: int | None, last: int | None, expected: list[str]
) -> None:
    assert passing(store, Filters(years=YearRange(first, last))) == expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("Bengio", ["bengio", "samy"]),
        ("bengio", ["bengio", "samy"]),
        ("Yoshua Bengio", ["bengio"]),
        ("Bengio, Yoshua", ["bengio"]),
        ("Y. Bengio", ["bengio"]),
        ("Samy Bengio", ["samy"]),
        ("Bengio, S.", ["samy"]),
        ("Leon Bottou", ["bengio"]),
        ("Yoshua Bottou", []),
        ("van der Maaten", ["maaten"]),
        ("van der Maaten, Laurens", ["maaten"]),
        ("L Maaten", ["maaten"]),
        ("Bengio Y", ["bengio"]),
        ("van der Maaten L", ["maaten"]),
        ("Ben-David", ["david"]),
        ("Ben-David, S.", ["david"]),
        ("Wang Wei", ["david"]),
        ("Beng", []),
        ("%", None),
    ],
)
def test_an_author_is_found_by_surname_and_initials_whatever_the_accents(
    store: StoreReader, asked: str, expected: list[str] | None
) -> None:
    if expected is None:
        with pytest.raises(UsageError, match="holds no letter"):
            passing(store, Filters(authors=(asked,)))
    else:
        assert passing(store, Filters(authors=(asked,))) == expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("machine learning", ["bengio"]),
        ("Machine-Learning RESEARCH", ["bengio"]),
        ("learning machine", []),
        ("neurips", ["samy"]),
        ("Neur", []),
        ("100%", ["david"]),
        ("a_t", []),
    ],
)
def test_a_venue_is_found_by_whole_words_in_their_order(store: StoreReader, asked: str, expected: list[str]) -> None:
    assert passing(store, Filters(venues=(asked,))) == expected


def test_words_of_one_keyword_do_not_reach_into_the_next(store: StoreReader) -> None:
    assert passing(store, Filters(keywords=("neural networks",))) == ["bengio"]
    assert passing(store, Filters(keywords=("neural",))) == ["bengio", "samy"]


def test_one_of_several_values_will_do_but_every_filter_must_pass(store: StoreReader) -> None:
    assert passing(store, Filters(venues=("NeurIPS", "ALT"))) == ["samy", "david"]
    assert passing(store, Filters(authors=("Bengio",), years=YearRange(2010, None))) == ["samy"]


def test_ids_that_are_not_there_pass_nothing(store: StoreReader) -> None:
    assert passing(store, Filters(paper_ids=frozenset({"samy", "nobody"}))) == ["samy"]
    assert passing(store, Filters(paper_ids=frozenset())) == []


def test_very_many_values_and_very_large_years_are_no_trouble(store: StoreReader) -> None:
    many = tuple(f"Nobody{number}" for number in range(3000))
    assert passing(store, Filters(authors=(*many, "Bottou"))) == ["bengio"]
    assert passing(store, Filters(years=YearRange(-(10**30), 10**30))) == ["bengio", "samy", "maaten"]
