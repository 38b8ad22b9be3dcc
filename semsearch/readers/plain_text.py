"""Papers from plain text: abstracts between blank lines, with or without titles and headings."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from semsearch.readers.blocks import Block, blocks_of
from semsearch.readers.fields import NEITHER, paper_of
from semsearch.readers.labels import are_labeled, is_labeled, labeled_records
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

_TOO_SHORT: Final = "is too short to be an abstract"
_VENUE_YEAR: Final = re.compile(
    r"(?P<venue>\b[A-Z][A-Za-z]*[A-Z][A-Za-z]*)[\s/-]*(?:['’](?P<short>\d\d)|(?P<year>(?:19|20)\d\d))\b"
)
_HEADING_WORDS: Final = 8
_MARKS: Final = re.compile(r"#+\s+")
_NUMBER: Final = re.compile(r"[\[(]?(\d{1,4})[\].)]\s+(?=\S)")
_ABSTRACT_LABEL: Final = re.compile(r"(?:abstract|summary)(?:\s*[:.—–-]+\s*|\s*\Z)", re.IGNORECASE)


@dataclass(slots=True)
class _Part:
    """An abstract with the short blocks right before it."""

    before: list[Block] = field(default_factory=list)
    abstract: Block | None = None


@dataclass(slots=True)
class _Place:
    """Venue and year of the papers under the last heading."""

    fields: dict[str, str] = field(default_factory=dict)


def read_plain_text(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read papers from text in blocks.

    Whether short lines are titles or headings is decided for the file as a whole: they are titles where most
    abstracts have one. A heading such as "ICML 2026" gives venue and year to the papers below it.
    """
    blocks = list(blocks_of(stream))
    if are_labeled(blocks):
        yield from _labeled(blocks, source)
    else:
        yield from _unlabeled(blocks, source)


def _labeled(blocks: Sequence[Block], source: str) -> Iterator[Paper | SkippedRecord]:
    start = next(index for index, block in enumerate(blocks) if any(is_labeled(Block((line,))) for line in block.lines))
    place = _Place()
    for block in blocks[:start]:
        if not _is_heading(block, place):
            yield from (
                _paper(block, {"abstract": block.text}, place, source) if block.is_abstract else _skipped(block, source)
            )
    for record in labeled_records(blocks[start:]):
        paper = paper_of({**place.fields, **record.fields}, source=source)
        yield paper or SkippedRecord(source, record.line, NEITHER)


def _unlabeled(blocks: Sequence[Block], source: str) -> Iterator[Paper | SkippedRecord]:
    numbered = _are_numbered(blocks)
    parts = list(_parts(blocks))
    titles = _titles_before(parts)
    inside = _have_titles_inside(parts)
    place = _Place()
    first = blocks[0] if any(part.abstract for part in parts) else None
    for part in parts:
        shorts = part.before
        count = min(titles, len(shorts)) if part.abstract else 0
        for block in shorts[: len(shorts) - count]:
            if not _is_heading(block, place) and block is not first and not _MARKS.match(block.text):
                yield from _skipped(block, source)
        if part.abstract:
            fields = _fields(shorts[len(shorts) - count :], part.abstract, inside=inside, numbered=numbered)
            yield from _paper(part.abstract, fields, place, source)


def _are_numbered(blocks: Sequence[Block]) -> bool:
    numbers = [int(found[1]) for block in blocks if (found := _NUMBER.match(block.text))]
    return len(numbers) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _parts(blocks: Sequence[Block]) -> Iterator[_Part]:
    part = _Part()
    for block in blocks:
        if block.is_abstract:
            part.abstract = block
            yield part
            part = _Part()
        elif not _ABSTRACT_LABEL.fullmatch(block.text):
            part.before.append(block)
    if part.before:
        yield part


def _titles_before(parts: Sequence[_Part]) -> int:
    """How many blocks before each abstract belong to it: none, its title, or also its authors."""
    counts = Counter(sum(_venue_year(block) is None for block in part.before) for part in parts if part.abstract)
    having = sum(times for count, times in counts.items() if count)
    if having * 2 < counts.total() or (having == 1 and counts.total() > 1):
        return 0
    usual = max((count for count in counts if count), key=lambda count: (counts[count], -count), default=0)
    return min(usual, 2)


def _have_titles_inside(parts: Sequence[_Part]) -> bool:
    wrapped = [part.abstract for part in parts if part.abstract and len(part.abstract.lines) > 1]
    return 2 * sum(bool(block.title_lines) for block in wrapped) > len(wrapped)


def _fields(before: Sequence[Block], abstract: Block, *, inside: bool, numbered: bool) -> dict[str, str]:
    lines = [block.text for block in before]
    text = abstract.text
    if inside and not lines and abstract.title_lines:
        lines = [line.text for line in abstract.lines[: abstract.title_lines]]
        text = Block(abstract.lines[abstract.title_lines :]).text
    if numbered:
        lines = [_NUMBER.sub("", line, count=1) for line in lines]
        text = _NUMBER.sub("", text, count=1)
    fields = {"abstract": _ABSTRACT_LABEL.sub("", text, count=1)}
    if lines:
        fields["title"] = _MARKS.sub("", lines[0], count=1)
    if len(lines) > 1:
        fields["authors"] = lines[1]
    fields |= {f"line {number}": line for number, line in enumerate(lines[2:], start=3)}
    return fields


def _is_heading(block: Block, place: _Place) -> bool:
    """Whether a short block names venue and year, which then hold for what follows."""
    fields = _venue_year(block)
    if fields:
        place.fields = fields
    return fields is not None


def _venue_year(block: Block) -> dict[str, str] | None:
    text = block.text
    found = _VENUE_YEAR.search(text) if len(text.split()) <= _HEADING_WORDS else None
    if found is None or block.is_abstract:
        return None
    short = found["short"]
    year = found["year"] or f"{'19' if short > '60' else '20'}{short}"
    return {"venue": found["venue"], "year": year}


def _paper(block: Block, fields: dict[str, str], place: _Place, source: str) -> Iterator[Paper | SkippedRecord]:
    paper = paper_of({**place.fields, **fields}, source=source)
    yield paper or SkippedRecord(source, block.number, NEITHER)


def _skipped(block: Block, source: str) -> Iterator[SkippedRecord]:
    yield SkippedRecord(source, block.number, _TOO_SHORT)
