from __future__ import annotations

import io
import json
from typing import Any

import pytest

from semsearch.readers.fields.zotero import is_no_paper, with_collections, written_date, zotero_fields
from semsearch.readers.formats.json_documents import read_json
from semsearch.records import Paper

ITEM = {
    "key": "AAAAAAAA",
    "itemType": "journalArticle",
    "title": "Bees dance",
    "creators": [{"firstName": "Ann", "lastName": "Bee", "creatorType": "author"}],
    "tags": [{"tag": "dance"}],
    "collections": ["KKKKKKKK"],
}


def _papers(value: Any) -> list[Paper]:
    records = list(read_json(io.StringIO(json.dumps(value)), source="/p.json"))
    assert all(isinstance(record, Paper) for record in records)
    return [record for record in records if isinstance(record, Paper)]


@pytest.mark.parametrize("extra", ["Citation Key: bee2020\nDOI: 10.1000/bee\narXiv:2001.00001v2 [cs]", None])
def test_ids_in_the_field_extra_are_found_as_text_or_as_lines(extra: str | None) -> None:
    text = "tex.x: 1\ncitation key: bee2020\ndoi: 10.1000/bee\narXiv: 2001.00001"
    (paper,) = _papers(ITEM | {"extra": extra or text.split("\n")})
    assert (paper.paper_id, paper.doi, paper.arxiv_id) == ("bee2020", "10.1000/bee", "2001.00001")
    assert paper.extra["original_extra"]
    assert paper.extra["key"] == "AAAAAAAA"


def test_what_an_item_has_itself_goes_before_what_its_extra_says() -> None:
    fields = zotero_fields({"itemType": "book", "DOI": "10.1000/own", "extra": "DOI: 10.1000/other"})
    assert fields["DOI"] == "10.1000/own"
    assert zotero_fields({"itemType": "book", "DOI": "", "extra": "DOI: 10.1000/other"})["DOI"] == "10.1000/other"


def test_the_archive_of_a_preprint_names_its_arxiv_id() -> None:
    (paper,) = _papers(ITEM | {"itemType": "preprint", "repository": "arXiv", "archiveID": "arXiv:2001.00001"})
    assert (paper.arxiv_id, paper.kind) == ("2001.00001", "preprint")


@pytest.mark.parametrize("kind", ["attachment", "note", "annotation"])
def test_attachments_notes_and_annotations_are_no_papers(kind: str) -> None:
    other = {"key": "BBBBBBBB", "itemType": kind, "title": "Full Text PDF", "parentItem": "AAAAAAAA"}
    assert is_no_paper(other)
    wrapped = [{"key": each["key"], "data": each} for each in (ITEM, other)]
    for value in ([ITEM, other], {"items": [other, ITEM]}, wrapped):
        assert [paper.title for paper in _papers(value)] == ["Bees dance"]


def test_names_of_collections_in_an_export_are_keywords() -> None:
    item = {key: value for key, value in ITEM.items() if key != "collections"}
    export = {
        "config": {"label": "BetterBibTeX JSON"},
        "collections": {"K": {"name": "Insects", "items": [7]}, "L": {"name": "Empty", "items": []}, "M": None},
        "items": [item | {"itemID": 7}, item | {"itemID": 8, "title": "Ants"}],
    }
    assert [(paper.title, paper.keywords) for paper in _papers(export)] == [
        ("Bees dance", ("dance", "Insects")),
        ("Ants", ("dance",)),
    ]
    assert _papers(ITEM)[0].keywords == ("dance",)  # keys are no names


def test_collections_are_added_behind_tags() -> None:
    assert with_collections({"tags": None}, ["a"]) == {"collections": ["a"], "tags": [{"tag": "a"}]}
    assert with_collections({"x": 1}, []) == {"x": 1}


@pytest.mark.parametrize(
    ("stored", "written"),
    [("2020-07-00 July 2020", "July 2020"), ("2020-00-00 2020", "2020"), ("2020-07-01", "2020-07-01"), ("", "")],
)
def test_of_a_stored_date_what_the_user_wrote_is_kept(stored: str, written: str) -> None:
    assert written_date(stored) == written
