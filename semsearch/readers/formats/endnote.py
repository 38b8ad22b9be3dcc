"""Papers from EndNote's tagged format, whose tags are a percent sign and a letter."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from semsearch.readers.fields.tagged_fields import TagTable
from semsearch.readers.formats.tagged_lines import Layout, read_tagged

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TextIO

    from semsearch.records import Paper, SkippedRecord

_FIRST: Final = frozenset({"%0", "%T", "%A"})


def _begins(tag: str, record: Mapping[str, object], is_after_blank: bool) -> bool:  # noqa: FBT001 - as in Layout
    """After a blank line, which may also stand between the paragraphs of an abstract, or where the type comes again."""
    return (tag in _FIRST and is_after_blank) or (tag == "%0" and tag in record)


_TABLE: Final = TagTable(
    paper_id=("%F", "%M"),
    title=("%T", "%!"),
    abstract=("%X",),
    authors=("%A",),
    year=("%D", "%8"),
    venue=("%J", "%B"),
    doi=("%R",),
    url=("%U", "%>"),
    keywords=("%K",),
    kind=("%0",),
)
_LAYOUT: Final = Layout(line=re.compile(r"\ufeff?(?P<tag>%[0-9A-Z!-/:-@\[-^])(?:\s+(?P<value>.*))?\Z"), begins=_begins)


def read_endnote(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each record."""
    return read_tagged(stream, _LAYOUT, _TABLE, source=source)
