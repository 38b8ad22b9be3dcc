"""Papers from Ovid's format, whose fields have their names in a line above them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from semsearch.readers.fields.authors import given_family
from semsearch.readers.fields.paper_fields import NEITHER
from semsearch.readers.fields.tagged_fields import TagTable, tagged_paper
from semsearch.readers.formats.tagged_lines import Layout, tagged_records
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TextIO

_NOTE_MARKS: Final = re.compile(r"(?:\s+\d+,?)+\.?\Z|(?<=\w\w)\.\Z")
_LONGEST_SOURCE: Final = 300
_KIND_IN_TITLE: Final = re.compile(r"(?P<title>.+?)\s*\[(?P<kind>[A-Z][\w /-]+)\]\.?", re.DOTALL)
_JOURNAL_AND_YEAR: Final = re.compile(r"(?P<venue>.+?)\.\s+\S.*\b(?P<year>(?:1[5-9]|20)\d\d)\b.*", re.DOTALL)


def _name(name: str) -> str:
    """Numbers behind a name point to the addresses of institutions."""
    return given_family(_NOTE_MARKS.sub("", name.strip()))


def _begins(tag: str, _record: Mapping[str, object], _is_after_blank: bool) -> bool:  # noqa: FBT001 - as in Layout
    return tag.startswith("<")


_TABLE: Final = TagTable(
    paper_id=("Unique Identifier", "Accession Number"),
    title=("Title",),
    abstract=("Abstract",),
    authors=("Author", "Authors", "Author/Editor"),
    year=("Year of Publication", "Publication Date", "Date of Publication", "Year"),
    venue=("Journal", "Journal Name"),
    doi=("DOI Number", "Digital Object Identifier", "DOI"),
    url=("Link to the Ovid Full Text or citation", "Link", "URL"),
    keywords=("Author Keywords", "Keyword Heading", "Keywords"),
    kind=("Document Type", "Publication Type"),
    name=_name,
)
_LAYOUT: Final = Layout(
    line=re.compile(r"\ufeff?(?P<tag><\d+>|[A-Z][\w /()&-]{1,60})(?P<value>)\s*\Z"), begins=_begins, is_indented=True
)


def read_ovid(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each record."""
    for record in tagged_records(stream, _LAYOUT):
        values = {
            tag: [value.strip(".") if tag in _TABLE.paper_id else value for value in each]
            for tag, each in record.values.items()
            if not tag.startswith("<")
        }
        paper = None if record.problem else tagged_paper(_told_apart(values), _TABLE, source=source)
        yield paper or SkippedRecord(source, record.line, record.problem or NEITHER)


def _told_apart(values: dict[str, list[str]]) -> dict[str, list[str]]:
    """Ovid writes the kind behind the title, and journal, issue and date as one source."""
    for title in values.get("Title", [])[:1]:
        if (found := _KIND_IN_TITLE.fullmatch(title)) and "Document Type" not in values:
            values |= {"Title": [found["title"]], "Document Type": [found["kind"]]}
    for source in values.get("Source", [])[:1]:
        if found := _JOURNAL_AND_YEAR.fullmatch(source[:_LONGEST_SOURCE]):
            values.setdefault("Journal", [found["venue"]])
            values.setdefault("Year", [found["year"]])
    return values
