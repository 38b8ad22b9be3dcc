"""A paper without a key of its own still goes by the same id tomorrow."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.identity import completed, content_id, identified, is_same_paper
from semsearch.records import Paper

PAPER = Paper(title="Schrödinger's Café", abstract="Cats in boxes.", authors=("José Núñez", "Ann Lee"), year=2020)


def test_a_key_of_its_own_goes_before_all_else() -> None:
    assert identified(replace(PAPER, paper_id="cat2020", doi="10.1/X")).paper_id == "cat2020"


def test_a_doi_goes_before_a_hash_and_has_no_case() -> None:
    assert identified(replace(PAPER, doi="10.1000/ABC")).paper_id == "doi:10.1000/abc"


def test_without_both_it_is_twelve_letters_of_what_the_paper_is() -> None:
    paper_id = identified(PAPER).paper_id
    assert paper_id == content_id(PAPER)
    assert len(paper_id) == 12
    assert set(paper_id) <= set("0123456789abcdef")


@pytest.mark.parametrize(
    "title",
    [
        "SCHRÖDINGER'S CAFÉ",
        "Schrodinger's  Cafe.",
        r"Schr{\"o}dinger's Caf{\'e}",
        "<i>Schr&ouml;dinger</i>'s Caf&eacute;",
        unicodedata.normalize("NFD", "Schrödinger's Café"),
    ],
)
def test_the_id_does_not_see_how_the_title_is_written(title: str) -> None:
    assert content_id(replace(PAPER, title=title)) == content_id(PAPER)


@pytest.mark.parametrize(
    "other",
    [
        replace(PAPER, title="Another title"),
        replace(PAPER, authors=("Ann Lee", "José Núñez")),
        replace(PAPER, year=2021),
        replace(PAPER, year=None),
    ],
)
def test_title_first_author_and_year_each_make_another_paper(other: Paper) -> None:
    assert content_id(other) != content_id(PAPER)


def test_abstract_venue_and_other_authors_make_no_other_paper() -> None:
    other = replace(PAPER, abstract="Mended.", venue="Nature", authors=("Jose Nunez",), source="/elsewhere.csv")
    assert content_id(other) == content_id(PAPER)


def test_a_paper_with_a_made_title_goes_by_the_start_of_its_abstract() -> None:
    words = " ".join(f"word{n}" for n in range(60))
    one = Paper(title="Made one way", abstract=f"{words} a tpyo", title_is_made=True)
    other = Paper(title="Made otherwise", abstract=f"{words} a typo", title_is_made=True)
    assert content_id(one) == content_id(other)
    assert content_id(replace(one, abstract="Other words.")) != content_id(one)


@given(st.text(st.characters(categories=("L", "N", "P", "Z"), exclude_characters="\\$&<>{}"), min_size=1, max_size=40))
def test_an_identified_paper_keeps_its_id_and_everything_else(title: str) -> None:
    paper = Paper(title=title, abstract="Some words.")
    once = identified(paper)
    assert identified(once) == once
    assert replace(once, paper_id="") == paper


def test_the_same_doi_makes_one_paper_whatever_the_titles() -> None:
    one, other = replace(PAPER, paper_id="k", doi="10.1/A"), Paper(paper_id="k", title="Corrected", doi="10.1/a")
    assert is_same_paper(one, other)


def test_the_same_key_with_another_title_is_another_paper() -> None:
    assert not is_same_paper(replace(PAPER, paper_id="1"), Paper(paper_id="1", title="Something else"))


def test_the_same_key_and_title_is_one_paper_even_with_a_new_abstract() -> None:
    one = replace(PAPER, paper_id="cat")
    assert is_same_paper(one, replace(one, title=PAPER.title.upper(), abstract="Nothing of the old is left here."))


def test_two_notes_with_the_same_title_and_nothing_else_in_common_are_two_papers() -> None:
    one = identified(Paper(title="Introduction", abstract="This volume is on lakes and rivers."))
    other = identified(Paper(title="Introduction", abstract="Welcome to our workshop about compilers."))
    assert one.paper_id == other.paper_id
    assert not is_same_paper(one, other)


def test_of_papers_with_made_titles_half_of_all_words_have_to_be_shared() -> None:
    one = Paper(paper_id="1", title="x", abstract="a b c", title_is_made=True)
    assert is_same_paper(one, replace(one, abstract="a b c d e f"))  # 3 of 6
    assert not is_same_paper(one, replace(one, abstract="a b c d e f g"))  # 3 of 7


@pytest.mark.parametrize(
    ("paper", "completed_with_all"),
    [
        (replace(PAPER, abstract=""), PAPER),
        (replace(PAPER, title="", year=None, authors=()), PAPER),
        (replace(PAPER, title="Cats in", title_is_made=True), PAPER),
        (replace(PAPER, abstract="Dogs.", extra={"a": 1}), replace(PAPER, abstract="Dogs.", extra={"a": 1})),
    ],
)
def test_a_paper_is_completed_where_it_tells_nothing(paper: Paper, completed_with_all: Paper) -> None:
    assert completed(paper, PAPER) == completed_with_all


def test_a_made_title_completes_nothing() -> None:
    paper = replace(PAPER, title="")
    assert completed(paper, replace(PAPER, title="Cats in", title_is_made=True)) == paper


def test_fields_without_a_place_are_put_together() -> None:
    one, other = replace(PAPER, extra={"a": 1, "b": 1}), replace(PAPER, extra={"b": 2, "c": 2})
    assert completed(one, other).extra == {"a": 1, "b": 1, "c": 2}
