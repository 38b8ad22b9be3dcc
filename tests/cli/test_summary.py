"""What was done, in a few plain lines; and a bar while it is done."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from semsearch.cli.options import year_range
from semsearch.cli.progress import encoding_progress, training_progress
from semsearch.cli.summary import (
    counted,
    info_lines,
    plan_line,
    reading_lines,
    shown_duration,
    truncation_line,
    update_lines,
)
from semsearch.readers.report import LeftOut, ReadingReport
from semsearch.records import Fingerprint, SkippedRecord, YearRange
from semsearch.reports import BuildPlan, EncodingProgress, IndexInfo, Truncation, UpdateReport
from semsearch.tuning.records import TrainingProgress

FOLDER = Path("indexes/default")
MODEL = Fingerprint(
    model="small",
    weights_sha256="",
    tokenizer_sha256="",
    pooling="mean",
    prompts=(),
    max_tokens=256,
    dim=384,
    normalization="unit",
    text_recipe="r",
)
INFO = IndexInfo(
    folder="indexes/default",
    format_version=1,
    papers=1200,
    first_year=1990,
    last_year=2026,
    fingerprint=MODEL,
    created=datetime(2026, 1, 2, 3, 4, tzinfo=UTC),
    updated=datetime(2026, 1, 3, 3, 4, tzinfo=UTC),
    store_bytes=1000,
    vector_bytes=1536,
    lexical_bytes=512,
    pending_texts=0,
)


def test_one_thing_is_singular() -> None:
    assert [counted(number, "paper") for number in (0, 1, 1200)] == ["0 papers", "1 paper", "1,200 papers"]


def test_an_update_names_what_happened_and_how_fast_it_was() -> None:
    report = UpdateReport(
        papers=199, added=190, changed=5, details_changed=1, unchanged=3, removed=2, encoded=195, seconds=6.5
    )
    (line,) = update_lines(FOLDER, report)
    assert line == (
        "indexes/default: 199 papers (190 added, 5 changed, 1 with new details only, 3 unchanged, 2 removed)"
        " · encoded 195 abstracts in 6.5 s (30/s)"
    )


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0.0, "1 ms"),
        (0.0124, "12 ms"),
        (0.9994, "999 ms"),
        (0.9996, "1.0 s"),
        (59.4, "59.4 s"),
        (59.7, "1 min 0 s"),
        (61.0, "1 min 1 s"),
        (3700.0, "1 h 1 min"),
    ],
)
def test_a_time_is_told_in_units_that_fit_it(seconds: float, shown: str) -> None:
    assert shown_duration(seconds) == shown


def test_a_speed_is_told_where_there_was_time_to_measure_it() -> None:
    (fast,) = update_lines(FOLDER, UpdateReport(papers=0, encoded=100, seconds=0.0))
    assert fast == "indexes/default: 0 papers · encoded 100 abstracts in 1 ms"
    (slow,) = update_lines(FOLDER, UpdateReport(papers=0, encoded=100, seconds=61.0))
    assert slow == "indexes/default: 0 papers · encoded 100 abstracts in 1 min 1 s (2/s)"


def test_a_repair_is_told() -> None:
    _, line = update_lines(FOLDER, UpdateReport(papers=3, unchanged=3, repaired=True))
    assert line == "the vectors were lost or damaged, so all of them were made again"


def test_repeated_and_renamed_papers_are_told() -> None:
    renamed = tuple((f"p{number}", f"p{number}-x") for number in range(12))
    _, repeated, head, first, *_, tenth, more = update_lines(
        FOLDER, UpdateReport(papers=12, repeated=1, renamed=renamed)
    )
    assert repeated == "1 record came more than once; each paper is kept once"
    assert head == "12 papers got a new id, because another paper has theirs:"
    assert (first, tenth, more) == ("  p0 → p0-x", "  p9 → p9-x", "  … and 2 more")


@pytest.mark.parametrize(
    ("truncation", "line"),
    [
        (Truncation(19, 4, 1000, 34), "4 of 19 abstracts are longer than 256 tokens; 3 % of all tokens were not seen"),
        (Truncation(1, 1, 512, 256), "1 of 1 abstract is longer than 256 tokens; 50 % of all tokens were not seen"),
        (
            Truncation(4000, 1, 800_000, 4),
            "1 of 4,000 abstracts is longer than 256 tokens; less than 1 % of all tokens were not seen",
        ),
        (
            Truncation(2, 2, 1_000_000, 999_488),
            "2 of 2 abstracts are longer than 256 tokens; 99 % of all tokens were not seen",
        ),
        (Truncation(1, 1, 8, 8), "1 of 1 abstract is longer than 256 tokens; 100 % of all tokens were not seen"),
        (
            Truncation(1, 1, 1000, 4),
            "1 of 1 abstract is longer than 256 tokens; less than 1 % of all tokens were not seen",
        ),
    ],
)
def test_truncation_is_told_in_one_line(truncation: Truncation, line: str) -> None:
    assert truncation_line(truncation, max_tokens=256) == line
    report = UpdateReport(papers=1, truncation=truncation)
    assert list(update_lines(FOLDER, replace(report, max_tokens=256)))[1:] == [line]


def test_the_first_ten_skipped_records_and_three_files_are_named() -> None:
    reading = ReadingReport(
        skipped=[SkippedRecord("/a.jsonl", line, "is no JSON") for line in range(1, 13)],
        left_out=[LeftOut(f"/{name}.pdf", "is a PDF") for name in "abcde"],
    )
    head, first, *_, tenth, more, left_out = reading_lines(reading)
    assert head == "12 records skipped:"
    assert (first, tenth, more) == ("  /a.jsonl:1: is no JSON", "  /a.jsonl:10: is no JSON", "  … and 2 more")
    assert left_out == "5 files left out: /a.pdf (is a PDF); /b.pdf (is a PDF); /c.pdf (is a PDF); and 2 more"


def test_one_file_left_out_is_named_alone_and_nothing_is_said_of_a_clean_reading() -> None:
    assert list(reading_lines(ReadingReport(left_out=[LeftOut("/a", "is empty")]))) == [
        "1 file left out: /a (is empty)"
    ]
    assert list(reading_lines(ReadingReport())) == []


def test_an_index_is_told_one_fact_a_line() -> None:
    lines = list(info_lines(INFO))
    assert lines[:6] == [
        "index    indexes/default",
        "papers   1,200",
        "years    1990 to 2026",
        "model    small",
        "sees     256 tokens of a text, as 384 numbers",
        "on disk  1000 B papers, 1.5 KiB vectors, 512 B words",
    ]
    assert lines[-1] == "format   1"
    assert lines[6].startswith("built    2026-01-0")


def test_an_index_without_years_and_with_an_interrupted_run_says_so() -> None:
    lines = list(info_lines(replace(INFO, first_year=None, last_year=None, pending_texts=64, store_bytes=3 << 40)))
    assert not [line for line in lines if line.startswith("years")]
    assert lines[-1] == "waiting  64 encoded abstracts from an interrupted run"
    assert "on disk  3072.0 GiB papers, 1.5 KiB vectors, 512 B words" in lines


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("2018", YearRange(2018, 2018)),
        ("2018:2022", YearRange(2018, 2022)),
        ("2018 : 2018", YearRange(2018, 2018)),
        ("2018:", YearRange(2018, None)),
        (":2022", YearRange(None, 2022)),
    ],
)
def test_years_are_one_or_a_range(text: str, years: YearRange) -> None:
    assert year_range(text) == years


class Terminal(io.StringIO):
    """A stream that says of itself that it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_bar_on_a_terminal_counts_abstracts(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr("sys.stderr", screen)
    with encoding_progress() as show:
        show(EncodingProgress(0, 100, 0, 5000, resumed_texts=28))
        show(EncodingProgress(64, 100, 4000, 5000, resumed_texts=28))
        show(EncodingProgress(100, 100, 5000, 5000, resumed_texts=28))
    text = screen.getvalue()
    assert text.count("continuing an interrupted run: 28 of 128 abstracts were already encoded") == 1
    assert "encoding" in text
    assert "100 of 100, " in text
    assert "abstracts/s" in text


def test_a_bar_on_a_terminal_counts_steps_of_a_training(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr("sys.stderr", screen)
    with training_progress() as show:
        show(TrainingProgress(steps=0, total_steps=56))
        show(TrainingProgress(steps=5, total_steps=56, seconds=400))
        show(TrainingProgress(steps=42, total_steps=56))
    text = screen.getvalue()
    assert text.count("56 steps to train, then judge: about 6 min 40 s from here") == 1
    assert "42/56" in text
    with training_progress() as show:
        show(TrainingProgress(steps=43, total_steps=43))
    assert "43/43" not in screen.getvalue()  # what comes after a training has no steps


def test_without_a_terminal_there_is_no_bar(capsys: pytest.CaptureFixture[str]) -> None:
    with encoding_progress() as show:
        show(EncodingProgress(0, 100, 0, 5000))
        show(EncodingProgress(100, 100, 5000, 5000))
    assert capsys.readouterr() == ("", "")


def test_a_plan_tells_time_disk_and_memory() -> None:
    plan = BuildPlan(texts=44_979, seconds=400, disk_bytes=300 * 2**20, free_bytes=3 * 2**30, memory_bytes=200 * 2**20)
    assert plan_line(plan) == (
        "44,979 abstracts to encode: about 6 min 40 s, 300.0 MiB of disk (3.0 GiB free), 200.0 MiB of memory"
    )


def test_a_plan_is_said_when_it_comes(capsys: pytest.CaptureFixture[str]) -> None:
    plan = BuildPlan(texts=1000, seconds=10, disk_bytes=2**20, free_bytes=2**30, memory_bytes=2**20)
    with encoding_progress() as show:
        show(EncodingProgress(0, 1000, 0, 100_000))
        show(EncodingProgress(64, 1000, 6400, 100_000, plan=plan))
        show(EncodingProgress(128, 1000, 12_800, 100_000))
    assert capsys.readouterr().err == f"{plan_line(plan)}\n"
