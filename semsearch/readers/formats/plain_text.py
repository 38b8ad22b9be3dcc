"""Papers from plain text: abstracts between blank lines, with or without titles and headings."""

from __future__ import annotations

import re
from itertools import dropwhile, takewhile
from typing import TYPE_CHECKING, Final

from semsearch.readers.fields.paper_fields import NEITHER, paper_of
from semsearch.readers.formats.blocks import NUMBER, Block, Line, blocks_of
from semsearch.readers.formats.labels import are_labeled, begins_with_label, labeled_records
from semsearch.readers.formats.layout import (
    ABSTRACT_LABEL,
    Heading,
    Layout,
    are_titles,
    heading_of,
    layout_of,
    parts_of,
)
from semsearch.readers.formats.lines import LONGEST, TOO_LONG, lines_of
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import TextIO

_TOO_SHORT: Final = "is too short to be an abstract"
_MARKS: Final = re.compile(r"#+\s+")


def read_plain_text(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read papers from text in blocks.

    Whether short lines are titles or headings is decided for the file as a whole: they are titles where most
    abstracts have one. A heading such as "ICML 2026" gives venue and year to the papers below it.
    """
    too_long: list[SkippedRecord] = []
    blocks = list(blocks_of(_bounded(stream, source, too_long)))
    yield from too_long
    if are_labeled(blocks):
        yield from _labeled(blocks, source)
        return
    lines = [Block((line,)) for block in blocks for line in block.lines]
    yield from _titles(lines, source) if are_titles(lines) else _unlabeled(blocks, source)


def _bounded(stream: TextIO, source: str, too_long: list[SkippedRecord]) -> Iterator[str]:
    """The lines, with an empty one for each that is too long."""
    for number, line in enumerate(lines_of(stream), start=1):
        if len(line) > LONGEST:
            too_long.append(SkippedRecord(source, number, TOO_LONG))
        yield "" if len(line) > LONGEST else line


def _labeled(blocks: Sequence[Block], source: str) -> Iterator[Paper | SkippedRecord]:
    heading: Heading | None = None
    for block in _before_labels(blocks):
        if found := heading_of(block):
            heading = found
        elif block.is_abstract:
            yield _paper({"abstract": block.text}, heading, line=block.number, source=source)
        else:
            yield SkippedRecord(source, block.number, _TOO_SHORT)
    lines = (line for block in blocks for line in block.lines)
    for record in labeled_records(dropwhile(_has_no_label, lines)):
        yield _paper(record.fields, heading, line=record.line, source=source)


def _before_labels(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        above = tuple(takewhile(_has_no_label, block.lines))
        if above:
            yield Block(above)
        if len(above) < len(block.lines):
            return


def _has_no_label(line: Line) -> bool:
    return not begins_with_label(line)


def _titles(lines: Sequence[Block], source: str) -> Iterator[Paper | SkippedRecord]:
    heading: Heading | None = None
    for line in lines:
        if found := heading_of(line):
            heading = found
        else:
            title = NUMBER.sub("", line.text, count=1)
            yield _paper({"title": title}, heading, line=line.number, source=source)


def _unlabeled(blocks: Sequence[Block], source: str) -> Iterator[Paper | SkippedRecord]:
    parts = list(parts_of(blocks))
    layout = layout_of(blocks, parts)
    opening = blocks[0] if any(part.abstract for part in parts) else None
    heading: Heading | None = None
    for part in parts:
        owned = min(layout.blocks_before, len(part.before)) if part.abstract else 0
        loose = len(part.before) - owned
        for block in part.before[:loose]:
            if found := heading_of(block):
                heading = found
            elif block is not opening and not _MARKS.match(block.text):
                yield SkippedRecord(source, block.number, _TOO_SHORT)
        if part.abstract:
            fields = _fields(part.before[loose:], part.abstract, layout)
            yield _paper(fields, heading, line=part.abstract.number, source=source)


def _paper(fields: Mapping[str, str], heading: Heading | None, *, line: int, source: str) -> Paper | SkippedRecord:
    inherited = {"venue": heading.venue, "year": heading.year} if heading else {}
    return paper_of({**inherited, **fields}, source=source) or SkippedRecord(source, line, NEITHER)


def _fields(before: Sequence[Block], abstract: Block, layout: Layout) -> dict[str, str]:
    """The fields of one paper, from its abstract and the blocks before it: title, authors, and what else."""
    lines = [block.text for block in before]
    text = abstract.text
    inside = abstract.title_lines if layout.titles_inside and not lines else 0
    if inside:
        lines = [line.text for line in abstract.lines[:inside]]
        text = Block(abstract.lines[inside:]).text
    if layout.numbered:
        lines = [NUMBER.sub("", line, count=1) for line in lines]
        text = NUMBER.sub("", text, count=1)
    fields = {"abstract": ABSTRACT_LABEL.sub("", text, count=1)}
    if lines:
        fields["title"] = _MARKS.sub("", lines[0], count=1)
    if len(lines) > 1:
        fields["authors"] = lines[1]
    for number, line in enumerate(lines[2:], start=3):
        fields[f"line {number}"] = line
    return fields
