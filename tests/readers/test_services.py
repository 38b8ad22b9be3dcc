from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.readers.fields.paper_fields import paper_of
from semsearch.readers.fields.services import Publication, publication_in, separated_authors


@pytest.mark.parametrize(
    ("names", "separated"),
    [
        ("Ann A. BeeCarl DeeEd Eff", "Ann A. Bee; Carl Dee; Ed Eff"),
        ("A. B. BeeC. Dee", "A. B. Bee; C. Dee"),
        ("Zoë PeñaÁlvaro Núñez", "Zoë Peña; Álvaro Núñez"),
        ("DeHao BeeWenGuang DeeWonWoo Ro", "DeHao Bee; WenGuang Dee; WonWoo Ro"),
        ("Bo Yang 杨博Kai Lu 卢凯", "Bo Yang 杨博; Kai Lu 卢凯"),
        ("Ann McDonaldCarl DeVitoEd MacKay", "Ann McDonald; Carl DeVito; Ed MacKay"),
        ("Ann LeCunCarl FitzGeraldEd VanDerBilt", "Ann LeCun; Carl FitzGerald; Ed VanDerBilt"),
    ],
)
def test_names_without_a_space_between_them_are_separated(names: str, separated: str) -> None:
    assert separated_authors(names) == separated


@pytest.mark.parametrize("names", ["", "Ann Bee", "Ann McDonald", "DeHao Bee", "Ann DeSantos Bee", "PlatoZeno", "IBM"])
def test_single_names_and_unclear_ones_stay(names: str) -> None:
    assert separated_authors(names) == names


@given(st.lists(st.from_regex(r"[A-Z][a-z]{4,8} ([A-Z]\. )?[A-Z][a-z]{5,9}", fullmatch=True), min_size=1, max_size=6))
def test_plain_names_are_always_separated(names: list[str]) -> None:
    assert separated_authors("".join(names)) == "; ".join(names)


def test_the_authors_of_a_table_from_springer_are_separated_and_those_of_others_stay() -> None:
    springer = {"Item Title": "Bees", "Item DOI": "10.1/x", "Authors": "Ann BeeCarl Dee"}
    paper = paper_of(springer, source="/p")
    assert paper is not None
    assert (paper.title, paper.authors, paper.extra) == ("Bees", ("Ann Bee", "Carl Dee"), {})
    other = paper_of({"Title": "Bees", "Authors": "Mary JoAnn Bee"}, source="/p")
    assert other is not None
    assert other.authors == ("Mary JoAnn Bee",)


@pytest.mark.parametrize(
    ("source", "publication"),
    [
        ("The Hive (2014) 3:3 (152-160). Date of Publication: 2014", Publication("The Hive", 2014)),
        ("Hive (London) (2019) 54 (83-86). Date of Publication: 1 Jan 2020", Publication("Hive (London)", 2019)),
        ("The Hive (2014)", None),
        ("/home/ann/papers (2014) final.csv", None),
        ("SAGE", None),
        ("", None),
    ],
)
def test_a_source_of_embase_names_journal_and_year(source: str, publication: Publication | None) -> None:
    assert publication_in(source) == publication


def test_a_source_of_embase_fills_only_what_is_empty_and_is_kept() -> None:
    source = "The Hive (2014) 3:3 (152-160). Date of Publication: 2014"
    paper = paper_of({"Title": "Bees", "Source": source}, source="/p")
    assert paper is not None
    assert (paper.venue, paper.year, paper.extra) == ("The Hive", 2014, {"Source": source})
    other = paper_of({"Title": "Bees", "Publication Year": "2015", "Journal": "Wax", "Source": source}, source="/p")
    assert other is not None
    assert (other.venue, other.year) == ("Wax", 2015)
