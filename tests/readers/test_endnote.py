from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from semsearch.readers.formats.endnote import read_endnote
from semsearch.readers.sources import read_papers
from semsearch.records import Paper

if TYPE_CHECKING:
    from pathlib import Path


def _papers(text: str) -> list[Paper]:
    return [record for record in read_endnote(io.StringIO(text), source="/p.enl") if isinstance(record, Paper)]


def test_a_record_becomes_a_paper_and_other_tags_stay() -> None:
    (paper,) = _papers(
        "%0 Journal Article\n%F bee20\n%T On bees\n%A Bee, Ann\n%A Dee, Carl\n%J The Hive\n%D 2020\n%V 3\n"
        "%@ 1234-5678\n%R 10.1/x\n%U http://a.org\n%K wax, honey\n%X They dance.\n\nTwice.\n"
    )
    assert (paper.paper_id, paper.title, paper.authors) == ("bee20", "On bees", ("Ann Bee", "Carl Dee"))
    assert (paper.year, paper.venue, paper.doi, paper.url) == (2020, "The Hive", "10.1/x", "http://a.org")
    assert (paper.keywords, paper.abstract, paper.kind) == (
        ("wax", "honey"),
        "They dance.\n\nTwice.",
        "Journal Article",
    )
    assert paper.extra == {"%V": "3", "%@": "1234-5678"}


@pytest.mark.parametrize(
    "text",
    [
        "%T Bees\n%0 Book\n\n%T Wasps\n%0 Book\n",
        "%0 Book\n%T Bees\n%0 Book\n%T Wasps\n",
        "%A Bee\n%T Bees\n\n\n%A Dee\n%T Wasps\n",
        "%0 Book\n%T Bees\n%X One.\n\n%U http://a.org\n\n%0 Book\n%T Wasps",
    ],
)
def test_records_are_told_apart_by_blank_lines_or_their_types(text: str) -> None:
    assert [paper.title for paper in _papers(text)] == ["Bees", "Wasps"]


def test_real_files_are_read_whole(shared_data: Path) -> None:
    folder = shared_data / "exports" / "endnote_refworks"
    assert len(list(read_papers([folder / "colrev__ais_enl.txt"], strict=True))) == 6
    assert len(list(read_papers([folder / "colrev__enl_data.enl"], strict=True))) == 3
