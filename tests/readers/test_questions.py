from __future__ import annotations

import gzip
import io
from typing import TYPE_CHECKING

import pytest

from semsearch.errors import SourceError
from semsearch.readers.questions import read_paper_ids, read_queries
from semsearch.records import Query

if TYPE_CHECKING:
    from pathlib import Path


def _file(folder: Path, text: str) -> Path:
    path = folder / "questions.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_each_line_is_a_question_that_goes_by_its_number(tmp_path: Path) -> None:
    assert read_queries(_file(tmp_path, "\ufeffwhy do bees dance?\n\n  {curly} brackets \n")) == [
        Query(text="why do bees dance?", query_id="1"),
        Query(text="{curly} brackets", query_id="3"),
    ]


def test_json_lines_name_their_questions(tmp_path: Path) -> None:
    text = '{"query_id": "a", "text": "why?"}\n{"_id": 7, "question": "who?"}\n\n{"query": "how\\u0000 many?"}\n'
    assert read_queries(_file(tmp_path, text)) == [
        Query(text="why?", query_id="a"),
        Query(text="who?", query_id="7"),
        Query(text="how many?", query_id="4"),
    ]


def test_ids_made_from_lines_avoid_those_that_are_given(tmp_path: Path) -> None:
    text = '{"text": "why?"}\n{"id": "1", "text": "who?"}\n{"id": "line-1", "text": "how?"}\n{"text": "when?"}\n'
    assert [query.query_id for query in read_queries(_file(tmp_path, text))] == ["line-line-1", "1", "line-1", "4"]


@pytest.mark.parametrize(
    "text",
    [
        '[{"query_id": "a", "text": "why?"},\n {"text": "who?"}]',
        "query_id\ttext\na\twhy?\n\n\twho?\n",
        '_id,year,Question\n"a",2020,why?\n,,who?\n',
    ],
    ids=["array", "tsv", "csv"],
)
def test_questions_may_stand_in_an_array_or_a_table(tmp_path: Path, text: str) -> None:
    first, second = read_queries(_file(tmp_path, text))
    assert first == Query(text="why?", query_id="a")
    assert second.text == "who?"


def test_in_an_array_questions_without_id_go_by_their_place(tmp_path: Path) -> None:
    text = '[{"text": "why?"}, {"id": "x", "text": "who?"}, {"text": "how?"}]'
    assert [query.query_id for query in read_queries(_file(tmp_path, text))] == ["1", "x", "3"]


def test_a_question_in_a_table_may_hold_its_delimiter_or_a_stray_quotation_mark(tmp_path: Path) -> None:
    assert read_queries(_file(tmp_path, 'id,text\nq,"why, oh why?"\n'))[0].text == "why, oh why?"
    text = 'id\ttext\na\t"one\nb\ttwo\nc\t"three\n'
    assert [query.text for query in read_queries(_file(tmp_path, text))] == ['"one', "two", '"three']


def test_questions_that_only_begin_like_json_or_a_table_are_questions(tmp_path: Path) -> None:
    text = "[why] do bees dance?\ntext, or question?\n"
    assert [query.text for query in read_queries(_file(tmp_path, text))] == text.split("\n")[:2]


def test_a_line_that_nobody_can_see_is_blank(tmp_path: Path) -> None:
    assert read_queries(_file(tmp_path, "\u200b\u200d\nwhy?\n\ufeff\n")) == [Query(text="why?", query_id="2")]


def test_questions_come_packed_or_from_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "q.gz"
    path.write_bytes(gzip.compress(b"why?\n"))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"why?\n")))
    assert read_queries(path) == read_queries("-") == [Query(text="why?", query_id="1")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"text": "a"}\n{"text": ', r"questions\.txt:2 is not valid JSON"),
        ('{"text": "a"}\n[1]', r"questions\.txt:2 is not a JSON object"),
        ('{"text": "a"}\n{"id": "b"}', r"questions\.txt:2 holds no question"),
        ('{"text": 5}', r"questions\.txt:1 holds no question"),
        ('{"text": "\u200b"}', r"questions\.txt:1 holds no question"),
        ('[{"text": "a"}, {"id": "b"}]', r"Question 2 of \S+questions\.txt holds no question"),
        ('[{"text": "a"}, 5]', r"Question 2 of \S+questions\.txt is not a JSON object"),
        ('[{"text": "a"}', r"questions\.txt is not valid JSON"),
        ("id,text\nx,why?\ny,\n", r"questions\.txt:3 holds no question"),
        ("id,text\nx,why?\nx,how?\n", r"questions\.txt:3 has the id x"),
        ("id,text\n", r"questions\.txt holds no question"),
        ('{"id": "a", "text": "x"}\n{"id": "a", "text": "y"}', r"questions\.txt:2 has the id a, which an earlier"),
        ("\n \n", r"questions\.txt holds no question"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SourceError, match=said) as error:
        read_queries(_file(tmp_path, text))
    assert error.value.fix


def test_paper_ids_stand_one_a_line(tmp_path: Path) -> None:
    assert read_paper_ids(_file(tmp_path, "#1\nb\n\n\u200b\n a \nb\n10.1/x#y\n")) == ["#1", "b", "a", "10.1/x#y"]


def test_a_file_without_ids_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no paper id"):
        read_paper_ids(_file(tmp_path, " \n"))
