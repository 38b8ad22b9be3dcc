"""Papers from JSON: an object on each line, an array, one object, or an object that holds a list of papers."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from semsearch.errors import SourceError
from semsearch.readers.fields.paper_fields import NEITHER, paper_of, problem_of
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

NO_OBJECT: Final = "is not a JSON object"
_DECODER: Final = json.JSONDecoder(strict=False, parse_constant=lambda _: math.nan)
_SPACE: Final = " \t\n\r\ufeff"
_WRAPPERS: Final = ("data", "message", "response", "result", "results", "body", "work", "paper")
_DEEPEST: Final = 3


def read_json(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read papers from any of the usual shapes; lines that are not objects are skipped.

    Raises:
        SourceError: The first line is not JSON, and the lines after it are not either; or an array never ends.
    """
    number, line = 1, stream.readline()
    while line and not line.strip():
        number, line = number + 1, stream.readline()
    if _is_object(line):
        yield from _from_lines(chain((line,), stream), first=number, source=source)
        return
    rest = stream.read()
    text = line + rest
    try:
        yield from _from_document(text, first=number, source=source)
    except (ValueError, RecursionError) as exc:
        lines = text.split("\n")
        if not any(map(_is_object, lines[1:20])):
            what = f"{source}:{number + getattr(exc, 'lineno', 1) - 1} is not valid JSON: {exc}."
            raise SourceError(what, fix="Check where the file comes from and whether it is complete.") from exc
        yield from _from_lines(iter(lines), first=number, source=source)


def _is_object(line: str) -> bool:
    if not line.lstrip(_SPACE).startswith("{"):
        return False
    try:
        return isinstance(_DECODER.decode(_without_comma(line)), dict)
    except (ValueError, RecursionError):
        return False


def _without_comma(line: str) -> str:
    """A line without the comma that some put behind each object, as in a list."""
    return line.strip(_SPACE).removesuffix(",").rstrip(_SPACE)


def _from_lines(lines: Iterator[str], *, first: int, source: str) -> Iterator[Paper | SkippedRecord]:
    for number, line in enumerate(lines, start=first):
        text = _without_comma(line)
        if not text:
            continue
        try:
            value = _DECODER.decode(text)
        except (ValueError, RecursionError) as exc:
            yield SkippedRecord(source, number, f"is not valid JSON: {exc}")
        else:
            yield from _papers(value, number, source)


@dataclass(frozen=True, slots=True)
class _Value:
    """A value of a document, with the number of its first line."""

    line: int
    value: Any


def _from_document(text: str, *, first: int, source: str) -> Iterator[Paper | SkippedRecord]:
    for value in _values(text, first=first, source=source):
        if isinstance(value, SkippedRecord):
            yield value
        else:
            yield from _papers(value.value, value.line, source)


def _values(text: str, *, first: int, source: str) -> Iterator[_Value | SkippedRecord]:
    """Read one value after another, those of arrays one by one; the first must be valid.

    Raises:
        ValueError: The first is not.
        SourceError: The text ends within an array.
    """
    position, line, counted = _next(text, 0), first, 0
    in_array = is_begun = False
    while position < len(text):
        line += text.count("\n", counted, position)
        counted = position
        if text[position] == ("]" if in_array else "["):
            in_array = not in_array
            position = _next(text, position + 1)
            continue
        try:
            value, end = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError) as exc:
            if not is_begun:
                raise
            whole = text.rstrip(_SPACE)
            if in_array and (getattr(exc, "pos", 0) >= len(whole) or not whole.endswith("]")):
                break
            yield SkippedRecord(source, line, f"is not valid JSON, so the rest of the file is not read: {exc}")
            return
        is_begun = True
        yield _Value(line, value)
        position = _next(text, end)
        if in_array and text.startswith(",", position):
            position = _next(text, position + 1)
    if in_array:
        what = f"{source}:{line} is where the list breaks off."
        raise SourceError(what, fix="Check whether the file is complete.")


def _next(text: str, position: int) -> int:
    while position < len(text) and text[position] in _SPACE:
        position += 1
    return position


def _papers(value: Any, line: int, source: str) -> Iterator[Paper | SkippedRecord]:  # noqa: ANN401 - whatever JSON holds
    if not isinstance(value, dict):
        yield SkippedRecord(source, line, NO_OBJECT)
        return
    paper = paper_of(value, source=source)
    if paper:
        yield paper
        return
    records = _inner_records(value, _DEEPEST)
    if not records:
        yield SkippedRecord(source, line, problem_of(value))
    for record in records:
        yield paper_of(record, source=source) or SkippedRecord(source, line, NEITHER)


def _inner_records(value: dict[str, Any], depth: int) -> list[dict[str, Any]]:
    """Find the papers inside an answer of a web service or an export: the first list that holds any."""
    for inner in value.values():
        if isinstance(inner, list) and any(isinstance(one, dict) and _is_paper(one) for one in inner[:50]):
            return [_unwrapped(one) for one in inner if isinstance(one, dict)]
    for key in _WRAPPERS:
        inner = value.get(key)
        if isinstance(inner, dict):
            if paper_of(inner, source=""):
                return [inner]
            if depth > 1 and (records := _inner_records(inner, depth - 1)):
                return records
    return []


def _is_paper(record: dict[str, Any]) -> bool:
    return paper_of(_unwrapped(record), source="") is not None


def _unwrapped(record: dict[str, Any]) -> dict[str, Any]:
    inner = record.get("data")
    return inner if isinstance(inner, dict) and "title" in inner else record
