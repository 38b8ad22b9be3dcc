"""The values of a JSON text one after another, without the whole text in memory."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from semsearch.errors import SourceError
from semsearch.records import SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

DECODER: Final = json.JSONDecoder(strict=False, parse_constant=lambda _: math.nan)
SPACE: Final = " \t\n\r\ufeff"
LONGEST_VALUE: Final = 1 << 26
"""Characters; the export of a library of fifty thousand papers as one object has as many."""
_PIECE: Final = 1 << 20
_GAP: Final = re.compile(f"[{SPACE}]*")
_NEAR_END: Final = 16  # characters; a word or an escape that is cut off is reported at its start


@dataclass(frozen=True, slots=True)
class JsonValue:
    """A value of a document, with the number of its first line."""

    line: int
    value: Any


def values_of(stream: TextIO, *, source: str) -> Iterator[JsonValue | SkippedRecord]:
    """Read one value after another, those of arrays one by one; the first must be valid.

    After a broken value of an array, reading goes on with the next one that is indented like it.

    Args:
        stream: At its start.
        source: Of the file.

    Raises:
        ValueError: The first value is not valid, or too long.
        RecursionError: It is nested too deeply.
        SourceError: The text ends within an array.
    """
    text = _Text(stream)
    in_array = is_begun = False
    while text.skip_space():
        if text.peek() == ("]" if in_array else "["):
            in_array = not in_array
            text.skip(1)
            continue
        line, indent = text.line, text.indent
        try:
            value = text.decode()
        except (ValueError, RecursionError) as exc:
            if not is_begun:
                raise
            if in_array and text.breaks_off(exc):
                break
            goes_on = in_array and text.skip_to_object(indent)
            rest = "" if goes_on else ", so the rest of the file is not read"
            yield SkippedRecord(source, line, f"is not valid JSON{rest}: {fault_in(exc)}")
            if not goes_on:
                return
            continue
        is_begun = True
        yield JsonValue(line, value)
        if in_array and text.skip_space() and text.peek() == ",":
            text.skip(1)
    if in_array:
        what = f"{source}:{text.line} is where the list breaks off."
        raise SourceError(what, fix="Check whether the file is complete.")


def fault_in(exc: ValueError | RecursionError) -> str:
    """What is wrong with a JSON text."""
    return exc.msg if isinstance(exc, json.JSONDecodeError) else str(exc)


class _Text:
    """A text that is read as far as it is needed, and forgotten as far as it is understood."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._text = ""
        self._place = 0
        self._counted = 0
        self._line = 1
        self._is_read = False
        self.indent: str | None = ""
        """What stands before this place in its line; None if that is more than space."""

    @property
    def line(self) -> int:
        self._line += self._text.count("\n", self._counted, self._place)
        self._counted = self._place
        return self._line

    def peek(self) -> str:
        return self._text[self._place]

    def skip(self, letters: int) -> None:
        self._place += letters
        self.indent = None

    def skip_space(self) -> bool:
        """Go to the next visible character; False at the end."""
        while True:
            gap = _GAP.match(self._text, self._place)
            if gap and gap[0]:
                self._place = gap.end()
                _, line_break, last = gap[0].rpartition("\n")
                self.indent = last if line_break else None if self.indent is None else self.indent + last
            if self._place < len(self._text):
                return True
            if not self._more(_PIECE):
                return False

    def decode(self) -> Any:  # noqa: ANN401 - whatever JSON holds
        """The value at this place.

        Raises:
            ValueError: There is none, or it is too long.
            RecursionError: It is nested too deeply.
        """
        while True:
            try:
                value, end = DECODER.raw_decode(self._text, self._place)
            except json.JSONDecodeError as exc:
                is_cut = exc.msg.startswith("Unterminated string") or exc.pos > len(self._text) - _NEAR_END
                if not is_cut or not self._more(max(_PIECE, len(self._text) - self._place)):
                    exc.lineno += self.line - 1 - self._text.count("\n", 0, self._place)
                    raise
            else:
                if end == len(self._text) and self._more(_PIECE):  # a number may go on
                    continue
                self.skip(end - self._place)
                return value

    def breaks_off(self, exc: Exception) -> bool:
        """Whether an error in an array comes from the end of the text."""
        whole = self._text.rstrip(SPACE)
        return self._is_read and (getattr(exc, "pos", 0) >= len(whole) or not whole.endswith("]"))

    def skip_to_object(self, indent: str | None) -> bool:
        """Go to the next line that begins with an object behind such an indentation; False if there is none."""
        if indent is None:
            return False
        begin = f"\n{indent}{{"
        while (place := self._text.find(begin, self._place)) < 0:
            self._place = max(self._place, len(self._text) - len(begin) + 1)
            if not self._more(_PIECE):
                return False
        self._place = place
        return True

    def _more(self, letters: int) -> bool:
        """Read on; False at the end."""
        piece = "" if self._is_read else self._stream.read(letters)
        if not piece:
            self._is_read = True
            return False
        if len(self._text) + len(piece) - self._place > LONGEST_VALUE:
            raise ValueError(f"it is longer than {LONGEST_VALUE:,} characters")
        self._line = self.line
        self._text = self._text[self._place :] + piece
        self._place = self._counted = 0
        return True
