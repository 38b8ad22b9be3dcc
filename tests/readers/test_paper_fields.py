from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.export.json_lines import paper_as_json
from semsearch.identity import identified
from semsearch.readers.fields.authors import authors_of, given_family
from semsearch.readers.fields.names import known_fields
from semsearch.readers.fields.paper_fields import paper_of, problem_of
from semsearch.readers.fields.values import keywords_of, text_of, year_of
from semsearch.records import Paper


def _paper(**record: Any) -> Paper:
    paper = paper_of(record, source="/papers")
    assert paper is not None
    return paper


def test_our_own_names_fill_all_fields() -> None:
    paper = _paper(
        paper_id="bee2020", title="On Bees", abstract="Bees buzz.", authors=["Ann Bee"], year=2020, venue="Hive",
        doi="10.1/bees", arxiv_id="2001.00001", url="https://bees.org", keywords=["bees"], kind="article",
    )  # fmt: skip
    assert paper == Paper(
        paper_id="bee2020", title="On Bees", abstract="Bees buzz.", authors=("Ann Bee",), year=2020, venue="Hive",
        doi="10.1/bees", arxiv_id="2001.00001", url="https://bees.org", keywords=("bees",), kind="article",
        source="/papers",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("_id", "paper_id"), ("Paper Title", "title"), ("document-title", "title"), ("paperAbstract", "abstract"),
        ("summary", "abstract"), ("text", "abstract"), ("Author(s)", "authors"), ("AUTHOR NAMES", "authors"),
        ("Publication Year", "year"), ("container-title", "venue"), ("Source title", "venue"), ("Item DOI", "doi"),
        ("arXivId", "arxiv_id"), ("Link", "url"), ("Author Keywords", "keywords"), ("Document Type", "kind"),
    ],
)  # fmt: skip
def test_the_usual_names_are_known_whatever_their_spelling(name: str, field: str) -> None:
    assert field in known_fields(name)


def test_a_record_with_neither_title_nor_abstract_is_no_paper() -> None:
    assert paper_of({"id": "x", "title": "  ", "abstract": None, "description": "A tool."}, source="-") is None


def test_a_description_is_an_abstract_only_next_to_a_title() -> None:
    assert _paper(title="Bees", description="They buzz.").abstract == "They buzz."


@pytest.mark.parametrize("nothing", ["<p></p>", "\u200b", "\u200d \u2060", "<jats:p> </jats:p>&nbsp;", "\x07"])
def test_markup_and_what_no_eye_sees_is_neither_title_nor_abstract(nothing: str) -> None:
    assert paper_of({"title": nothing, "abstract": nothing}, source="-") is None
    assert problem_of({"title": nothing}) == "has neither title nor abstract"
    assert _paper(title=nothing, paper_title="Bees").title == "Bees"
    assert _paper(title=nothing, abstract="We study the dances of honey bees.").title == "Dances of honey bees"


def test_a_record_of_something_else_has_no_field_for_a_title() -> None:
    assert problem_of({"name": "x", "description": "A tool."}) == "has no field for a title or an abstract"


def test_an_abstract_without_title_gets_a_made_one() -> None:
    paper = _paper(text="We study the dances of honey bees.")
    assert (paper.title, paper.title_is_made) == ("Dances of honey bees", True)


def test_a_made_title_is_still_a_made_one_when_read_again() -> None:
    assert _paper(title="Dances", abstract="Bees dance.", title_is_made=True).title_is_made
    assert not _paper(title="Dances", abstract="Bees dance.", title_is_made=False).title_is_made


def test_unknown_fields_and_second_names_stay_under_their_own_names() -> None:
    paper = _paper(title="Bees", paper_title="Wasps", Volume=3, note="", nested={"a": [1, None]})
    assert paper.title == "Bees"
    assert paper.extra == {"paper_title": "Wasps", "Volume": 3, "nested": {"a": [1, None]}}


def test_our_own_name_beats_another_spelling_that_comes_first() -> None:
    paper = _paper(Title="Wasps", title="Bees")
    assert (paper.title, paper.extra) == ("Bees", {"Title": "Wasps"})


def test_what_a_field_cannot_hold_stays_without_taking_its_name() -> None:
    paper = _paper(title="Bees", year="in press", doi="none", source="SAGE")
    assert (paper.year, paper.doi) == (None, "")
    assert paper.extra == {"original_year": "in press", "original_doi": "none", "original_source": "SAGE"}


def test_a_name_that_is_taken_takes_no_value_away() -> None:
    paper = _paper(title="Bees", year="March 2020", original_year="x")
    assert (paper.year, paper.extra) == (2020, {"original_original_year": "March 2020", "original_year": "x"})
    assert _paper(**{"title": "Bees", "n\x00": 1, "n": 2}).extra == {"n": 1, "original_n": 2}


def test_an_unknown_field_may_say_that_it_holds_nothing() -> None:
    paper = _paper(title="Bees", score=float("nan"), rank=None, year=None, published=None, note="")
    assert paper.extra == {"score": None, "rank": None}


@pytest.mark.parametrize("name", ["Foo, Bar", "A; B", "Liu R.", "others", "Ann Bee"])
def test_the_authors_of_our_own_export_are_taken_as_they_are(name: str) -> None:
    assert _paper(paper_id="x", title="Bees", authors=[name, "Carl Dee"]).authors == (name, "Carl Dee")


def test_authors_are_read_as_ever_where_our_key_is_next_to_the_notation_of_others() -> None:
    assert _paper(paper_id="x", title="Bees", authors="Bee, Ann and Dee, Carl").authors == ("Ann Bee", "Carl Dee")
    assert _paper(paper_id="x", title="Bees", authors=[{"name": "Bee, Ann"}]).authors == ("Ann Bee",)


def test_the_source_of_our_own_export_gives_way_to_the_file() -> None:
    paper = _paper(paper_id="a", title="Bees", source="/elsewhere")
    assert (paper.source, paper.extra) == ("/papers", {})


def test_a_date_gives_the_year_and_is_kept() -> None:
    paper = _paper(title="Bees", published="2019-05-01")
    assert (paper.year, paper.extra) == (2019, {"published": "2019-05-01"})


def test_own_keys_come_before_identifiers_and_identifiers_are_kept() -> None:
    assert _paper(title="Bees", id=17, DOI="10.1/x").paper_id == "17"
    paper = _paper(title="Bees", PMID="123")
    assert (paper.paper_id, paper.extra) == ("123", {"PMID": "123"})


def test_addresses_give_identifiers() -> None:
    assert _paper(title="B", url="https://arxiv.org/abs/1706.03762v5").arxiv_id == "1706.03762"
    assert _paper(title="B", url="https://doi.org/10.1/x").doi == "10.1/x"
    assert _paper(title="B", id="https://openalex.org/W42").paper_id == "W42"
    assert _paper(title="B", id="http://arxiv.org/abs/cs/0112017v1").paper_id == "cs/0112017"


def test_records_of_services_give_all_that_they_hold() -> None:
    paper = _paper(
        title=["Bees"], abstract_inverted_index={"buzz": [1], "Bees": [0]},
        externalIds={"DOI": "10.1/x", "ArXiv": "2001.00001"},
        primary_location={"source": {"display_name": "Hive"}}, openAccessPdf={"url": "https://x.org/a.pdf"},
        versions=[{"created": "Mon, 2 Apr 2007"}], categories="math.CO cs.CG",
    )  # fmt: skip
    assert (paper.title, paper.abstract, paper.doi, paper.arxiv_id) == ("Bees", "Bees buzz", "10.1/x", "2001.00001")
    assert (paper.venue, paper.url, paper.year) == ("Hive", "https://x.org/a.pdf", 2007)
    assert paper.keywords == ("math.CO", "cs.CG")
    assert "externalIds" in paper.extra


def test_control_characters_and_half_letters_are_dropped_everywhere() -> None:
    paper = _paper(title="Be\x1bes\ud800", extra_key={"a\x00": ["b\x07", float("nan")]}, authors=["A\x00nn"])
    assert (paper.title, paper.authors, paper.extra) == ("Bees", ("Ann",), {"extra_key": {"a": ["b", None]}})


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (["Ann Bee", " Carl Dee "], ("Ann Bee", "Carl Dee")),
        ("Ann Bee; Carl Dee", ("Ann Bee", "Carl Dee")),
        ("Bee, Ann; Dee, Carl;", ("Ann Bee", "Carl Dee")),
        ("Ann Bee and Carl Dee", ("Ann Bee", "Carl Dee")),
        ("Bee, Ann and van Dee, Carl and others", ("Ann Bee", "Carl van Dee")),
        ("Ann Bee, Carl Dee, and Ed Eff", ("Ann Bee", "Carl Dee", "Ed Eff")),
        ("Bee, A., Dee, C. D.", ("A. Bee", "C. D. Dee")),
        ("Bee, Ann", ("Ann Bee",)),
        ("Liu R., Adler D.G.", ("R. Liu", "D.G. Adler")),
        ("Mack Roach, Jr., Ann Bee", ("Mack Roach Jr.", "Ann Bee")),
        ("A. Bee (Univ. of X, Y), C. Dee", ("A. Bee (Univ. of X, Y)", "C. Dee")),
        ("['Marx, Karl', 'Ann Bee']", ("Karl Marx", "Ann Bee")),
        ('["Ann Bee"]', ("Ann Bee",)),
        ([{"given": "Ann", "family": "Bee"}, {"name": "Carl Dee"}], ("Ann Bee", "Carl Dee")),
        ([{"first": "Ann", "middle": ["M."], "last": "Bee", "suffix": ""}], ("Ann M. Bee",)),
        ([{"author": {"display_name": "Ann Bee"}}], ("Ann Bee",)),
        ([{"name": "Ed X", "creatorType": "editor"}, {"name": "A B", "creatorType": "author"}], ("A B",)),
        ([{"firstName": "Ed", "lastName": "X", "creatorType": "editor"}], ("Ed X",)),
        ([{"family": "Gogh", "given": "Vincent", "non-dropping-particle": "van"}], ("Vincent van Gogh",)),
        ({"name": "Bee, Ann"}, ("Ann Bee",)),
        ([{"given": "Plato"}, 7], ("Plato",)),
        (7, None),
    ],
)  # fmt: skip
def test_authors_are_read_in_every_notation(written: object, read: tuple[str, ...] | None) -> None:
    assert authors_of(written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [("Roach, Mack, III", "Mack Roach III"), ("Ann Bee", "Ann Bee"), ("D.G. Adler", "D.G. Adler"), ("Bee,", "Bee")],
)
def test_a_single_name_is_turned_around_only_where_it_must_be(written: str, read: str) -> None:
    assert given_family(written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (2019, 2019), ("2019", 2019), ("2019-05-01", 2019), (2019.0, 2019), ("4 Feb 2014", 2014), ("2014//", 2014),
        ({"date-parts": [[2022, 2]]}, 2022), ({"raw": "1999"}, 1999), ([2001], 2001),
        ("12019", None), (1499, None), (2101, None),
        (2019.5, None), (True, None), ("soon", None), (float("nan"), None), ([], None), ({}, None), (None, None),
    ],
)  # fmt: skip
def test_a_year_is_found_or_there_is_none(written: object, read: int | None) -> None:
    assert year_of(written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (["a", {"name": "b"}, {"tag": "c"}, "", 3], ("a", "b", "c", "3")),
        ("a; b", ("a", "b")), ("a, b (c, d)", ("a", "b (c, d)")), ("a | b", ("a", "b")), ("a b", ("a b",)), (3, None),
        ("['x', 'y']", ("x", "y")), ("[broken", ("[broken",)), ("[1 2]", ("[1 2]",)),
    ],
)  # fmt: skip
def test_keywords_are_read_in_every_notation(written: object, read: tuple[str, ...] | None) -> None:
    assert keywords_of(written) == read


def test_identifiers_lose_resolver_and_version_and_what_is_none_is_kept() -> None:
    paper = _paper(title="B", doi=" https://dx.doi.org/10.1000/182\n", arxiv="arXiv:1706.03762v2 [cs.CL]")
    assert (paper.doi, paper.arxiv_id, paper.extra) == ("10.1000/182", "1706.03762", {})
    paper = _paper(title="B", doi=10, arxiv="1713.00001")
    assert (paper.doi, paper.arxiv_id) == ("", "")
    assert paper.extra == {"original_doi": 10, "arxiv": "1713.00001"}


def test_paragraphs_make_one_abstract() -> None:
    assert text_of(["One.", "Two."]) == "One.\nTwo."
    assert text_of([1]) is None
    assert text_of({"a": 1}) is None


_words = st.text(st.characters(categories=("L", "N", "P", "S"), codec="utf-8"), min_size=1, max_size=12)
_line = st.lists(_words, min_size=1, max_size=5).map(" ".join)
_name = _line
_unknown = st.dictionaries(
    st.from_regex(r"x_[a-z]{1,5}", fullmatch=True),
    st.one_of(st.none(), st.integers(-9, 9), _line, st.booleans(), st.lists(_line, min_size=1, max_size=2)),
    max_size=3,
)
_papers = st.builds(
    Paper,
    paper_id=st.from_regex(r"[a-z]{2,6}[0-9]{4}[a-z]?", fullmatch=True),
    title=_line,
    abstract=st.one_of(st.just(""), _line),
    authors=st.lists(_name, max_size=3).map(tuple),
    year=st.one_of(st.none(), st.integers(1500, 2100)),
    venue=st.one_of(st.just(""), _line),
    doi=st.one_of(st.just(""), st.from_regex(r"10\.[0-9]{4}/[a-z0-9.]{1,9}[a-z]", fullmatch=True)),
    arxiv_id=st.one_of(st.just(""), st.just("1706.03762"), st.just("cs/0112017")),
    url=st.one_of(st.just(""), st.from_regex(r"https://papers\.org/[a-z]{1,9}", fullmatch=True)),
    keywords=st.lists(_line, max_size=3).map(tuple),
    kind=st.one_of(st.just(""), st.just("article")),
    source=st.just("/papers"),
    title_is_made=st.booleans(),
    extra=_unknown,
)


@given(_papers)
def test_a_paper_exported_as_json_and_read_again_is_the_same(paper: Paper) -> None:
    assert paper_of(json.loads(paper_as_json(paper)), source="/papers") == paper


_keys = [
    "id", "paper_id", "title", "text", "authors", "date", "year", "source", "DOI", "tags", "url", "key", "x", "extra",
    "original_year", "original_title", "original_source", "paper_title", "journal", "description", "title_is_made",
]  # fmt: skip
_inner_keys = st.sampled_from(["name", "given", "a", "date-parts"])
_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_inner_keys, inner, max_size=3)),
    max_leaves=6,
)


_usual = st.sampled_from(["10.1/x", "https://arxiv.org/abs/1706.03762v2", "Bee, Ann; Dee, C.", "2020-01", "a, b"])


@given(st.dictionaries(st.sampled_from(_keys), st.one_of(_values, _usual)))
def test_whatever_was_read_comes_back_from_our_own_export_as_it_was(record: dict[str, Any]) -> None:
    paper = paper_of(record, source="-")
    if paper:
        paper = identified(paper)
        assert paper_of(json.loads(paper_as_json(paper)), source="-") == paper
