from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from semsearch.readers.formats.web_of_science import read_web_of_science
from semsearch.readers.sources import read_papers
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from pathlib import Path


def test_a_record_becomes_a_paper_and_other_tags_stay() -> None:
    text = (
        "FN Web of Science\nVR 1.0\nPT J\nAU Bee, A\n   Dee, C\nAF Bee, Ann\n   Dee, Carl, III\nCA Hive Group\n"
        "TI On the dance\n   of bees\nSO HIVE\nDT Article\nDE wax; honey\nAB They\n   dance.\nCR One, 1990\n"
        "   Two, 1991\nDI 10.1/x\nPD JUL 15\nPY 2006\nUT WOS:0001\nER\n\nPT J\nPY 2007\nER\n\nPT J\nTI Wasps\nEF\n"
    )
    paper, skipped, last = read_web_of_science(io.StringIO(text), source="/p.ciw")
    assert isinstance(paper, Paper)
    assert (paper.paper_id, paper.title, paper.abstract) == ("WOS:0001", "On the dance of bees", "They dance.")
    assert (paper.authors, paper.year, paper.venue) == (("Ann Bee", "Carl Dee III", "Hive Group"), 2006, "HIVE")
    assert (paper.doi, paper.keywords, paper.kind) == ("10.1/x", ("wax", "honey"), "Article")
    assert paper.extra == {"PT": "J", "AU": ["Bee, A", "Dee, C"], "CR": ["One, 1990", "Two, 1991"], "PD": "JUL 15"}
    assert skipped == SkippedRecord("/p.ciw", 24, "has neither title nor abstract")
    assert isinstance(last, Paper)


def test_addresses_of_mail_are_no_part_of_a_name() -> None:
    text = "PT J\nTI Bees\nAU Bee, Ann B. (ann@hive.org) \n   Dee, Carl (the elder)\nER\n"
    (paper,) = read_web_of_science(io.StringIO(text), source="/p.txt")
    assert isinstance(paper, Paper)
    assert paper.authors == ("Ann B. Bee", "Carl (the elder) Dee")


@pytest.mark.parametrize(
    ("file", "papers"),
    [
        ("wos_tagged/metaknowledge__ManyAuthors.isi", 500),
        ("wos_tagged/metaknowledge__testFile.isi", 34),
        ("wos_tagged/synthesisr__zoorec.txt", 134),
        ("wos_tagged/jabref__IsiImporterTestInspec.isi", 2),
        ("ris/rispy__example_wos.ris", 2),
    ],
)
def test_real_files_are_read_whole(shared_data: Path, file: str, papers: int) -> None:
    assert len(list(read_papers([shared_data / "exports" / file], strict=True))) == papers
