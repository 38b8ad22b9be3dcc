"""Records whose lines begin with tags, as in RIS, MEDLINE and the like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from semsearch.readers.fields.paper_fields import NEITHER
from semsearch.readers.fields.tagged_fields import TagTable, tagged_paper
from semsearch.readers.formats.lines import LONGEST, TOO_LONG, lines_of
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator, Mapping
    from typing import TextIO


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How records of a format are written.

    Attributes:
        line: A line with a tag, with the groups "tag" and "value"; all other lines continue a value.
        begins: Whether a tag begins a record, from the tag, what the record before holds, and whether a blank line
            stands above.
        ends: Tags that end a record.
        trailing: Tags that may come after the end and still belong to the record.
        around: Tags that belong to the file, not to a record.
        lists: Tags under which each line is a value of its own.
        joint: What stands between the lines of other values.
        is_indented: Only indented lines continue a value.
    """

    line: re.Pattern[str]
    begins: Callable[[str, Mapping[str, object], bool], bool]
    ends: frozenset[str] = frozenset()
    trailing: frozenset[str] = frozenset()
    around: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    joint: str = "\n"
    is_indented: bool = False


@dataclass(frozen=True, slots=True)
class TaggedRecord:
    """A record with the number of its first line, and what keeps it from being read."""

    line: int
    values: Mapping[str, list[str]]
    problem: str = ""


def read_tagged(stream: TextIO, layout: Layout, table: TagTable, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each record of a format, by the table of its tags."""
    for record in tagged_records(stream, layout):
        paper = None if record.problem else tagged_paper(record.values, table, source=source)
        yield paper or SkippedRecord(source, record.line, record.problem or NEITHER)


def tagged_records(stream: TextIO, layout: Layout) -> Iterator[TaggedRecord]:
    """Read one record after another. Text before the first tag of a record belongs to none."""
    record: _Record | None = None
    is_after_blank = is_ended = False
    for number, line in enumerate(lines_of(stream), start=1):
        text = line.rstrip("\n")
        if not text.strip():
            is_after_blank = True
            continue
        match = layout.line.match(text)
        tag = match["tag"] if match else ""
        if tag in layout.ends:
            is_ended = True
        elif match and tag not in layout.around:
            if not record or _is_next(tag, record, layout, is_after_blank=is_after_blank, is_ended=is_ended):
                if record:
                    yield record.whole(layout)
                record, is_ended = _Record(number), False
            record.begin(tag, match["value"] or "")
        elif record and not match and not is_ended:
            record.go_on(text, layout, is_after_blank=is_after_blank)
        if record and len(line) > LONGEST:
            record.problem = TOO_LONG
        is_after_blank = False
    if record:
        yield record.whole(layout)


def _is_next(tag: str, record: _Record, layout: Layout, *, is_after_blank: bool, is_ended: bool) -> bool:
    return layout.begins(tag, record.parts, is_after_blank) or (is_ended and tag not in layout.trailing)


class _Record:
    """The lines of a record so far."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.parts: dict[str, list[list[str]]] = {}
        self.problem = ""
        self._last = ""
        self._size = 0

    def begin(self, tag: str, value: str) -> None:
        if self._has_room_for(value):
            self.parts.setdefault(tag, []).append([value.strip()])
            self._last = tag

    def go_on(self, text: str, layout: Layout, *, is_after_blank: bool) -> None:
        is_other = layout.is_indented and not text[0].isspace()
        if is_other or not self._has_room_for(text):
            return
        if self._last in layout.lists:
            self.parts[self._last].append([text.strip()])
        else:
            paragraph = [""] if is_after_blank and layout.joint == "\n" else []
            self.parts[self._last][-1] += [*paragraph, text.strip()]

    def whole(self, layout: Layout) -> TaggedRecord:
        values = {tag: [layout.joint.join(lines).strip() for lines in each] for tag, each in self.parts.items()}
        return TaggedRecord(self.line, values, self.problem)

    def _has_room_for(self, text: str) -> bool:
        self._size += len(text) + 1
        if self._size > LONGEST:
            self.problem = TOO_LONG
        return not self.problem
