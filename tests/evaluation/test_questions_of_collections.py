"""The questions of a collection keep their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evaluation.small import write_text
from semsearch.errors import BadRecordError, SourceError
from semsearch.evaluation.questions import read_questions

if TYPE_CHECKING:
    from pathlib import Path

TOPICS = """
<top>
<num> Number: 301
<title> International Organized Crime

<desc> Description:
Identify organizations.
</top>
<top>
<num> Number: 302 </num>
<title> Topic:  Poliomyelitis and
Post-Polio </title>
</top>
"""


@pytest.mark.parametrize(
    "text",
    [
        '{"_id": "301", "text": "lamps"}\n{"_id": "302", "text": "fish, and\\tmore"}\n',
        "qid\ttext\n301\tlamps\n302\tfish, and more\n",
        "301\tlamps\n\n302\tfish, and more",
        "301\tlamps\n302\tfish, and\tmore\n",
    ],
    ids=["json lines", "table", "table without header", "tab in a question"],
)
def test_questions_come_as_json_lines_or_as_tables(tmp_path: Path, text: str) -> None:
    queries = read_questions(write_text(tmp_path / "queries", text))
    assert [(query.query_id, query.text) for query in queries] == [("301", "lamps"), ("302", "fish, and more")]


def test_the_question_of_a_topic_is_its_title(tmp_path: Path) -> None:
    queries = read_questions(write_text(tmp_path / "topics.gz", TOPICS))
    assert [(query.query_id, query.text) for query in queries] == [
        ("301", "International Organized Crime"),
        ("302", "Poliomyelitis and Post-Polio"),
    ]


def test_plain_lines_go_by_their_numbers(tmp_path: Path) -> None:
    queries = read_questions(write_text(tmp_path / "queries.txt", "lamps\nfish\n"))
    assert [query.query_id for query in queries] == ["1", "2"]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("301\tlamps\n302\n", ":2 has no id or no question"),
        ("301\tlamps\n\tfish\n", ":2 has no id or no question"),
        ("301\tlamps\n301\tfish\n", ":2 has the id 301"),
        ("<top>\n<num> 1\n<title> a\n</top>\n<top>\n<num> 2\n</top>\n", "Topic 2 of .* has no id or no question"),
    ],
)
def test_a_question_that_is_none_is_named(tmp_path: Path, text: str, where: str) -> None:
    with pytest.raises(BadRecordError, match=where):
        read_questions(write_text(tmp_path / "queries", text))


def test_a_file_without_questions_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        read_questions(write_text(tmp_path / "queries", "\n"))
