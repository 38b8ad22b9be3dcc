"""Splitting BibTeX into entries, one by one, so that a broken one costs no other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.readers.formats.bibtex_values import BadEntryError, body_of
from semsearch.readers.formats.lines import LONGEST, TOO_LONG, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TextIO

_BEGINS_LINE: Final = re.compile(
    r"[ \t\ufeff]*@[ \t]*(?:(?:comment|string|preamble)[ \t]*[{(]|[A-Za-z][\w-]*[ \t]*(?:[{(]|\Z))", re.IGNORECASE
)
_BEGINS: Final = re.compile(r"(?<![\w.@])@\s*(?P<type>[A-Za-z][\w-]*)\s*(?P<opening>[{(])")
_BRACES: Final = re.compile(r"[{}]")
_CLOSING: Final = {"{": "}", "(": ")"}
_LONGEST_COMMENT: Final = 1 << 20
_MOST_FAILURES: Final = 10  # in one segment, where each may have been looked for up to its end
_COMMENT: Final = re.compile(r"[ \t]*@[ \t]*comment[ \t]*\{", re.IGNORECASE)
_NO_ENTRIES: Final = frozenset({"comment", "preamble"})
_MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec".split()


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry with its type in small letters and the number of its first line, or what keeps it from being one."""

    line: int
    kind: str
    key: str
    fields: Mapping[str, list[str]]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class _Segment:
    """Lines from one that begins an entry up to the next such line."""

    line: int
    text: str
    is_cut: bool


def entries_of(stream: TextIO) -> Iterator[Entry]:
    """Read one entry after another; comments and preambles are left out, and macros are put in their places.

    A line that begins like an entry ends the one before, whether it is closed or not.
    """
    macros = {month: month for month in _MONTHS}  # not "January", so that it can be written as it was
    for segment in _without_comments(_segments(stream)):
        yield from _entries(segment, macros)


def _segments(stream: TextIO) -> Iterator[_Segment]:
    lines: list[str] = []
    first, size, is_cut = 1, 0, False
    for number, line in enumerate(lines_of(stream), start=1):
        if lines and _BEGINS_LINE.match(line):
            yield _Segment(first, "".join(lines), is_cut)
            lines, size, is_cut = [], 0, False
        if not lines:
            first = number
        size += len(line)
        is_cut |= size > LONGEST
        if not is_cut or not lines:
            lines.append(line)
    if lines:
        yield _Segment(first, "".join(lines), is_cut)


def _without_comments(segments: Iterator[_Segment]) -> Iterator[_Segment]:
    """Leave out entries that stand inside a comment in braces, unless these are never closed."""
    waiting: list[_Segment] = []
    depth = size = 0
    may_wait = True
    for segment in segments:
        if may_wait and (waiting or _COMMENT.match(segment.text)):
            depth += segment.text.count("{") - segment.text.count("}")
            size += len(segment.text)
            waiting.append(segment)
            if depth > 0 and size < _LONGEST_COMMENT:
                continue
            may_wait = depth <= 0  # so that a file of open comments is not read again and again
            yield from waiting[: 1 if may_wait else len(waiting)]
            waiting, depth, size = [], 0, 0
        else:
            yield segment
    yield from waiting


def _entries(segment: _Segment, macros: dict[str, str]) -> Iterator[Entry]:
    text, line, counted = segment.text, segment.line, 0
    at = failures = 0
    while found := _BEGINS.search(text, at):
        before = text[max(at, text.rfind("\n", at, found.start()) + 1) : found.start()]
        at = found.end()
        line += text.count("\n", counted, found.start())
        counted = found.start()
        kind = found["type"].lower()
        if before.lstrip().startswith("%"):
            continue
        if kind in _NO_ENTRIES:
            at = _closed_at(text, found) or (text.find("\n", at) + 1 or len(text))
            continue
        try:
            closing = _CLOSING[found["opening"]]
            body = body_of(text, found.end(), closing, has_key=kind != "string", macros=macros)
        except BadEntryError as exc:
            yield Entry(line, kind, "", {}, TOO_LONG if segment.is_cut else str(exc))
            at = _closed_at(text, found) or at
            failures += 1
            if failures == _MOST_FAILURES:
                return
            continue
        at = body.end
        if kind == "string":
            macros.update((name, values[0]) for name, values in body.fields.items())
        else:
            yield Entry(line, kind, body.key, body.fields)
    if segment.is_cut and not failures:
        yield Entry(line, "", "", {}, TOO_LONG)


def _closed_at(text: str, found: re.Match[str]) -> int | None:
    """The place behind the brace that closes a block; None if there is none."""
    depth = 0
    for brace in _BRACES.finditer(text, found.end() - 1):
        depth += 1 if brace[0] == "{" else -1
        if depth <= 0:
            return brace.end()
    return None
