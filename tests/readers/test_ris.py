from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.readers.formats import tagged_lines
from semsearch.readers.formats.lines import TOO_LONG
from semsearch.readers.formats.ris import read_ris
from semsearch.readers.report import ReadingReport
from semsearch.readers.sources import read_papers
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from pathlib import Path

BEES = "TY  - JOUR\nTI  - Bees\nER  - \n"


def _read(text: str) -> list[Paper | SkippedRecord]:
    return list(read_ris(io.StringIO(text), source="/p.ris"))


def _papers(text: str) -> list[Paper]:
    records = _read(text)
    assert all(isinstance(record, Paper) for record in records)
    return [record for record in records if isinstance(record, Paper)]


def test_a_record_becomes_a_paper_and_other_tags_stay() -> None:
    (paper,) = _papers(
        "TY  - JOUR\nID  - bee-7\nT1  - On bees\nA1  - Bee, Ann\nA1  - van Dee, Carl\nY1  - 2020/05/06/\n"
        "JF  - The Hive\nJA  - Hive\nN2  - They dance.\nKW  - bees\nKW  - wax; honey\nDO  - http://dx.doi.org/10.1/x\n"
        "UR  - http://a.org\nUR  - http://b.org\nVL  - 3\nAD  - One\nAD  - Two\nER  - \n"
    )
    assert (paper.paper_id, paper.title, paper.authors) == ("bee-7", "On bees", ("Ann Bee", "Carl van Dee"))
    assert (paper.year, paper.venue, paper.abstract, paper.kind) == (2020, "The Hive", "They dance.", "JOUR")
    assert (paper.doi, paper.url, paper.keywords) == ("10.1/x", "http://a.org", ("bees", "wax; honey"))
    assert paper.extra == {"Y1": "2020/05/06/", "JA": "Hive", "UR": "http://b.org", "VL": "3", "AD": ["One", "Two"]}


def test_a_record_may_lack_its_first_or_its_last_line() -> None:
    text = "TI  - Ants\nER  -\n\nTY  - JOUR\nTI  - Bees\nTY  - JOUR\nTI  - Wasps"
    assert [paper.title for paper in _papers(text)] == ["Ants", "Bees", "Wasps"]


def test_what_databases_write_around_records_belongs_to_none() -> None:
    text = f"Provider: X\nContent: text/plain\n\n1.\n{BEES}NL  - Hive\n\nLink: http://a.org\n2.\n{BEES}"
    first, second = _papers(text)
    assert (first.extra, second.extra) == ({"NL": "Hive"}, {})


def test_lines_without_a_tag_go_on_with_paragraphs_and_keywords() -> None:
    (paper,) = _papers("TY  - JOUR\nTI  - Bees\nAB  - One\ntwo.\n\nThree.\nKW  - wax\nhoney\nER  - \n")
    assert (paper.abstract, paper.keywords) == ("One\ntwo.\n\nThree.", ("wax", "honey"))


@pytest.mark.parametrize(
    ("tags", "paper_id"),
    [
        ("ID  - 12\nAN  - rayyan-7", "rayyan-7"),
        ("ID  - 12", ""),
        ("ID  - bee2020\nAN  - 7", "bee2020"),
        ("AN  - 21553931", "21553931"),
    ],
)
def test_a_number_that_only_counts_records_is_no_key(tags: str, paper_id: str) -> None:
    (paper,) = _papers(f"TY  - JOUR\nTI  - Bees\n{tags}\nER  - ")
    assert paper.paper_id == paper_id
    assert ("ID" in paper.extra) == tags.startswith("ID  - 12")


def test_tags_may_have_one_space_only_if_the_types_have() -> None:
    (paper,) = _papers("TY - JOUR\nTI - Bees\nAB - They\nER -\n")
    assert (paper.title, paper.abstract) == ("Bees", "They")
    (paper,) = _papers("TY  - JOUR\nTI  - Bees\nAB  - Of\nIL - 6 and others.\nER  - \n")
    assert paper.abstract == "Of\nIL - 6 and others."


def test_authors_in_one_line_are_told_apart_and_others_stay_with_the_rest() -> None:
    (paper,) = _papers("TY  - JOUR\nTI  - T\nAU  - Bee, Ann; Dee, Carl\nER  - ")
    assert paper.authors == ("Ann Bee", "Carl Dee")
    (paper,) = _papers("TY  - JOUR\nTI  - T\nAU  - Bee, Ann\nAU  - et al.\nER  - ")
    assert (paper.authors, paper.extra) == (("Ann Bee",), {"AU": ["Bee, Ann", "et al."]})


def test_a_record_without_title_and_abstract_is_named_with_its_line() -> None:
    assert _read(f"{BEES}\nTY  - JOUR\nDO  - 10.1/x\nER  - \n")[1] == SkippedRecord(
        "/p.ris", 5, "has neither title nor abstract"
    )


def test_lines_and_records_beyond_all_measure_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tagged_lines, "LONGEST", 500)
    text = f"TY  - JOUR\nTI  - {'x' * 1000}\nER  - \n{BEES}TY  - JOUR\nTI  - Ants\n" + "N1  - more\n" * 160 + BEES
    assert [record.problem if isinstance(record, SkippedRecord) else record.title for record in _read(text)] == [
        TOO_LONG,
        "Bees",
        TOO_LONG,
        "Bees",
    ]


@given(st.lists(st.sampled_from([*"TY  - JOUR|TI  - a|ER  - |AB  -|text||  x|KW  - a".split("|"), "\0", "ER"])))
def test_no_order_of_lines_is_too_broken(lines: list[str]) -> None:
    for record in _read("\n".join(lines)):
        assert isinstance(record, SkippedRecord) or record.title


@pytest.mark.parametrize(
    ("file", "papers", "skipped"),
    [
        ("asreview__baseline.ris", 100, 0),
        ("asreview__ovid_psycinfo.ris", 6, 0),
        ("asreview__ris_issue_992.txt", 19, 0),
        ("colrev__jstor_ris.ris", 4, 0),
        ("jabref__RisImporterCorrupted.ris", 1, 0),
        ("synthesisr__scopus.ris", 92, 0),
        ("zotero_translators__004.ris", 39, 0),
    ],
)
def test_real_files_are_read_whole(shared_data: Path, file: str, papers: int, skipped: int) -> None:
    report = ReadingReport()
    assert len(list(read_papers([shared_data / "exports" / "ris" / file], report=report))) == papers
    assert len(report.skipped) == skipped
