from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from semsearch.errors import RemovalRefusedError
from semsearch.readers.report import LeftOut, ReadingReport, unless_unread
from semsearch.readers.sources import read_papers
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BEES, WASPS = Paper(title="Bees"), Paper(title="Wasps")
SKIPPED = SkippedRecord("/a.jsonl", 3, "is not valid JSON")
DAMAGED = LeftOut("/b.gz", "is damaged or incomplete", is_damaged=True)


def test_papers_pass_where_all_was_read_or_what_was_left_out_holds_none() -> None:
    report = ReadingReport(left_out=[LeftOut("/a.pdf", "is a PDF")])
    assert list(unless_unread([BEES, WASPS], report)) == [BEES, WASPS]


@pytest.mark.parametrize(
    ("report", "unread"),
    [
        (ReadingReport(skipped=[SKIPPED]), "1 record could"),
        (ReadingReport(skipped=[SKIPPED] * 1200), "1,200 records could"),
        (ReadingReport(left_out=[DAMAGED]), "1 file could"),
        (ReadingReport(left_out=[DAMAGED, LeftOut("/a.pdf", "is a PDF"), DAMAGED]), "2 files could"),
        (ReadingReport(left_out=[DAMAGED], skipped=[SKIPPED] * 5), "1 file could"),
    ],
)
def test_what_could_not_be_read_is_counted_in_an_error_after_the_last_paper(report: ReadingReport, unread: str) -> None:
    papers = unless_unread([BEES, WASPS], report)
    assert (next(papers), next(papers)) == (BEES, WASPS)
    with pytest.raises(RemovalRefusedError) as error:
        next(papers)
    assert error.value.what == f"{unread} not be read; nothing was removed or changed."
    assert error.value.fix == "Fix the source, or remove the papers that are in there too, with --yes."


def test_what_the_reading_finds_out_on_its_way_counts() -> None:
    report = ReadingReport()

    def read() -> Iterator[Paper]:
        yield BEES
        report.skipped.append(SKIPPED)

    papers = unless_unread(read(), report)
    assert next(papers) == BEES
    with pytest.raises(RemovalRefusedError, match="1 record could not be read"):
        next(papers)


def test_a_real_file_with_a_broken_line_is_refused_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "bees.jsonl"
    path.write_text('{"title": "Bees"}\n{"title": \n{"title": "Wasps"}\n', encoding="utf-8")
    report = ReadingReport()
    papers = unless_unread(read_papers([path], report=report), report)
    assert [next(papers).title, next(papers).title] == ["Bees", "Wasps"]
    with pytest.raises(RemovalRefusedError):
        next(papers)
