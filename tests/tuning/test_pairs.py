"""Pairs from files of several kinds, and what is said of files that hold none."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from semsearch.errors import BadRecordError, SourceError
from semsearch.tuning.pairs import known_pairs, named_papers, read_pairs
from semsearch.tuning.records import TuningPair

if TYPE_CHECKING:
    from pathlib import Path


def pair(question: str, paper_id: str, *rejected: str) -> TuningPair:
    return TuningPair(question=question, paper_id=paper_id, rejected=rejected)


def written(folder: Path, text: str) -> Path:
    path = folder / "pairs"
    path.write_text(text, encoding="utf-8")
    return path


TWO = [pair("how lamps shine", "lamps"), pair("where fish swim", "fish")]


@pytest.mark.parametrize(
    "text",
    [
        '{"id": 1, "text": "how lamps shine", "paper_id": "lamps"}\n\n{"query": "where fish swim", "doc_id": "fish"}',
        '[{"text": "how  lamps shine", "paper_id": "lamps"}, {"query": "where fish swim", "corpus-id": "fish"}]',
        "text\tpaper_id\nhow lamps shine\tlamps\nwhere fish swim\tfish\n",
        'paper_id,"question"\nlamps,"how lamps shine"\n\nfish,where fish swim\n',
        "query_id;Question;Paper ID\r\nq1;how lamps shine;lamps\r\nq2;where fish swim;fish\r\n",
    ],
    ids=["json lines", "json", "tsv", "csv", "semicolons"],
)
def test_pairs_are_read_from_json_lines_json_and_tables(tmp_path: Path, text: str) -> None:
    assert read_pairs(written(tmp_path, text)) == TWO


def test_a_gzipped_file_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv.gz"
    path.write_bytes(gzip.compress(b"text\tpaper_id\nhow lamps shine\tlamps\nwhere fish swim\tfish\n"))
    assert read_pairs(path) == TWO


def test_rejected_papers_come_as_a_list_or_between_semicolons(tmp_path: Path) -> None:
    of_json = written(tmp_path, '{"text": "a", "paper_id": "x", "rejected": ["y", "z", "y"]}')
    assert read_pairs(of_json) == [pair("a", "x", "y", "z")]
    of_table = written(tmp_path, "text\tpaper_id\trejected\na\tx\ty; z\nb\tx\t\n")
    assert read_pairs(of_table) == [pair("a", "x", "y", "z"), pair("b", "x")]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "holds no pair of a question and a paper"),
        ("text\tpaper_id\n", "holds no pair of a question and a paper"),
        ("how lamps shine\n", r":1 names no columns for questions and papers"),
        ('{"text": "a", "paper_id": "x"}\n{"text": "b"}\n', r":2 names no paper"),
        ('{"text": "a", "paper_id": "x"}\n{"text": " ", "paper_id": "x"}\n', r":2 holds no question"),
        ('{"text": "a", "paper_id": "x"}\n{"text": \n', r":2 is not valid JSON"),
        ('{"text": "a", "paper_id": "x"}\n[1]\n', r":2 is not a JSON object"),
        ('[{"text": "a", "paper_id": "x"}, 3]', r"Pair 2 of .* is not a JSON object"),
        ('{"text": "a", "paper_id": "x", "rejected": {"y": 1}}', r":1: rejected is not a list"),
        ('{"text": "a", "paper_id": "x", "rejected": [["y"]]}', r":1 rejects what is not the id of a paper"),
        ("text\tpaper_id\na\t\n", r":2 names no paper"),
        ('text\tpaper_id\n"a\n', r":2 has a quotation mark that is never closed"),
    ],
)
def test_what_is_no_pair_is_named_with_its_place_and_how_to_write_one(tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(SourceError, match=what) as caught:
        read_pairs(written(tmp_path, text))
    assert "Write" in caught.value.fix


def test_a_row_with_a_cell_too_many_is_no_pair_of_something_else(tmp_path: Path) -> None:
    with pytest.raises(BadRecordError, match=r":2 has 3 cells, but the header has 2") as caught:
        read_pairs(written(tmp_path, "text,paper_id\nhow lamps shine, and why,lamps\n"))
    assert "quotation marks" in caught.value.fix


def test_papers_go_by_the_ids_of_the_index_and_each_pair_counts_once() -> None:
    given = [pair("a", "10.1/x", "1706.03762"), pair("a", "x", "z"), pair("b", "x"), pair("c", "gone", "lost")]
    names = {"10.1/x": "x", "1706.03762": "y", "x": "x", "z": "z"}
    assert named_papers(given) == {"10.1/x", "1706.03762", "x", "z", "gone", "lost"}
    known = known_pairs(given, names, source="pairs")
    assert known.pairs == (pair("a", "x", "y", "z"), pair("b", "x"))
    assert known.notes == (
        "Papers that are not in the index: 2 of 6, as gone, lost; pairs left out: 1.",
        "Pairs that came more than once: 1.",
    )


def test_pairs_that_are_all_known_bring_no_notes() -> None:
    assert known_pairs(TWO, {"lamps": "lamps", "fish": "fish"}, source="pairs").notes == ()


def test_pairs_of_another_index_are_an_error() -> None:
    with pytest.raises(SourceError, match="None of the papers that pairs names is in the index, as fish, lamps"):
        known_pairs(TWO, {}, source="pairs")


def test_a_paper_cannot_be_right_and_rejected() -> None:
    given = [pair("a", "x"), pair("a", "y", "x")]
    with pytest.raises(BadRecordError, match="calls the paper x both right and rejected for 'a'"):
        known_pairs(given, {"x": "x", "y": "y"}, source="pairs")
