from __future__ import annotations

import json
import os
import re
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from semsearch.errors import RemovalRefusedError, SourceError
from semsearch.readers.files import source_name
from semsearch.readers.report import LeftOut, ReadingReport, unless_unread
from semsearch.readers.sources import read_papers

if TYPE_CHECKING:
    from pathlib import Path

BEES = '{"id": "bees", "title": "Bees"}\n'
WASPS = '{"id": "wasps", "title": "Wasps"}\n'
ANTS = '{"id": "ants", "title": "Ants"}\n'


def _ids(*sources: Path | str, report: ReadingReport | None = None) -> list[str]:
    return [paper.paper_id for paper in read_papers(sources, report=report)]


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_links_to_folders_are_followed_and_each_folder_is_read_once(tmp_path: Path) -> None:
    elsewhere = _write(tmp_path / "elsewhere" / "deep" / "wasps.jsonl", WASPS)
    _write(tmp_path / "in" / "bees.jsonl", BEES)
    _write(tmp_path / "in" / "z" / "ants.jsonl", ANTS)
    (tmp_path / "in" / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "in" / "again").symlink_to(tmp_path / "elsewhere" / "deep")
    (tmp_path / "in" / "z" / "loop").symlink_to(tmp_path / "in")
    report = ReadingReport()
    papers = list(read_papers([tmp_path / "in"], report=report))
    assert [(paper.paper_id, paper.source) for paper in papers] == [
        ("bees", str(tmp_path / "in" / "bees.jsonl")),
        ("wasps", str(elsewhere)),
        ("ants", str(tmp_path / "in" / "z" / "ants.jsonl")),
    ]
    assert report.left_out == []


def test_a_source_is_the_same_by_whatever_links_it_is_reached(tmp_path: Path) -> None:
    path = _write(tmp_path / "real" / "bees.jsonl", BEES)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "bees").symlink_to(path)
    for source in (tmp_path / "link", tmp_path / "link" / "bees.jsonl", tmp_path / "bees"):
        assert [paper.source for paper in read_papers([source])] == [str(path)]
        assert str(path).startswith(source_name(source))
    assert _ids(tmp_path / "bees", tmp_path / "link", path) == ["bees"]


def test_a_link_is_recognized_by_its_own_name(tmp_path: Path) -> None:
    blob = _write(tmp_path / "blobs" / "a1b2.py", "abstract\nBees buzz around.\n")
    (tmp_path / "papers.csv").symlink_to(blob)
    assert [paper.abstract for paper in read_papers([tmp_path / "papers.csv"])] == ["Bees buzz around."]


def test_a_name_is_given_even_to_what_does_not_exist(tmp_path: Path) -> None:
    assert source_name("-") == "-"
    assert source_name(tmp_path / "a" / ".." / "gone") == str(tmp_path / "gone")
    assert source_name("/a\0b") == "/a\0b"
    (tmp_path / "lost").symlink_to(tmp_path / "nowhere")
    assert source_name(tmp_path / "lost") == str(tmp_path / "lost")


def test_pipes_and_devices_in_a_folder_are_left_out_without_opening_them(tmp_path: Path) -> None:
    _write(tmp_path / "bees.jsonl", BEES)
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "to_pipe.jsonl").symlink_to(tmp_path / "pipe.jsonl")
    (tmp_path / "zeros.jsonl").symlink_to("/dev/zero")
    report = ReadingReport()
    assert _ids(tmp_path, report=report) == ["bees"]
    assert report.left_out == [
        LeftOut(str(tmp_path / name), "is a pipe or a device, not a file")
        for name in ("pipe.jsonl", "to_pipe.jsonl", "zeros.jsonl")
    ]


def test_links_that_lead_nowhere_or_in_circles_are_damaged(tmp_path: Path) -> None:
    _write(tmp_path / "bees.jsonl", BEES)
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    (tmp_path / "lost").symlink_to(tmp_path / "nowhere")
    report = ReadingReport()
    assert _ids(tmp_path, report=report) == ["bees"]
    assert report.left_out == [
        LeftOut(str(tmp_path / "circle"), "cannot be read: Too many levels of symbolic links", is_damaged=True),
        LeftOut(str(tmp_path / "lost"), "does not exist", is_damaged=True),
    ]


def test_an_index_in_a_folder_is_passed_over_silently_and_what_lies_next_to_it_is_read(tmp_path: Path) -> None:
    for name in ("papers.sqlite", "papers.sqlite-wal", "staging.sqlite", "vectors-3.faiss", "write.lock", "writer.pid"):
        _write(tmp_path / "index" / name, "not for reading")
    _write(tmp_path / "index" / "lexical" / "meta.json", ANTS)
    _write(tmp_path / "index" / "bees.jsonl", BEES)
    _write(tmp_path / "lexical" / "wasps.jsonl", WASPS)
    report = ReadingReport()
    assert _ids(tmp_path, report=report) == ["bees", "wasps"]
    assert report.left_out == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", '{"id": "x", "title": ""}\n'),
        ("a.jsonl", '{"id": "x", "title": "<p></p>"}\n'),
        ("a.csv", "title,abstract\nBees,buzz,hum\n"),
        ("a.csv", "title,year\n,2020\n"),
        ("a.jsonl", '{"id": "x"}\n{"title": \n'),
    ],
)
def test_a_file_of_bad_records_alone_keeps_papers_from_being_removed(tmp_path: Path, name: str, text: str) -> None:
    _write(tmp_path / name, text)
    _write(tmp_path / "bees.jsonl", BEES)
    report = ReadingReport()
    papers = unless_unread(read_papers([tmp_path], report=report), report)
    assert next(papers).paper_id == "bees"
    with pytest.raises(RemovalRefusedError, match="1 file could not be read"):
        next(papers)
    assert (report.left_out[0].path, report.left_out[0].is_damaged) == (str(tmp_path / name), True)
    with pytest.raises(SourceError, match="holds no papers"):
        _ids(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package.json", '{"name": "x", "description": "A tool."}'),
        ("names.json", '["a", "b"]'),
        ("notes.txt", "buy honey\n"),
    ],
)
def test_a_file_about_something_else_keeps_nothing_from_being_removed(tmp_path: Path, name: str, text: str) -> None:
    _write(tmp_path / name, text)
    _write(tmp_path / "bees.jsonl", BEES)
    report = ReadingReport()
    assert [paper.paper_id for paper in unless_unread(read_papers([tmp_path], report=report), report)] == ["bees"]
    assert [left.path for left in report.left_out] == [str(tmp_path / name)]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (
            b'{"records":\n[{"title": "Wasps"}, {"title": "An',
            "line 2 is not valid JSON: Unterminated string starting at",
        ),
        ("ミツバチはダンスで伝える。".encode("shift_jis"), "is not UTF-8"),
    ],
)
def test_what_cannot_be_read_to_its_end_is_damaged_in_a_folder_and_an_error_if_named(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    _write(tmp_path / "bees.jsonl", BEES)
    path = tmp_path / "cut.json"
    path.write_bytes(content)
    report = ReadingReport()
    assert "bees" in _ids(tmp_path, report=report)
    assert report.left_out == [LeftOut(str(path), reason, is_damaged=True)]
    with pytest.raises(SourceError, match=re.escape(reason.removeprefix("line "))):
        _ids(path)


@pytest.mark.parametrize("name", ["x" * 300, "x" * 5000])
def test_a_path_that_is_too_long_is_an_error_of_ours(tmp_path: Path, name: str) -> None:
    with pytest.raises(SourceError, match="cannot be read: File name too long"):
        _ids(tmp_path / name)
    with pytest.raises(SourceError, match="cannot be read: File name too long"):
        _ids(tmp_path / name / "papers.jsonl")


def test_a_source_in_a_closed_folder_is_an_error_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = _write(tmp_path / "bees.jsonl", BEES)
    monkeypatch.setattr("os.stat", denied)
    with pytest.raises(SourceError, match=r"bees\.jsonl cannot be read: Permission denied"):
        _ids(path)


def test_files_whose_undecodable_names_look_alike_are_both_read(tmp_path: Path) -> None:
    for byte in (b"\xe8", b"\xe9"):
        with open(os.fsencode(tmp_path) + b"/caf" + byte + b".jsonl", "w") as file:  # noqa: PTH123 - bytes
            file.write(json.dumps({"title": f"Title {byte!r}"}))
    assert len({paper.source for paper in read_papers([tmp_path])}) == 2


def test_pipes_go_by_the_name_of_standard_input_and_are_all_read(tmp_path: Path) -> None:
    pipes = [tmp_path / "one", tmp_path / "two"]
    for pipe in pipes:
        os.mkfifo(pipe)
        Thread(target=pipe.write_text, args=[json.dumps({"title": f"Title {pipe.name}"})], daemon=True).start()
    papers = list(read_papers(pipes))
    assert [paper.title for paper in papers] == ["Title one", "Title two"]
    assert {paper.source for paper in papers} == {"-"}
