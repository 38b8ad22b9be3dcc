"""Plain text as blocks between blank lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.readers.values import joined_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_RULE: Final = re.compile(r"\s*(?:([-=*_#~])\s*){3,}\s*|\s*\f\s*")
_ENDS_SENTENCE: Final = re.compile(r"[.!?…。！？][\"'”’)\]]*\Z")
_LONG_LINE: Final = 200
_ABSTRACT_WORDS: Final = 30
_FEWEST_WORDS: Final = 5


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank, with its number from 1."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """Lines without a blank one between them, or one long line that stands for itself."""

    lines: tuple[Line, ...]

    @property
    def number(self) -> int:
        """The number of its first line."""
        return self.lines[0].number

    @property
    def text(self) -> str:
        """All of it in one line."""
        return joined_line(" ".join(line.text for line in self.lines))

    @property
    def is_abstract(self) -> bool:
        """Whether it is a running text: one that ends as a sentence does, or a long one."""
        return is_running_text(self.text)

    @property
    def title_lines(self) -> int:
        """How many of the first lines were broken on purpose, where the next word would have fitted in."""
        lengths = [len(line.text) for line in self.lines]
        width = max(lengths)
        count = 0
        for line, following in zip(self.lines, self.lines[1:], strict=False):
            fits = len(line.text) + 1 + len(following.text.split()[0]) <= width
            if not fits or is_running_text(line.text) or not following.text[:1].strip("\"'“‘(").isupper():
                break
            count += 1
        rest = self.lines[count:]
        return count if count and is_running_text(" ".join(line.text for line in rest)) else 0


def is_running_text(text: str) -> bool:
    """Whether a text reads as an abstract or a part of one, not as a title or a heading."""
    words = text.split()
    if len(words) >= _ABSTRACT_WORDS or len(text) >= _LONG_LINE:
        return True
    if text.rstrip().endswith("?"):
        return len(words) >= _ABSTRACT_WORDS
    return bool(_ENDS_SENTENCE.search(text.rstrip())) and (len(words) >= _FEWEST_WORDS or len(text) > _ABSTRACT_WORDS)


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
