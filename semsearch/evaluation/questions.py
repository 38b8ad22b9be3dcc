"""The questions of a collection: what `semsearch search --questions` reads, tables without a header, TREC topics."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from semsearch.errors import BadRecordError
from semsearch.evaluation.opening import opened_text
from semsearch.identity import clean_id
from semsearch.readers.fields.names import folded
from semsearch.readers.fields.values import is_visible, joined_line
from semsearch.readers.files import source_file
from semsearch.readers.questions import read_queries
from semsearch.records import Query

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_TOPIC: Final = re.compile(r"<top>(.*?)(?:</top>|(?=<top>)|\Z)", re.DOTALL | re.IGNORECASE)
_NUMBER: Final = re.compile(r"<num>\s*(?:number\s*:)?\s*([^\s<]+)", re.IGNORECASE)
_TITLE: Final = re.compile(r"<title>\s*(?:topic\s*:)?([^<]*)", re.IGNORECASE)
_COLUMN_NAMES: Final = frozenset({"queryid", "qid", "id", "text", "question", "query"})
_FIX: Final = "A line is: id, tab, question."


def read_questions(path: str | Path) -> list[Query]:
    """Read questions with their ids.

    A file is what `semsearch.readers.questions.read_queries` reads; or lines of id, tab and question; or TREC topics,
    of which the title is the question.

    Raises:
        SourceError: The file cannot be read, or holds no question.
        BadRecordError: A line or topic is not a question with an id, or an id comes twice.
    """
    file = source_file(path)
    with opened_text(file, fix=_FIX) as stream:
        text = stream.read()
    first = next((line for line in text.split("\n") if is_visible(line)), "")
    if first.lstrip().lower().startswith("<top>"):
        return _with_own_ids(_topics(text, file.name))
    if not first.lstrip().startswith(("{", "[")) and "\t" in first and not _names_columns(first):
        return _with_own_ids(_rows(text, file.name))
    return read_queries(path)


def _with_own_ids(found: Iterable[tuple[str, Query]]) -> list[Query]:
    queries: dict[str, Query] = {}
    for where, query in found:
        if not (query.query_id and is_visible(query.text)):
            raise BadRecordError(f"{where} has no id or no question.", fix=_FIX)
        if query.query_id in queries:
            what = f"{where} has the id {query.query_id}, which an earlier question has."
            raise BadRecordError(what, fix="Give each question an id of its own.")
        queries[query.query_id] = query
    return list(queries.values())


def _rows(text: str, name: str) -> Iterator[tuple[str, Query]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if is_visible(line):
            query_id, _, question = line.partition("\t")
            yield f"{name}:{number}", Query(text=joined_line(question), query_id=clean_id(query_id))


def _topics(text: str, name: str) -> Iterator[tuple[str, Query]]:
    for number, topic in enumerate(_TOPIC.findall(text), start=1):
        query_id, title = _NUMBER.search(topic), _TITLE.search(topic)
        yield (
            f"Topic {number} of {name}",
            Query(text=joined_line(title[1]) if title else "", query_id=query_id[1] if query_id else ""),
        )


def _names_columns(line: str) -> bool:
    return sum(folded(cell) in _COLUMN_NAMES for cell in line.split("\t")) > 1
