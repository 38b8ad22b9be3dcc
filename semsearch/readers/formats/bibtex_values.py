"""The fields of one BibTeX entry: names, and values in braces, in quotation marks or by macros."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_SPACE: Final = re.compile(r"(?:[\s,]|%[^\n]*|@comment\b[^\n{]*(?=\n|\Z))*", re.IGNORECASE)
_GAP: Final = re.compile(r"(?:\s|%[^\n]*)*")
_NAME: Final = re.compile(r"(?P<name>[^\s=,{}()\"#%][^=,{}()\"#%\n]*+)\s*+=\s*+")
_PLAIN: Final = re.compile(r"\{([^{}]*)\}|\"([^{}\"]*)\"")
_BARE: Final = re.compile(r"[^\s,#{}\"=()][^,#{}\"=\n()]*")
_MARKS: Final = re.compile(r"[{}\"]")
_MARKS_UNESCAPED: Final = re.compile(r"\\[{}\"\\]|[{}\"]", re.DOTALL)
_GOES_ON: Final = re.compile(r"\s*,\s*[A-Za-z][\w-]*\s*=\s*[{\"\w]")
_NEXT_LINE: Final = re.compile(r"[}\"],?[ \t]*\n\s*(?:[A-Za-z][\w-]*\s*=|[})]\s*(?:\Z|\n))")
_INNER_LINE: Final = re.compile(r"\n\s*[A-Za-z][\w-]*\s*=\s*[{\"]")
_FEW: Final = 100
_KEYS: Final = {
    "}": re.compile(r"\s*+(?P<key>[^,={}\"\n]*+)(?:,|(?=[\n}]))"),
    ")": re.compile(r"\s*+(?P<key>[^,={}\"\n)]*+)(?:,|(?=[\n)]))"),
}


class BadEntryError(ValueError):
    """An entry does not follow the rules so far that its fields could be told apart."""


@dataclass(frozen=True, slots=True)
class Body:
    """What stands between the delimiters of an entry.

    Attributes:
        key: Empty if the entry has none.
        fields: The values of each field by its name in small letters; most have one.
        end: The place in the text behind the entry.
    """

    key: str
    fields: Mapping[str, list[str]]
    end: int


def body_of(text: str, start: int, closing: str, *, has_key: bool, macros: Mapping[str, str]) -> Body:
    r"""Read the fields of an entry up to the delimiter that closes it.

    For BibTeX each brace counts. Where an entry makes no sense in that way, it is read once more, as other
    programs write it: a brace or a quotation mark behind a backslash is only a letter. In the end, a value may hold
    a brace too many or too few if its end is clear from the next line.

    Args:
        text: Holds the entry.
        start: The place behind its opening delimiter.
        closing: The delimiter that closes it.
        has_key: Whether it begins with a key.
        macros: What names without quotation marks stand for.

    Raises:
        BadEntryError: It makes no sense in any way.
    """
    problem = None
    for marks, by_lines in ((_MARKS, False), (_MARKS_UNESCAPED, False), (_MARKS, True)):
        try:
            return _Reader(text, closing, macros, marks, by_lines=by_lines).body(start, has_key=has_key)
        except BadEntryError as exc:
            problem = problem or exc
    raise problem or BadEntryError


@dataclass(frozen=True, slots=True)
class _Value:
    text: str
    end: int


@dataclass(frozen=True, slots=True)
class _Reader:
    """One way to read an entry: by what counts as a brace or a quotation mark, and by lines where that fails."""

    text: str
    closing: str
    macros: Mapping[str, str]
    marks: re.Pattern[str]
    by_lines: bool

    def body(self, start: int, *, has_key: bool) -> Body:
        key, at = "", start
        if has_key and (found := _KEYS[self.closing].match(self.text, at)):
            key, at = found["key"].strip(), found.end()
        fields: dict[str, list[str]] = {}
        last = ""
        while True:
            at = _matched(_SPACE, self.text, at)
            if self.text.startswith(self.closing, at):
                if not _GOES_ON.match(self.text, at + 1):
                    return Body(key, fields, at + 1)
                at += 1  # a brace too many, for the fields go on
                continue
            found = _NAME.match(self.text, at)
            if not found:
                raise BadEntryError(self._problem(at, last))
            last = found["name"].strip().lower()
            value = self._value(found.end(), last)
            values = fields.setdefault(last, [])
            if value.text not in values[:_FEW]:
                values.append(value.text)
            at = value.end

    def _value(self, at: int, name: str) -> _Value:
        """One value, or several joined by "#"."""
        parts = []
        while True:
            part = self._part(at, name)
            parts.append(part.text)
            at = _matched(_GAP, self.text, part.end)
            if not self.text.startswith("#", at):
                break
            at = _matched(_GAP, self.text, at + 1)
        return _Value("".join(parts).strip(), at)

    def _part(self, at: int, name: str) -> _Value:
        if (plain := _PLAIN.match(self.text, at)) and "\\" not in plain[0]:
            return _Value(plain[1] if plain[2] is None else plain[2], plain.end())
        if self.text[at : at + 1] in {"{", '"'}:
            end = self._closed(at, name)
            return _Value(self.text[at + 1 : end], end + 1)
        if bare := _BARE.match(self.text, at):
            word = bare[0].rstrip()
            return _Value(self.macros.get(word.lower(), word), at + len(word))
        if self.text[at : at + 1] in {",", self.closing}:
            return _Value("", at)
        raise BadEntryError(self._problem(at, name))

    def _closed(self, start: int, name: str) -> int:
        """The place of the brace or the quotation mark that closes the one at `start`."""
        end = self._balanced(start)
        if self.by_lines and (end is None or _INNER_LINE.search(self.text, start, end)):
            found = _NEXT_LINE.search(self.text, start + 1)
            end = found.start() if found and not _INNER_LINE.search(self.text, start, found.start()) else None
        if end is None:
            raise BadEntryError(f"is a BibTeX entry whose field {name!r} is never closed")
        return end

    def _balanced(self, start: int) -> int | None:
        is_quoted = self.text[start] == '"'
        depth = 0 if is_quoted else 1
        for mark in self.marks.finditer(self.text, start + 1):
            if mark[0] == "{":
                depth += 1
            elif mark[0] == "}":
                depth -= 1
                if depth == 0 and not is_quoted:
                    return mark.start()
                if depth < 0:
                    return None
            elif mark[0] == '"' and is_quoted and depth == 0:
                return mark.start()
        return None

    def _problem(self, at: int, last: str) -> str:
        if at >= len(self.text):
            return "is a BibTeX entry that is never closed"
        where = f"after {last!r}" if last else "after the key"
        return f"is a BibTeX entry with something else than a field {where}"


def _matched(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
