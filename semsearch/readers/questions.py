"""Questions and paper ids from files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from semsearch.errors import SourceError
from semsearch.readers.fields.values import identifier_of, joined_line
from semsearch.readers.files import opened, source_file
from semsearch.records import Query

if TYPE_CHECKING:
    from pathlib import Path

_ID_KEYS: Final = ("query_id", "_id", "id")
_TEXT_KEYS: Final = ("text", "question", "query")
_FIX: Final = 'Write one question per line, or JSON Lines such as {"query_id": "q1", "text": "…"}.'


def read_queries(path: str | Path) -> list[Query]:
    """Read questions from a file with one on each line; "-" is standard input.

    A line is the question itself, and its line number is its id; or it is a JSON object with `query_id` (or `_id`,
    `id`) and `text` (or `question`, `query`).

    Raises:
        SourceError: The file cannot be read, a line holds no question, an id comes twice, or there is no question.
    """
    file = source_file(path)
    queries: dict[str, Query] = {}
    with opened(file) as stream:
        is_json = False
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            is_json = is_json or (not queries and line.lstrip().startswith("{"))
            where = f"{file.name}:{number}"
            query = _query(line, number, where) if is_json else Query(text=joined_line(line), query_id=str(number))
            if not query.text:
                raise SourceError(f"{where} holds no question.", fix=_FIX)
            if query.query_id in queries:
                what = f"{where} has the id {query.query_id}, which an earlier question has."
                raise SourceError(what, fix="Give each question an id of its own.")
            queries[query.query_id] = query
    if not queries:
        raise SourceError(f"{file.name} holds no question.", fix=_FIX)
    return list(queries.values())


def _query(line: str, number: int, where: str) -> Query:
    try:
        record = json.loads(line, strict=False)
    except (ValueError, RecursionError) as exc:
        raise SourceError(f"{where} is not valid JSON: {exc}.", fix=_FIX) from exc
    if not isinstance(record, dict):
        raise SourceError(f"{where} is not a JSON object.", fix=_FIX)
    query_id = _first(record, _ID_KEYS)
    text = _first(record, _TEXT_KEYS)
    return Query(
        text=joined_line(text) if isinstance(text, str) else "",
        query_id=identifier_of(query_id) or str(number),
    )


def _first(record: dict[str, Any], keys: tuple[str, ...]) -> Any:  # noqa: ANN401 - whatever JSON holds
    return next((record[key] for key in keys if record.get(key) not in (None, "")), None)


def read_paper_ids(path: str | Path) -> list[str]:
    """Read paper ids from a file with one on each line, in their order, each once.

    Blank lines and lines that begin with "#" do not count.

    Raises:
        SourceError: The file cannot be read or holds no id.
    """
    file = source_file(path)
    with opened(file) as stream:
        lines = [joined_line(line) for line in stream]
    paper_ids = list(dict.fromkeys(line for line in lines if line and not line.startswith("#")))
    if not paper_ids:
        raise SourceError(f"{file.name} holds no paper id.", fix="Write one paper id per line.")
    return paper_ids
