from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from semsearch.readers.formats.nbib import read_nbib
from semsearch.readers.sources import read_papers
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from pathlib import Path


def _papers(text: str) -> list[Paper]:
    records = list(read_nbib(io.StringIO(text), source="/p.nbib"))
    assert not any(isinstance(record, SkippedRecord) for record in records)
    return [record for record in records if isinstance(record, Paper)]


def test_a_record_of_pubmed_becomes_a_paper_and_other_tags_stay() -> None:
    (paper,) = _papers(
        "\nPMID- 77\nOWN - NLM\nDP  - 2020 Jan 15\nTI  - On the dance\n      of bees.\nLID - S1(2)9 [pii]\n"
        "LID - 10.1/x [doi]\nAB  - They \n      dance.\nFAU - Bee, Ann A\nAU  - Bee AA\nCN  - Hive Group\n"
        "PT  - Journal Article\nPT  - Review\nJT  - The Hive\nTA  - Hive\nOT  - wax\nOT  - honey\nMH  - *Bees\n"
    )
    assert (paper.paper_id, paper.title, paper.abstract) == ("77", "On the dance of bees.", "They dance.")
    assert (paper.authors, paper.year, paper.venue) == (("Ann A Bee", "Hive Group"), 2020, "The Hive")
    assert (paper.doi, paper.keywords, paper.kind) == ("10.1/x", ("wax", "honey"), "Journal Article")
    assert paper.extra == {
        "OWN": "NLM", "DP": "2020 Jan 15", "LID": "S1(2)9 [pii]", "AU": "Bee AA", "PT": "Review", "TA": "Hive",
        "MH": "*Bees",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "author"),
    [("AU  - Bee AB", "AB Bee"), ("AU  - van Dee C Jr", "C van Dee Jr"), ("FAU - McBee, Luke A", "Luke A McBee")],
)
def test_initials_stand_behind_the_name_only_where_no_comma_does(name: str, author: str) -> None:
    assert _papers(f"PMID- 1\nTI  - T\n{name}\n")[0].authors == (author,)


def test_records_of_eric_begin_after_a_blank_line() -> None:
    first, second = _papers(
        "\nOWN - ERIC\nTI  - Bees\nAU  - Bee, Ann\nAID - http://dx.doi.org/10.1/x\nOID - EJ1\nDP  - 2000\n"
        "ISSN - ISSN-1\nLID - http://eric.ed.gov/?id=EJ1\n\nOWN - ERIC\nTI  - Wasps\nOID - EJ2\n"
    )
    assert (first.paper_id, first.doi, first.url, first.year) == ("EJ1", "10.1/x", "http://eric.ed.gov/?id=EJ1", 2000)
    assert (second.paper_id, second.title) == ("EJ2", "Wasps")


def test_records_may_lack_the_line_between_them_and_spaces_in_their_tags() -> None:
    text = "PMID-1\nTI- Bees\nPMID- 2\nTI  - Wasps\n\nNo line of a record.\n"
    assert [(paper.paper_id, paper.title) for paper in _papers(text)] == [("1", "Bees"), ("2", "Wasps")]


@pytest.mark.parametrize(
    ("file", "papers"),
    [
        ("nbib/metaknowledge__medline_test.medline", 175),
        ("nbib/synthesisr__PubMed_example.txt", 3),
        ("nbib/zotero_translators__007.nbib", 2),
        ("endnote_refworks/synthesisr__res_synth_methods.txt", 2),
    ],
)
def test_real_files_are_read_whole(shared_data: Path, file: str, papers: int) -> None:
    assert len(list(read_papers([shared_data / "exports" / file], strict=True))) == papers
