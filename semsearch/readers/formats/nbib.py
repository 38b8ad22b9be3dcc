"""Papers from the tagged format of PubMed, which MEDLINE and ERIC use, too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from semsearch.readers.fields.authors import medline_name
from semsearch.readers.fields.tagged_fields import TagTable
from semsearch.readers.formats.tagged_lines import Layout, read_tagged

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TextIO

    from semsearch.records import Paper, SkippedRecord


def _begins(tag: str, record: Mapping[str, object], is_after_blank: bool) -> bool:  # noqa: FBT001 - as in Layout
    return is_after_blank or (tag == "PMID" and tag in record)


_TABLE: Final = TagTable(
    paper_id=("PMID", "UI", "OID"),
    title=("TI", "BTI", "CTI", "TT"),
    abstract=("AB", "OAB"),
    authors=("FAU", "AU"),
    groups=("CN",),
    year=("DP", "DEP", "EDAT", "DA"),
    venue=("JT", "TA", "BTI"),
    doi=("LID", "AID"),
    url=("LID", "AID", "URLF", "URLS"),
    keywords=("OT", "MH"),
    kind=("PT",),
    name=medline_name,
)
_LAYOUT: Final = Layout(
    line=re.compile(r"\ufeff?(?P<tag>[A-Z][A-Z0-9]{1,3}) {0,2}-(?:\s*(?P<value>.*))?\Z"),
    begins=_begins,
    joint=" ",
    is_indented=True,
)


def read_nbib(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each record; a blank line ends a record."""
    return read_tagged(stream, _LAYOUT, _TABLE, source=source)
