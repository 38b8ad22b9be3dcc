"""Questions and the papers that answer them, from a file."""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from semsearch.errors import BadRecordError, SourceError
from semsearch.identity import clean_id
from semsearch.readers.fields.names import folded
from semsearch.readers.fields.values import identifier_of, is_visible, joined_line
from semsearch.readers.files import opened, source_file
from semsearch.readers.formats.headers import Header
from semsearch.readers.formats.rows import rows_of
from semsearch.tuning.records import TuningPair

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

_TEXT_KEYS: Final = ("text", "question", "query")
_PAPER_KEYS: Final = ("paperid", "corpusid", "docid")
_REJECTED_KEYS: Final = ("rejected", "negatives")
_ARRAY: Final = re.compile(r"\s*\[\s*\{")
_NAMED: Final = 3  # of a long list
_FIX: Final = 'Write JSON Lines such as {"text": "…", "paper_id": "…"}, or a table with the columns text and paper_id.'


@dataclass(frozen=True, slots=True)
class _Record:
    """What stands in one place of the file: its fields by folded name, and the place for errors."""

    where: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class KnownPairs:
    """Pairs whose papers are in the index, under their ids there, and what had to be left out."""

    pairs: tuple[TuningPair, ...]
    notes: tuple[str, ...] = ()


def read_pairs(path: str | Path) -> list[TuningPair]:
    """Read pairs from a file, gzipped or not; "-" is standard input.

    A line is a JSON object with `text` (or `question`, `query`) and `paper_id` (or `corpus_id`, `doc_id`), and perhaps
    a list `rejected`; such objects may stand in an array. Or it is a row of a table whose header has such names;
    rejected papers are then between semicolons. Papers go by id, DOI or arXiv id.

    Raises:
        SourceError: The file cannot be read, or holds no pair.
        BadRecordError: A line is not one.
    """
    file = source_file(path)
    with opened(file) as stream:
        text = stream.read()
    pairs = [_pair(record) for record in _records(text, file.name)]
    if not pairs:
        raise SourceError(f"{file.name} holds no pair of a question and a paper.", fix=_FIX)
    return pairs


def named_papers(pairs: Sequence[TuningPair]) -> set[str]:
    """All papers that pairs name, on either side."""
    return {name for pair in pairs for name in (pair.paper_id, *pair.rejected)}


def known_pairs(pairs: Sequence[TuningPair], names: Mapping[str, str], *, source: str) -> KnownPairs:
    """The pairs that can be learned from, each once; a paper that is not in the index is counted and named.

    Args:
        pairs: As they stand in the file.
        names: From those of their papers that are in the index to the ids that they have there.
        source: Name of the file, for errors.

    Raises:
        SourceError: None of the papers is in the index.
        BadRecordError: A paper is both right and rejected for a question.
    """
    unknown = sorted(named_papers(pairs) - names.keys())
    kept: dict[tuple[str, str], TuningPair] = {}
    for pair in pairs:
        if pair.paper_id not in names:
            continue
        paper_id = names[pair.paper_id]
        rejected = tuple(dict.fromkeys(names[name] for name in pair.rejected if name in names))
        first = kept.setdefault((pair.question, paper_id), replace(pair, paper_id=paper_id, rejected=()))
        both = tuple(dict.fromkeys((*first.rejected, *rejected)))
        kept[pair.question, paper_id] = replace(first, rejected=both)
    if not kept:
        what = f"None of the papers that {source} names is in the index, as {_some(unknown)}."
        raise SourceError(
            what, fix="Name papers by their ids, DOIs or arXiv ids; see them with: semsearch export -f ids"
        )
    _refuse_contradictions(kept, source)
    left_out = sum(pair.paper_id not in names for pair in pairs)
    notes = []
    if unknown:
        counted = f"{len(unknown):,} of {len(named_papers(pairs)):,}"
        said = f"; pairs left out: {left_out:,}" if left_out else ""
        notes.append(f"Papers that are not in the index: {counted}, as {_some(unknown)}{said}.")
    if repeated := len(pairs) - left_out - len(kept):
        notes.append(f"Pairs that came more than once: {repeated:,}.")
    return KnownPairs(tuple(kept.values()), tuple(notes))


def _refuse_contradictions(kept: Mapping[tuple[str, str], TuningPair], source: str) -> None:
    for pair in kept.values():
        for paper_id in pair.rejected:
            if (pair.question, paper_id) in kept:
                what = f"{source} calls the paper {paper_id} both right and rejected for {pair.question!r:.80}."
                raise BadRecordError(what, fix="Keep one of the two.")


def _records(text: str, name: str) -> Iterator[_Record]:
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if is_visible(line)]
    if not lines:
        return
    start, first = lines[0]
    if _ARRAY.match(text):
        for number, value in enumerate(_json(text, name), start=1):
            yield _object(value, f"Pair {number} of {name}")
    elif first.lstrip().startswith("{"):
        for number, line in lines:
            yield _object(_json(line, f"{name}:{number}"), f"{name}:{number}")
    elif header := _header(first, start):
        yield from _rows(text, header, name)
    else:
        raise BadRecordError(f"{name}:{start} names no columns for questions and papers.", fix=_FIX)


def _rows(text: str, header: Header, name: str) -> Iterator[_Record]:
    for row in rows_of(io.StringIO(text), header, start=text):
        where = f"{name}:{row.line}"
        if row.problem:
            raise BadRecordError(f"{where} {row.problem}.", fix=_FIX)
        if len(row.cells) > len(header.names):
            what = f"{where} has {len(row.cells)} cells, but the header has {len(header.names)}."
            raise BadRecordError(what, fix="Put quotation marks around a cell with a comma or the like in it.")
        if any(map(is_visible, row.cells)):
            yield _Record(where, dict(zip(header.names, row.cells, strict=False)))


def _header(line: str, number: int) -> Header | None:
    """The header of a table, if a line names a column for questions and one for papers."""
    for delimiter in "\t,;":
        names = tuple(folded(cell.strip(' "\r')) for cell in line.split(delimiter))
        if not {*_TEXT_KEYS}.isdisjoint(names) and not {*_PAPER_KEYS}.isdisjoint(names):
            return Header(delimiter, names, number)
    return None


def _json(text: str, where: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError) as exc:
        raise BadRecordError(f"{where} is not valid JSON: {exc}.", fix=_FIX) from exc


def _object(value: Any, where: str) -> _Record:  # noqa: ANN401
    if not isinstance(value, dict):
        raise BadRecordError(f"{where} is not a JSON object.", fix=_FIX)
    return _Record(where, {folded(key): inner for key, inner in value.items()})


def _pair(record: _Record) -> TuningPair:
    text = _first(record, _TEXT_KEYS)
    question = joined_line(text) if isinstance(text, str) else ""
    if not is_visible(question):
        raise BadRecordError(f"{record.where} holds no question.", fix=_FIX)
    paper_id = clean_id(identifier_of(_first(record, _PAPER_KEYS)) or "")
    if not paper_id:
        raise BadRecordError(f"{record.where} names no paper.", fix=_FIX)
    return TuningPair(question=question, paper_id=paper_id, rejected=_rejected(record))


def _rejected(record: _Record) -> tuple[str, ...]:
    value = _first(record, _REJECTED_KEYS) or []
    names = value.split(";") if isinstance(value, str) else value
    if not isinstance(names, list):
        raise BadRecordError(f"{record.where}: rejected is not a list of papers.", fix='Write "rejected": ["…", "…"].')
    found = [clean_id(identifier_of(name) or "") for name in names if name != ""]
    if not all(found):
        raise BadRecordError(f"{record.where} rejects what is not the id of a paper.", fix='Write "rejected": ["…"].')
    return tuple(dict.fromkeys(found))


def _first(record: _Record, keys: tuple[str, ...]) -> Any:  # noqa: ANN401
    return next((record.fields[key] for key in keys if record.fields.get(key) not in (None, "")), None)


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
