from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.readers.fields.paper_fields import paper_of
from semsearch.readers.fields.services import Publication, publication_in, separated_authors

if TYPE_CHECKING:
    from semsearch.records import Paper


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


def _paper(record: dict[str, Any], source: str = "/p") -> Paper:
    paper = paper_of(record, source=source)
    assert paper is not None
    return paper


def test_names_in_parts_go_before_names_with_latex_in_a_snapshot_of_arxiv() -> None:
    record = {
        "id": "0704.0001",
        "title": "Bees",
        "authors": "C. Bal\\'azs, Ann Bee and J.-P. Dee Jr",
        "authors_parsed": [["Balázs", "C.", ""], ["Bee", "Ann", "", "Hive 1"], ["Dee", "J. -P.", "Jr"]],
        "versions": [{"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"}, {"created": "2009"}],
        "categories": "hep-ph cs.DS",
        "journal-ref": "The Hive 7",
    }
    paper = _paper(record)
    assert paper.authors == ("C. Balázs", "Ann Bee", "J.-P. Dee Jr")
    assert (paper.arxiv_id, paper.year, paper.venue) == ("0704.0001", 2007, "The Hive 7")
    assert paper.keywords == ("hep-ph", "cs.DS")
    assert paper.extra["original_authors"] == record["authors"]
    assert (
        "original_authors"
        not in _paper({"title": "Bees", "authors": "Ann Bee", "authors_parsed": [["Bee", "Ann"]]}).extra
    )
    assert _paper({"title": "Bees", "authors": "Ann Bee", "authors_parsed": "x"}).authors == ("Ann Bee",)


def test_a_work_of_openalex_has_its_page_its_id_at_arxiv_and_concepts_for_want_of_keywords() -> None:
    record = {
        "id": "https://openalex.org/W1",
        "title": "Bees",
        "abstract_inverted_index": {"dance.": [1], "They": [0]},
        "authorships": [{"author": {"display_name": "Ann Bee"}, "raw_affiliation_strings": ["Hive 1"]}],
        "primary_location": {"landing_page_url": "https://hive.org/1", "source": {"display_name": "The Hive"}},
        "locations": [None, {"landing_page_url": "http://arxiv.org/abs/2001.00001"}],
        "keywords": [],
        "concepts": [{"display_name": "Biology", "score": 0.9}],
    }
    paper = _paper(record)
    assert (paper.paper_id, paper.arxiv_id, paper.url) == ("W1", "2001.00001", "https://hive.org/1")
    assert (paper.abstract, paper.authors, paper.venue) == ("They dance.", ("Ann Bee",), "The Hive")
    assert paper.keywords == ("Biology",)
    assert paper.extra["authorships"] == record["authorships"]


def test_a_link_of_embase_names_the_doi() -> None:
    link = "http://sfx.library/utrecht?sid=EMBASE&id=doi:10.1000%2Fbee.1&atitle=Bees"
    assert _paper({"Title": "Bees", "Open URL Link": link}).doi == "10.1000/bee.1"
    assert _paper({"Title": "Bees", "Open URL Link": link, "DOI": "10.1000/own"}).doi == "10.1000/own"
    assert _paper({"Title": "Bees", "Open URL Link": "http://x.org"}).doi == ""


def test_initials_behind_family_names_in_a_table_of_pubmed_come_first() -> None:
    table = {
        "PMID": "1",
        "Title": "Bees",
        "Authors": "Bee A, van Dee CF, Eff E 3rd, Swarm Group.",
        "Journal/Book": "Hive",
    }
    paper = _paper(table)
    assert (paper.authors, paper.venue) == (("A Bee", "CF van Dee", "E Eff 3rd", "Swarm Group"), "Hive")
    assert _paper(table | {"Authors": None}).authors == ()


def test_the_identifier_of_a_document_in_a_table_of_ieee_is_its_kind() -> None:
    table = {"Document Title": "Bees", "Date Added To Xplore": "4 Feb 2014", "Document Identifier": "IEEE Journals"}
    assert _paper(table).kind == "IEEE Journals"


@pytest.mark.parametrize(
    ("name", "status", "venue", "year"),
    [
        ("iclr2024.json", "Poster", "ICLR", 2024),
        ("neurips2023.json.gz", "Oral", "NeurIPS", 2023),
        ("3dv2025.json", "Poster", "3DV", 2025),
        ("iclr2024.json", "Reject", "", 2024),
        ("iclr2024.json", "Desk Reject", "", 2024),
        ("iclr2024.json", "Withdraw", "", 2024),
        ("mine.json", "Poster", "", None),
    ],
)
def test_a_list_of_papercopilot_has_venue_and_year_in_its_name(
    name: str, status: str, venue: str, year: int | None
) -> None:
    record = {
        "id": "0UK8", "title": "Bees", "author": "Ann Bee;Carl Dee", "track": "main", "status": status,
        "keywords": "dance;hive", "site": "https://openreview.net/forum?id=0UK8", "abstract": "They dance.",
    }  # fmt: skip
    paper = _paper(record, f"/lists/{name}")
    assert (paper.venue, paper.year, paper.url) == (venue, year, "https://openreview.net/forum?id=0UK8")
    assert (paper.authors, paper.keywords) == (("Ann Bee", "Carl Dee"), ("dance", "hive"))
    assert paper.extra["status"] == status


@pytest.mark.parametrize("value", [None, 5, "x", [], [1], {}, [[]], [None], {"a": 1}])
@pytest.mark.parametrize(
    "key",
    ["itemType", "extra", "archiveID", "authors_parsed", "authors", "authorships", "locations", "primary_location",
     "Open URL Link", "Date Added To Xplore", "status", "track", "author", "site", "collections", "tags"],
)  # fmt: skip
def test_whatever_stands_in_a_field_of_a_service_the_record_is_read(key: str, value: object) -> None:
    base = {"title": "Bees", "author": "Ann Bee", "track": "main", "status": "Poster"}
    for more in ("itemType", "authors_parsed", "authorships", "x"):
        assert _paper(base | {more: []} | {key: value}).title == "Bees"


def test_our_own_export_is_never_read_as_that_of_a_service() -> None:
    ours = {"paper_id": "x", "title": "Bees", "authors": ["Bee, Ann"], "authors_parsed": [["Dee", "Carl"]]}
    assert _paper(ours).authors == ("Bee, Ann",)
