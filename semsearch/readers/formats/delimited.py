"""Papers from tables: CSV, TSV and the like, with a header whose names are matched loosely."""

from __future__ import annotations

import csv
import re
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.identifiers import doi_of
from semsearch.readers.fields.paper_fields import NEITHER, known_fields, paper_of
from semsearch.readers.fields.values import joined_line, year_of
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

_DELIMITERS: Final = ",;\t|"
_NAMED_DELIMITER: Final = re.compile(r"sep=([^\r\n\"])[\r\n]*\Z", re.IGNORECASE)  # as Excel writes it
_CELL_LIMIT: Final = 1 << 24
_TOO_MANY: Final = "has {} cells, but the header has {}"
_LONG: Final = 30  # words; only an abstract has so many
_UNCLOSED: Final = "has a quotation mark that is never closed"


@dataclass(frozen=True, slots=True)
class Header:
    """How a table is laid out.

    Attributes:
        delimiter: The character between cells.
        names: The names of the columns, each different.
        lines: The number of lines before the first row.
    """

    delimiter: str
    names: tuple[str, ...]
    lines: int


def header_of(text: str) -> Header:
    """Find the delimiter with which the first line names the most fields of a paper, then the most columns."""
    lines = text.splitlines(keepends=True)
    skipped = 0
    while skipped < len(lines) and not lines[skipped].strip():
        skipped += 1
    delimiters = _DELIMITERS
    if skipped < len(lines) and (named := _NAMED_DELIMITER.match(lines[skipped])):
        delimiters = named[1]
        skipped += 1
    return max(
        (_header(lines[skipped:], delimiter, skipped) for delimiter in delimiters),
        key=lambda header: (sum(bool(known_fields(name)) for name in header.names), len(header.names)),
    )


def _header(lines: list[str], delimiter: str, skipped: int) -> Header:
    _allow_long_cells()
    rows = csv.reader(lines, delimiter=delimiter)
    try:
        cells = next(rows, [])
    except csv.Error:
        cells = []
    return Header(delimiter, _distinct(cells), skipped + rows.line_num)


def _distinct(cells: list[str]) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for number, cell in enumerate(cells, start=1):
        name = wanted = joined_line(cell) or f"column {number}"
        again = 2
        while name in names:
            name = f"{wanted} ({again})"
            again += 1
        names[name] = None
    return tuple(names)


def read_delimited(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each row. A row may have too few cells, but too many only if they show where they belong."""
    text = stream.read(1 << 16)
    stream.seek(0)
    header = header_of(text)
    width = len(header.names)
    for row in _rows(stream, header):
        cells = [cell.strip() for cell in row.cells]
        while len(cells) > width and not cells[-1]:
            cells.pop()
        names = header.names[: len(cells)] if len(cells) <= width else _names_of_surplus(cells, header.names)
        if row.problem or not names:
            yield SkippedRecord(source, row.line, row.problem or _TOO_MANY.format(len(cells), width))
        elif any(cells):
            paper = paper_of(dict(zip(names, cells, strict=True)), source=source)
            yield paper or SkippedRecord(source, row.line, NEITHER)


def _names_of_surplus(cells: list[str], names: tuple[str, ...]) -> tuple[str, ...]:
    """Name the cells of a row that has more of them than the header, as some exports do.

    The header names them up to the last cell that is clearly in its place; the others are numbered.
    There are no names if a cell is clearly in the wrong place, or if the title or the abstract may be.
    """
    in_place = [_is_in_place(name, cell) for name, cell in zip(names, cells, strict=False)]
    sure = max((column for column, is_in_place in enumerate(in_place) if is_in_place), default=-1)
    ends_with_abstract = "abstract" in known_fields(names[-1])
    unsure = any(known_fields(name) & {"title", "abstract"} for name in names[sure + 1 :])
    if False in in_place or unsure or ends_with_abstract:
        return ()
    return *names[: sure + 1], *(f"column {number}" for number in range(sure + 2, len(cells) + 1))


def _is_in_place(name: str, cell: str) -> bool | None:
    """Whether a cell holds what its column says; None if that is not clear."""
    fields = known_fields(name)
    if not cell or not fields:
        return None
    if "year" in fields:
        return year_of(cell) is not None
    if "doi" in fields:
        return doi_of(cell) is not None
    if "url" in fields:
        return cell.startswith("http")
    return True if "abstract" in fields and len(cell.split()) > _LONG else None


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: list[str]
    problem: str = ""


class _Lines:
    """Lines that can be given back, so that reading continues after a row that swallowed the rest of the table."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._waiting: deque[str] = deque()
        self.taken: list[str] = []
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._waiting.popleft() if self._waiting else next(self._stream)
        self.taken.append(line)
        self.number += 1
        return line

    def give_back_all_but_first(self) -> None:
        self._waiting.extendleft(reversed(self.taken[1:]))
        self.number -= len(self.taken) - 1
        self.taken.clear()


def _rows(stream: TextIO, header: Header) -> Iterator[_Row]:
    _allow_long_cells()
    lines = _Lines(stream)
    for _ in range(header.lines):
        next(lines, None)
    rows = csv.reader(lines, delimiter=header.delimiter)
    while True:
        lines.taken.clear()
        line = lines.number + 1
        try:
            cells = next(rows, None)
        except csv.Error as exc:
            yield _Row(line, [], f"is not a row of a table: {exc}")
            continue
        if cells is None:
            return
        unclosed = len(lines.taken) > 1 and sum(text.count('"') for text in lines.taken) % 2
        if unclosed:
            lines.give_back_all_but_first()
            rows = csv.reader(lines, delimiter=header.delimiter)
            yield _Row(line, [], _UNCLOSED)
        else:
            yield _Row(line, cells)


def _allow_long_cells() -> None:
    if csv.field_size_limit() < _CELL_LIMIT:
        csv.field_size_limit(_CELL_LIMIT)
