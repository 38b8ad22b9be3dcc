"""Papers from JSON: an object on each line, an array, one object, or an object that holds a list of papers."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from semsearch.errors import SourceError
from semsearch.readers.fields.paper_fields import NEITHER, paper_of, problem_of
from semsearch.readers.fields.zotero import is_no_paper, with_collections
from semsearch.readers.formats.json_values import DECODER, SPACE, fault_in, values_of
from semsearch.readers.formats.lines import LONGEST, TOO_LONG, lines_of
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

NO_OBJECT: Final = "is not a JSON object"
_WRAPPERS: Final = ("data", "message", "response", "result", "results", "body", "work", "paper")
_INNER: Final = ("data", "citingPaper", "citedPaper")
_DEEPEST: Final = 3
_LINES_TO_TRY: Final = 20


def read_json(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read papers from any of the usual shapes; lines that are not objects are skipped.

    Raises:
        SourceError: The first line is not JSON, and the lines after it are not either; or an array never ends.
    """
    first = next((line for line in lines_of(stream) if line.strip()), "")
    stream.seek(0)
    if _is_object(first):
        yield from _from_lines(stream, source)
        return
    try:
        for value in values_of(stream, source=source):
            if isinstance(value, SkippedRecord):
                yield value
            else:
                yield from _papers(value.value, value.line, source)
    except (ValueError, RecursionError) as exc:
        stream.seek(0)
        filled = (line for line in lines_of(stream) if line.strip())
        if not any(map(_is_object, islice(filled, 1, _LINES_TO_TRY))):
            what = f"{source}:{getattr(exc, 'lineno', 1)} is not valid JSON: {fault_in(exc)}."
            raise SourceError(what, fix="Check where the file comes from and whether it is complete.") from exc
        stream.seek(0)
        yield from _from_lines(stream, source)


def _is_object(line: str) -> bool:
    if len(line) > LONGEST or not line.lstrip(SPACE).startswith("{"):
        return False
    try:
        return isinstance(DECODER.decode(_without_comma(line)), dict)
    except (ValueError, RecursionError):
        return False


def _without_comma(line: str) -> str:
    """A line without the comma that some put behind each object, as in a list."""
    return line.strip(SPACE).removesuffix(",").rstrip(SPACE)


def _from_lines(stream: TextIO, source: str) -> Iterator[Paper | SkippedRecord]:
    for number, line in enumerate(lines_of(stream), start=1):
        text = _without_comma(line)
        if not text:
            continue
        if len(line) > LONGEST:
            yield SkippedRecord(source, number, TOO_LONG)
            continue
        try:
            value = DECODER.decode(text)
        except (ValueError, RecursionError) as exc:
            yield SkippedRecord(source, number, f"is not valid JSON: {exc}")
        else:
            yield from _papers(value, number, source)


def _papers(value: Any, line: int, source: str) -> Iterator[Paper | SkippedRecord]:  # noqa: ANN401 - whatever JSON holds
    if not isinstance(value, dict):
        yield SkippedRecord(source, line, NO_OBJECT)
        return
    if is_no_paper(value):
        return
    paper = paper_of(value, source=source)
    if paper:
        yield paper
        return
    records = _inner_records(value, _DEEPEST)
    if not records:
        yield SkippedRecord(source, line, problem_of(value))
    for record in _in_collections(value, records):
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
    for key in _INNER:
        inner = record.get(key)
        if isinstance(inner, dict) and "title" in inner:
            return inner
    return record


def _in_collections(value: dict[str, Any], records: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The records that are papers, with the collections that an export of Zotero puts them in."""
    names: dict[Any, list[str]] = defaultdict(list)
    collections = value.get("collections")
    for collection in collections.values() if isinstance(collections, dict) else ():
        if isinstance(collection, dict) and isinstance(name := collection.get("name"), str):
            items = collection.get("items")
            for item in items if isinstance(items, list) else ():
                names[str(item)].append(name)
    for record in records:
        if not is_no_paper(record):
            yield with_collections(record, names.get(str(record.get("itemID")), ()))
