"""Papers from RIS, in the dialects of reference managers, publishers and databases."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from semsearch.readers.fields.paper_fields import NEITHER
from semsearch.readers.fields.tagged_fields import TagTable, tagged_paper
from semsearch.readers.files import head
from semsearch.readers.formats.tagged_lines import Layout, tagged_records
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TextIO

_TABLE: Final = TagTable(
    paper_id=("ID", "AN"),
    title=("TI", "T1", "CT", "BT", "ST"),
    abstract=("AB", "N2"),
    authors=("AU", "A1"),
    year=("PY", "Y1", "YR", "DA"),
    venue=("JF", "T2", "JO", "BT", "JA", "J2", "C3"),
    doi=("DO", "DI", "M3", "L3"),
    url=("UR", "L2", "LK", "L1"),
    keywords=("KW",),
    kind=("TY",),
)
_COUNTED: Final = replace(_TABLE, paper_id=("AN",))
_NUMBER: Final = re.compile(r"\d{1,5}")


def _begins(tag: str, _record: Mapping[str, object], _is_after_blank: bool) -> bool:  # noqa: FBT001 - as in Layout
    return tag == "TY"  # also where the end of the record before is missing


_LAYOUT: Final = Layout(
    line=re.compile(r"[ \ufeff]*(?P<tag>[A-Z][A-Z0-9])  -(?:\s+(?P<value>.*))?\Z"),
    begins=_begins,
    ends=frozenset({"ER"}),
    trailing=frozenset({"NL"}),  # Ovid's
    lists=frozenset("KW UR L1 L2 L4 AU A1 A2 A3 A4".split()),
)
_NARROW: Final = replace(_LAYOUT, line=re.compile(r"\s*(?P<tag>[A-Z][A-Z0-9])\s*-(?:\s+(?P<value>.*))?\Z"))
_IS_NARROW: Final = re.compile(r"^\s*TY(?: ?|\t)-", re.MULTILINE)


def read_ris(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each record, also where its first or its last line is missing."""
    layout = _NARROW if _IS_NARROW.search(head(stream)) else _LAYOUT
    for record in tagged_records(stream, layout):
        # A mere number counts the records of the file; in the next file it is another paper's.
        table = _COUNTED if all(map(_NUMBER.fullmatch, record.values.get("ID", ()))) else _TABLE
        paper = None if record.problem else tagged_paper(record.values, table, source=source)
        yield paper or SkippedRecord(source, record.line, record.problem or NEITHER)
