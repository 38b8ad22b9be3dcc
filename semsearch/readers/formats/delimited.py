"""Papers from tables: CSV, TSV and the like, with a header whose names are matched loosely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from semsearch.identifiers import doi_of
from semsearch.readers.fields.names import known_fields
from semsearch.readers.fields.paper_fields import NEITHER, paper_of
from semsearch.readers.fields.values import year_of
from semsearch.readers.files import head
from semsearch.readers.formats.headers import header_of
from semsearch.readers.formats.rows import rows_of
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

_TOO_MANY: Final = "has {} cells, but the header has {}"
_LONG: Final = 30  # words; only an abstract has so many
_NO_ABSTRACT: Final = "[No abstract"  # as Scopus and PubMed say


def read_delimited(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each row. A row may have too few cells, but too many only if they show where they belong."""
    start = head(stream)
    header = header_of(start)
    width = len(header.names)
    for row in rows_of(stream, header, start=start):
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
    is_abstract = len(cell.split()) > _LONG or cell.startswith(_NO_ABSTRACT)
    return True if "abstract" in fields and is_abstract else None
