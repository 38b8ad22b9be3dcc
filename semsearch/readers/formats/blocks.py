"""Splitting plain text into blocks at blank lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.readers.fields.values import joined_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_RULE: Final = re.compile(r"\s*(?:([-=*_#~])\s*){3,}\s*|\s*\f\s*")
_ENDS_SENTENCE: Final = re.compile(r"[.!?…。！？][\"'”’)\]]*\Z")
_LONG_LINE: Final = 200
_ABSTRACT_WORDS: Final = 30
_SENTENCE_WORDS: Final = 5
_SENTENCE_LETTERS: Final = 30  # for scripts without spaces


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank, with its number from 1."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """Lines without a blank line between them, or a single long line."""

    lines: tuple[Line, ...]

    @property
    def number(self) -> int:
        """The number of its first line."""
        return self.lines[0].number

    @property
    def text(self) -> str:
        """The whole block in one line."""
        return joined_line(" ".join(line.text for line in self.lines))

    @property
    def is_abstract(self) -> bool:
        """Whether it is running text: it ends like a sentence, or it is long."""
        return is_running_text(self.text)

    @property
    def title_lines(self) -> int:
        """How many of the first lines end early, although the next word would have fit, before running text begins."""
        lengths = [len(line.text) for line in self.lines]
        width = max(lengths)
        count = 0
        for line, following in zip(self.lines, self.lines[1:], strict=False):
            next_word = following.text.split()[0]
            ends_early = len(line.text) + 1 + len(next_word) <= width
            if not ends_early or is_running_text(line.text) or not next_word[0].isupper():
                break
            count += 1
        rest = " ".join(line.text for line in self.lines[count:])
        return count if is_running_text(rest) else 0


def is_running_text(text: str) -> bool:
    """Whether a text reads as an abstract or a part of one, not as a title or a heading."""
    text = text.rstrip()
    words = len(text.split())
    if words >= _ABSTRACT_WORDS or len(text) >= _LONG_LINE:
        return True
    if text.endswith("?") or not _ENDS_SENTENCE.search(text):
        return False
    return words >= _SENTENCE_WORDS or len(text) > _SENTENCE_LETTERS


def blocks_of(lines: Iterable[str]) -> Iterator[Block]:
    """Group lines into blocks; where lines are not wrapped, each line is a block."""
    waiting: list[Line] = []
    for number, text in enumerate(lines, start=1):
        line = joined_line(text)
        if line and not _RULE.fullmatch(text):
            waiting.append(Line(number, line))
        else:
            yield from _separated(waiting)
            waiting = []
    yield from _separated(waiting)


def _separated(lines: list[Line]) -> Iterator[Block]:
    if any(len(line.text) >= _LONG_LINE for line in lines):
        yield from (Block((line,)) for line in lines)
    elif lines:
        yield Block(tuple(lines))
