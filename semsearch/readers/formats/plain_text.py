"""Papers from plain text: abstracts between blank lines, with or without titles and headings."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.readers.fields.paper_fields import NEITHER, paper_of
from semsearch.readers.formats.blocks import Block, blocks_of
from semsearch.readers.formats.labels import are_labeled, has_label, labeled_records
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import TextIO

_TOO_SHORT: Final = "is too short to be an abstract"
_VENUE_YEAR: Final = re.compile(
    r"(?P<venue>\b[A-Z][A-Za-z]*[A-Z][A-Za-z]*)[\s/-]*(?:['’](?P<short>\d\d)|(?P<year>(?:19|20)\d\d))\b"
)
_HEADING_WORDS: Final = 8
_LAST_CENTURY: Final = "60"  # '61 to '99 are years of the 20th century
_MARKS: Final = re.compile(r"#+\s+")
_NUMBER: Final = re.compile(r"[\[(]?(\d{1,4})[\].)]\s+(?=\S)")
_ABSTRACT_LABEL: Final = re.compile(r"(?:abstract|summary)(?:\s*[:.—–-]+\s*|\s*\Z)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Part:
    """An abstract with the short blocks right before it; after the last abstract, short blocks alone."""

    before: tuple[Block, ...]
    abstract: Block | None


@dataclass(frozen=True, slots=True)
class _Layout:
    """How the papers of a file are written.

    Attributes:
        blocks_before: Blocks before each abstract that belong to it: none, its title, or also its authors.
        titles_inside: Titles are the first lines of the abstract's own block.
        numbered: Papers are counted, as "1." or "[1]".
    """

    blocks_before: int
    titles_inside: bool
    numbered: bool


@dataclass(frozen=True, slots=True)
class _Heading:
    """A line such as "ICML 2026", which holds for the papers below it."""

    venue: str
    year: str


def read_plain_text(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read papers from text in blocks.

    Whether short lines are titles or headings is decided for the file as a whole: they are titles where most
    abstracts have one. A heading such as "ICML 2026" gives venue and year to the papers below it.
    """
    blocks = list(blocks_of(stream))
    return _labeled(blocks, source) if are_labeled(blocks) else _unlabeled(blocks, source)


def _labeled(blocks: Sequence[Block], source: str) -> Iterator[Paper | SkippedRecord]:
    start = next(index for index, block in enumerate(blocks) if has_label(block))
    heading: _Heading | None = None
    for block in blocks[:start]:
        if found := _heading(block):
            heading = found
        elif block.is_abstract:
            yield _paper({"abstract": block.text}, heading, line=block.number, source=source)
        else:
            yield SkippedRecord(source, block.number, _TOO_SHORT)
    for record in labeled_records(blocks[start:]):
        yield _paper(record.fields, heading, line=record.line, source=source)


def _unlabeled(blocks: Sequence[Block], source: str) -> Iterator[Paper | SkippedRecord]:
    parts = list(_parts(blocks))
    layout = _Layout(_blocks_before(parts), _have_titles_inside(parts), _are_numbered(blocks))
    opening = blocks[0] if any(part.abstract for part in parts) else None
    heading: _Heading | None = None
    for part in parts:
        owned = min(layout.blocks_before, len(part.before)) if part.abstract else 0
        loose = len(part.before) - owned
        for block in part.before[:loose]:
            if found := _heading(block):
                heading = found
            elif block is not opening and not _MARKS.match(block.text):
                yield SkippedRecord(source, block.number, _TOO_SHORT)
        if part.abstract:
            fields = _fields(part.before[loose:], part.abstract, layout)
            yield _paper(fields, heading, line=part.abstract.number, source=source)


def _paper(fields: Mapping[str, str], heading: _Heading | None, *, line: int, source: str) -> Paper | SkippedRecord:
    inherited = {"venue": heading.venue, "year": heading.year} if heading else {}
    return paper_of({**inherited, **fields}, source=source) or SkippedRecord(source, line, NEITHER)


def _heading(block: Block) -> _Heading | None:
    """The venue and year that a short block names, if it does."""
    text = block.text
    if block.is_abstract or len(text.split()) > _HEADING_WORDS:
        return None
    found = _VENUE_YEAR.search(text)
    if found is None:
        return None
    short = found["short"]
    century = "19" if short and short > _LAST_CENTURY else "20"
    return _Heading(found["venue"], found["year"] or f"{century}{short}")


def _parts(blocks: Sequence[Block]) -> Iterator[_Part]:
    before: list[Block] = []
    for block in blocks:
        if block.is_abstract:
            yield _Part(tuple(before), block)
            before = []
        elif not _ABSTRACT_LABEL.fullmatch(block.text):
            before.append(block)
    if before:
        yield _Part(tuple(before), None)


def _blocks_before(parts: Sequence[_Part]) -> int:
    """The usual number of blocks before an abstract, at most 2; 0 where fewer than half of them have any."""
    counts = Counter(sum(_heading(block) is None for block in part.before) for part in parts if part.abstract)
    abstracts = counts.total()
    having = abstracts - counts[0]
    is_single = having == 1 and abstracts > 1  # one line in the whole file, so a heading
    if having == 0 or 2 * having < abstracts or is_single:
        return 0
    usual = max(filter(None, counts), key=lambda count: (counts[count], -count))
    return min(usual, 2)


def _have_titles_inside(parts: Sequence[_Part]) -> bool:
    wrapped = [part.abstract for part in parts if part.abstract and len(part.abstract.lines) > 1]
    return 2 * sum(block.title_lines > 0 for block in wrapped) > len(wrapped)


def _are_numbered(blocks: Sequence[Block]) -> bool:
    numbers = [int(found[1]) for block in blocks if (found := _NUMBER.match(block.text))]
    return len(numbers) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _fields(before: Sequence[Block], abstract: Block, layout: _Layout) -> dict[str, str]:
    """The fields of one paper, from its abstract and the blocks before it: title, authors, and what else."""
    lines = [block.text for block in before]
    text = abstract.text
    inside = abstract.title_lines if layout.titles_inside and not lines else 0
    if inside:
        lines = [line.text for line in abstract.lines[:inside]]
        text = Block(abstract.lines[inside:]).text
    if layout.numbered:
        lines = [_NUMBER.sub("", line, count=1) for line in lines]
        text = _NUMBER.sub("", text, count=1)
    fields = {"abstract": _ABSTRACT_LABEL.sub("", text, count=1)}
    if lines:
        fields["title"] = _MARKS.sub("", lines[0], count=1)
    if len(lines) > 1:
        fields["authors"] = lines[1]
    for number, line in enumerate(lines[2:], start=3):
        fields[f"line {number}"] = line
    return fields
