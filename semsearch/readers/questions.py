"""Questions and paper ids from files."""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from semsearch.errors import SourceError
from semsearch.readers.fields.names import folded
from semsearch.readers.fields.values import identifier_of, is_visible, joined_line
from semsearch.readers.files import opened, source_file
from semsearch.readers.formats.headers import Header
from semsearch.readers.formats.rows import rows_of
from semsearch.records import Query

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_ID_KEYS: Final = ("queryid", "qid", "id")
_TEXT_KEYS: Final = ("text", "question", "query")
_ARRAY: Final = re.compile(r"\s*\[\s*\{")
_FIX: Final = 'Write one question per line, or JSON Lines such as {"query_id": "q1", "text": "…"}.'


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question with its place for errors, the number of its line or in its array, and its id if it has one."""

    where: str
    number: int
    text: str
    given_id: str = ""


def read_queries(path: str | Path) -> list[Query]:
    """Read questions from a file with one on each line; "-" is standard input.

    A line is the question itself; or a JSON object with `query_id` (or `qid`, `_id`, `id`) and `text` (or `question`,
    `query`), and such objects may stand in an array; or a row of a table whose header has two of these names. A
    question without an id goes by the number of its line, as "3", or as "line-3" if "3" is the id of another.

    Raises:
        SourceError: The file cannot be read, a line holds no question, an id comes twice, or there is no question.
    """
    file = source_file(path)
    with opened(file) as stream:
        text = stream.read()
    asked = list(_asked(text, file.name))
    if not asked:
        raise SourceError(f"{file.name} holds no question.", fix=_FIX)
    given: set[str] = set()
    for one in asked:
        if not is_visible(one.text):
            raise SourceError(f"{one.where} holds no question.", fix=_FIX)
        if one.given_id and one.given_id in given:
            what = f"{one.where} has the id {one.given_id}, which an earlier question has."
            raise SourceError(what, fix="Give each question an id of its own.")
        given.add(one.given_id)
    return [Query(text=one.text, query_id=one.given_id or _free_id(one.number, given)) for one in asked]


def read_paper_ids(path: str | Path) -> list[str]:
    """Read paper ids from a file with one on each line, in their order, each once; blank lines do not count.

    Raises:
        SourceError: The file cannot be read or holds no id.
    """
    file = source_file(path)
    with opened(file) as stream:
        paper_ids = list(dict.fromkeys(joined_line(line) for line in stream if is_visible(line)))
    if not paper_ids:
        raise SourceError(f"{file.name} holds no paper id.", fix="Write one paper id per line.")
    return paper_ids


def _free_id(number: int, given: set[str]) -> str:
    query_id = str(number)
    while query_id in given:
        query_id = f"line-{query_id}"
    return query_id


def _asked(text: str, name: str) -> Iterator[_Asked]:
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if is_visible(line)]
    if not lines:
        return
    start, first = lines[0]
    if _ARRAY.match(text):
        for number, value in enumerate(_json(text, name), start=1):
            yield _from_json(value, number, f"Question {number} of {name}")
    elif first.lstrip().startswith("{"):
        for number, line in lines:
            where = f"{name}:{number}"
            yield _from_json(_json(line, where), number, where)
    elif header := _header(first, start):
        for row in rows_of(io.StringIO(text), header, start=text):
            record = dict(zip(header.names, row.cells, strict=False))
            yield _from_record(record, row.line, f"{name}:{row.line}")
    else:
        for number, line in lines:
            yield _Asked(f"{name}:{number}", number, joined_line(line))


def _header(line: str, number: int) -> Header | None:
    """The header of a table, if a line names a column for ids and one for questions."""
    for delimiter in "\t,;":
        names = tuple(folded(cell) for cell in line.split(delimiter))
        if not {*_ID_KEYS}.isdisjoint(names) and not {*_TEXT_KEYS}.isdisjoint(names):
            return Header(delimiter, names, number)
    return None


def _json(text: str, where: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError) as exc:
        raise SourceError(f"{where} is not valid JSON: {exc}.", fix=_FIX) from exc


def _from_json(value: Any, number: int, where: str) -> _Asked:  # noqa: ANN401
    if not isinstance(value, dict):
        raise SourceError(f"{where} is not a JSON object.", fix=_FIX)
    return _from_record({folded(key): inner for key, inner in value.items()}, number, where)


def _from_record(record: Mapping[str, Any], number: int, where: str) -> _Asked:
    text = _first(record, _TEXT_KEYS)
    return _Asked(
        where=where,
        number=number,
        text=joined_line(text) if isinstance(text, str) else "",
        given_id=identifier_of(_first(record, _ID_KEYS)) or "",
    )


def _first(record: Mapping[str, Any], keys: tuple[str, ...]) -> Any:  # noqa: ANN401
    return next((record[key] for key in keys if record.get(key) not in (None, "")), None)
