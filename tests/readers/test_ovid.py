from __future__ import annotations

import io
from typing import TYPE_CHECKING

from semsearch.readers.formats.ovid import read_ovid
from semsearch.readers.sources import read_papers
from semsearch.records import Paper

if TYPE_CHECKING:
    from pathlib import Path


def test_a_record_becomes_a_paper_and_other_fields_stay() -> None:
    text = (
        "<8>\nAccession Number\n  0145-2015.\nAuthor\n  Bee, Ann 1;  Dee, Carl 1, 2\nInstitution\n  (1) Hive\nTitle\n"
        "  On bees.[Review Article]\nSource\n  The Hive.   8(6):1048-1064, September 2015.\nAbstract\n  They dance.\n"
        "Author Keywords\n  wax;  honey\nDOI Number\n  10.1/x\n\n<9>\nTitle\n  Wasps\nYear of Publication\n  1999\n"
    )
    first, second = read_ovid(io.StringIO(text), source="/p.txt")
    assert isinstance(first, Paper)
    assert (first.paper_id, first.title, first.kind) == ("0145-2015", "On bees.", "Review Article")
    assert (first.authors, first.year, first.venue) == (("Ann Bee", "Carl Dee"), 2015, "The Hive")
    assert (first.abstract, first.keywords, first.doi) == ("They dance.", ("wax", "honey"), "10.1/x")
    assert first.extra == {"Institution": "(1) Hive", "Source": "The Hive.   8(6):1048-1064, September 2015."}
    assert isinstance(second, Paper)
    assert (second.title, second.year) == ("Wasps", 1999)


def test_a_real_file_is_read_whole(shared_data: Path) -> None:
    path = shared_data / "exports" / "endnote_refworks" / "jabref__OvidImporterTest4.txt"
    (paper,) = read_papers([path], strict=True)
    assert (paper.venue, paper.year, paper.doi) == ("Ecohydrology", 2015, "10.1002/eco.1563")
