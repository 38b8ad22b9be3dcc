"""Papers from RefWorks' tagged format."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from semsearch.readers.fields.tagged_fields import TagTable
from semsearch.readers.formats.tagged_lines import Layout, read_tagged

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TextIO

    from semsearch.records import Paper, SkippedRecord


def _begins(tag: str, _record: Mapping[str, object], _is_after_blank: bool) -> bool:  # noqa: FBT001 - as in Layout
    return tag == "RT"


_TABLE: Final = TagTable(
    paper_id=("AN", "ID"),
    title=("T1", "TI", "CT"),
    abstract=("AB",),
    authors=("A1", "AU"),
    year=("YR", "FD"),
    venue=("JF", "T2", "JO"),
    doi=("DO",),
    url=("UL", "LK", "UR"),
    keywords=("K1",),
    kind=("RT",),
)
_LAYOUT: Final = Layout(line=re.compile(r"\ufeff?(?P<tag>[A-Z][A-Z0-9])(?: (?P<value>.*))?\Z"), begins=_begins)


def read_refworks(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each record."""
    return read_tagged(stream, _LAYOUT, _TABLE, source=source)
