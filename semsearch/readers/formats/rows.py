"""The rows of a table, whatever its quotation marks."""

from __future__ import annotations

import csv
import re
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from semsearch.readers.formats.headers import Header, allow_long_cells
from semsearch.readers.formats.lines import LONGEST, TOO_LONG, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

_PLAUSIBLE: Final = 30  # lines of one cell; a stray quotation mark swallows more of them, sooner or later
_UNCLOSED: Final = "has a quotation mark that is never closed"
_ESCAPED: Final = re.compile(r'(?:^|[,;\t|])"[^"\n]*\\"(?=[^,;\t|\n])', re.MULTILINE)
_DOUBLED: Final = re.compile(r'(?<=[^,;\t|\n])""(?=[^,;\t|\n])')
_ESCAPE: Final = re.compile(r'(?<!\\)((?:\\\\)*)\\"')


@dataclass(frozen=True, slots=True)
class Row:
    """A row with the number of its first line, or what keeps it from being one."""

    line: int
    cells: list[str]
    problem: str = ""


def rows_of(stream: TextIO, header: Header, *, start: str) -> Iterator[Row]:
    """Read rows, quoted cells of many lines too.

    A cell that swallows whole rows, because a quotation mark stands alone, is none: its first line is read as it
    is written, and reading continues after it.

    Args:
        stream: At its start.
        header: Of the table.
        start: Of the text; shows whether quotation marks in cells are escaped by backslashes.
    """
    allow_long_cells()
    lines = _Lines(stream, has_escapes=bool(_ESCAPED.search(start)) and not _DOUBLED.search(start))
    for _ in range(header.lines):
        next(lines, None)
    rows = csv.reader(lines, delimiter=header.delimiter)
    while True:
        lines.taken.clear()
        line = lines.number + 1
        try:
            cells = next(rows, None)
        except csv.Error as exc:
            row = Row(line, [], f"is not a row of a table: {exc}")
        else:
            if cells is None:
                return
            row = Row(line, cells)
        if lines.are_cut:
            lines.are_cut = False
            row = Row(line, [], TOO_LONG)
            rows = csv.reader(lines, delimiter=header.delimiter)
        elif len(lines.taken) > 1 or lines.are_at_end:
            row = _mended(row, lines, header)
            rows = csv.reader(lines, delimiter=header.delimiter)
        if row.cells or row.problem:  # a blank line is no row
            yield row


def _mended(row: Row, lines: _Lines, header: Header) -> Row:
    """The row as it should be; the lines that are not its own are given back."""
    taken = list(lines.taken)
    if len(taken) <= _PLAUSIBLE and not row.problem and _is_well_formed(taken, header):
        return row
    like_rows = [_is_like_a_row(text, header) for text in taken]
    if 2 * sum(like_rows) > len(taken):
        lines.give_back_from(1)
        cells = _split(taken[0], header, csv.QUOTE_NONE)
        return Row(row.line, cells, "" if len(cells) == len(header.names) else _UNCLOSED)
    is_odd = sum(text.count('"') for text in taken) % 2 == 1
    if lines.are_at_end or row.problem or (is_odd and len(row.cells) != len(header.names)):
        lines.give_back_from(next((index for index in range(1, len(taken)) if like_rows[index]), len(taken)))
        return Row(row.line, [], row.problem or _UNCLOSED)
    return row


def _is_well_formed(taken: list[str], header: Header) -> bool:
    """Whether the lines are exactly one row, all of whose quotation marks are where they belong."""
    try:
        rows = list(csv.reader(taken, delimiter=header.delimiter, strict=True))
    except csv.Error:
        return False
    return len(rows) == 1 and len(rows[0]) == len(header.names)


def _is_like_a_row(line: str, header: Header) -> bool:
    """Whether a line is a whole row by itself. In prose, unlike in most tables, a space follows each comma."""
    cells = _split(line, header, csv.QUOTE_NONE if line.count('"') % 2 else csv.QUOTE_MINIMAL)
    return len(cells) == len(header.names) > 1 and not any(cell.startswith(" ") for cell in cells[1:])


def _split(line: str, header: Header, quoting: Literal[0, 3]) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=header.delimiter, quoting=quoting), [])
    except csv.Error:
        return []


class _Lines:
    """Lines that can be given back, so that reading continues after a cell that swallowed too much."""

    def __init__(self, stream: TextIO, *, has_escapes: bool) -> None:
        self._lines = lines_of(stream)
        self._has_escapes = has_escapes
        self._waiting: deque[str] = deque()
        self.taken: list[str] = []
        self.number = 0
        self.are_at_end = False
        self.are_cut = False  # a line was too long, and left out

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._waiting.popleft() if self._waiting else self._fresh()
        self.taken.append(line)
        self.number += 1
        return line

    def _fresh(self) -> str:
        try:
            line = next(self._lines)
        except StopIteration:
            self.are_at_end = True
            raise
        if len(line) > LONGEST:
            self.are_cut = True
            return "\n"
        # Only escaped quotation marks are replaced, since the other backslashes may be LaTeX.
        return _ESCAPE.sub(r'\1""', line) if self._has_escapes and "\\" in line else line

    def give_back_from(self, index: int) -> None:
        self._waiting.extendleft(reversed(self.taken[index:]))
        self.number -= len(self.taken) - index
        self.taken.clear()
        self.are_at_end = False
