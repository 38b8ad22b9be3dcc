"""Where the elements of an XML text begin and end, found without reading what is in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.errors import SourceError
from semsearch.readers.formats.lines import LONGEST, TOO_LONG
from semsearch.records import SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

ILLEGAL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no XML may hold."""
_PIECE: Final = 1 << 16
_LONGEST_TAG: Final = 1 << 12
_ENDS: Final = {"<!--": "-->", "<![CDATA[": "]]>"}
_ENTITY: Final = "<!ENTITY"


@dataclass(frozen=True, slots=True)
class Cut:
    """The text of an element, from its first line on."""

    line: int
    text: str


class Cutter:
    """Finds where elements begin and end, in a text that is read piece by piece.

    Args:
        stream: At its start.
        names: Of all elements.
        parents: Those of which the start tag is enough.
        source: Of the file.
    """

    def __init__(self, stream: TextIO, names: Sequence[str], parents: frozenset[str], source: str) -> None:
        self._stream = stream
        self._parents = parents
        self._source = source
        self._token = re.compile(
            r"<!--|<!\[CDATA\[|<!ENTITY|<(?P<end>/?)(?:[\w.-]+:)?"
            rf"(?P<name>{'|'.join(map(re.escape, names))})(?=[\s/>])[^<>]*>"
        )
        self._text = ""
        self._place = 0  # up to where the text is understood
        self._counted = 0  # up to where its lines are counted
        self._line = 1
        self._until = ""  # the end of the comment that is open
        self._open = ""  # the name of the element that is open
        self._begin = 0
        self._begin_line = 0
        self._is_dropped = False  # the element that is open is too long

    def cuts(self) -> Iterator[Cut | SkippedRecord]:
        """The elements in their order, and those that have no end or are too long.

        Raises:
            SourceError: The file declares entities.
        """
        while piece := self._stream.read(_PIECE):
            self._text += ILLEGAL.sub("", piece)
            while token := self._next():
                yield from self._take(token)
            yield from self._shortened()
        if self._open and not self._is_dropped:
            yield self._broken("breaks off before its end")

    def _next(self) -> re.Match[str] | None:
        if self._until:
            end = self._text.find(self._until, self._place)
            if end < 0:
                self._place = max(self._place, len(self._text) - len(self._until) + 1)
                return None
            self._place = end + len(self._until)
            self._until = ""
        token = self._token.search(self._text, self._place)
        if token:
            self._place = token.end()
        else:  # what may be the start of a tag waits for the rest
            begun = self._text.rfind("<", max(self._place, len(self._text) - _LONGEST_TAG))
            self._place = begun if begun >= 0 else len(self._text)
        return token

    def _take(self, token: re.Match[str]) -> Iterator[Cut | SkippedRecord]:
        text, name = token[0], token["name"]
        if not name:
            if text == _ENTITY and not self._open:
                what = f"{self._source} declares XML entities, which are never read because they may grow without end."
                raise SourceError(what, fix="Remove its DOCTYPE, and write the characters themselves.")
            self._until = _ENDS.get(text, "")
        elif name in self._parents:
            if not token["end"]:
                yield Cut(self._line_at(token.start()), text if text.endswith("/>") else f"{text[:-1]}/>")
        elif token["end"]:
            if name == self._open:
                if not self._is_dropped:
                    yield Cut(self._begin_line, self._text[self._begin : token.end()])
                self._open = ""
        else:
            if self._open and not self._is_dropped:
                yield self._broken("has no end")
            self._line_at(token.start())
            self._open, self._begin, self._begin_line = name, token.start(), self._line
            self._is_dropped = False
            if text.endswith("/>"):
                self._open = ""
                yield Cut(self._line, text)

    def _shortened(self) -> Iterator[SkippedRecord]:
        """Forget the text that is no longer needed."""
        if self._open and not self._is_dropped and len(self._text) - self._begin > LONGEST:
            self._is_dropped = True
            yield self._broken(TOO_LONG)
        keep = self._begin if self._open and not self._is_dropped else self._place
        self._line_at(keep)
        self._text = self._text[keep:]
        self._place -= keep
        self._begin = max(0, self._begin - keep)
        self._counted -= keep

    def _line_at(self, place: int) -> int:
        if place > self._counted:
            self._line += self._text.count("\n", self._counted, place)
            self._counted = place
        return self._line

    def _broken(self, problem: str) -> SkippedRecord:
        return SkippedRecord(self._source, self._begin_line, problem)
