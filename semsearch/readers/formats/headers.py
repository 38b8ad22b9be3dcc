"""The header of a table: where it is, what separates its cells, and how they are called."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import Final

from semsearch.readers.fields.names import known_fields
from semsearch.readers.fields.values import joined_line

CELL_LIMIT: Final = 1 << 24
_DELIMITERS: Final = ",;\t|"
_NAMED_DELIMITER: Final = re.compile(r"sep=([^\r\n\"])[\r\n]*\Z", re.IGNORECASE)  # as Excel writes it
_LINES_ABOVE: Final = 4  # a title or comments
_LONGEST_NAME: Final = 100


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
    """Find the first line that names a title or an abstract and another field; else take the first line.

    The delimiter is the one with which a line names the most fields of a paper, then the most columns.
    """
    lines = list(io.StringIO(text, newline="\n"))
    filled = [number for number, line in enumerate(lines) if line.strip()]
    delimiters = _DELIMITERS
    if filled and (named := _NAMED_DELIMITER.match(lines[filled[0]])):
        delimiters = named[1]
        del filled[0]
    starts = filled[: _LINES_ABOVE + 1] or [len(lines)]
    headers = [_header_at(start, lines, delimiters) for start in starts]
    return next((header for header in headers if are_names(header.names)), headers[0])


def are_names(names: tuple[str, ...], *, at_least: int = 2) -> bool:
    """Whether cells name a title or an abstract, and as many fields of a paper in all as there should be at least."""
    known = [fields for name in names if (fields := known_fields(name))]
    has_text = any(fields & {"title", "abstract"} for fields in known)
    return has_text and len(known) >= at_least and max(map(len, names)) < _LONGEST_NAME


def allow_long_cells() -> None:
    """Lift the limit of Python on the length of a cell, which abstracts may exceed."""
    if csv.field_size_limit() < CELL_LIMIT:
        csv.field_size_limit(CELL_LIMIT)


def _header_at(start: int, lines: list[str], delimiters: str) -> Header:
    return max(
        (_header(lines[start:], delimiter, start) for delimiter in delimiters),
        key=lambda header: (sum(bool(known_fields(name)) for name in header.names), len(header.names)),
    )


def _header(lines: list[str], delimiter: str, skipped: int) -> Header:
    allow_long_cells()
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
