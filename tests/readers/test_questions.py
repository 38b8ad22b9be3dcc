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
        ('{"id": "a", "text": "x"}\n{"id": "a", "text": "y"}', r"questions\.txt:2 has the id a, which an earlier"),
        ("\n \n", r"questions\.txt holds no question"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SourceError, match=said) as error:
        read_queries(_file(tmp_path, text))
    assert error.value.fix


def test_paper_ids_stand_one_a_line(tmp_path: Path) -> None:
    assert read_paper_ids(_file(tmp_path, "# mine\nb\n\n a \nb\n10.1/x#y\n")) == ["b", "a", "10.1/x#y"]


def test_a_file_without_ids_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no paper id"):
        read_paper_ids(_file(tmp_path, "# none\n"))
