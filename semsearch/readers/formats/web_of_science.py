"""Papers from the tagged format of the Web of Science, and of the databases that it hosts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from semsearch.readers.fields.authors import given_family
from semsearch.readers.fields.tagged_fields import TagTable
from semsearch.readers.formats.tagged_lines import Layout, read_tagged

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TextIO

    from semsearch.records import Paper, SkippedRecord

_ADDRESS: Final = re.compile(r"\s*\([^()\s]*@[^()\s]*\)")


def _name(name: str) -> str:
    return given_family(_ADDRESS.sub("", name))


def _begins(tag: str, _record: Mapping[str, object], _is_after_blank: bool) -> bool:  # noqa: FBT001 - as in Layout
    return tag == "PT"


_TABLE: Final = TagTable(
    paper_id=("UT", "AN"),
    title=("TI",),
    abstract=("AB",),
    authors=("AF", "AU", "BF", "BA"),
    groups=("CA",),
    year=("PY", "PD", "EA"),
    venue=("SO", "JI", "J9", "CT"),
    doi=("DI", "D2"),
    url=("UR",),
    keywords=("DE",),
    kind=("DT", "PT"),
    name=_name,
)
_LAYOUT: Final = Layout(
    line=re.compile(r"\ufeff?(?P<tag>[A-Z][A-Z0-9])(?: (?P<value>.*))?\Z"),
    begins=_begins,
    ends=frozenset({"ER", "EF"}),
    around=frozenset({"FN", "VR"}),
    lists=frozenset("AU AF BA BF BE CA GP CR C1 C3 RP EM".split()),
    joint=" ",
    is_indented=True,
)


def read_web_of_science(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each record."""
    return read_tagged(stream, _LAYOUT, _TABLE, source=source)
