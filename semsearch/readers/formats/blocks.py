"""Splitting plain text into blocks: at blank lines, and where lines or indentations begin new ones."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.readers.fields.values import joined_line
from semsearch.text import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

NUMBER: Final = re.compile(r"[\[(]?(\d{1,4})[\].)]\s+(?=\S)")
_RULE: Final = re.compile(r"\s*(?:([-=*_#~])\s*){3,}\s*")
_BREAK: Final = re.compile("[\f\u2028\u2029]")
_ENDS_SENTENCE: Final = re.compile(r"[.!?…。！？][\"'”’)\]]*\Z")
_BEGINS_TEXT: Final = re.compile(r"[\W\d]*(?P<first>[^\W\d_])")
_GOES_ON: Final = re.compile(
    r"(?:however|moreover|furthermore|finally|thus|therefore|hence|consequently|in addition|additionally|specifically"
    r"|to this end|in contrast|it|they|these|those|(?:the |our )?(?:results|experiments|findings))\b",
    re.IGNORECASE,
)
_LONG_LINE: Final = 200
_FULL_LINE: Final = 80
_LONG_SENTENCE: Final = 150
_FEWEST_LINES: Final = 3  # of two, the first may end with a sentence by chance
_MOST: Final = 0.8
_ABSTRACT_WORDS: Final = 30
_SENTENCE_WORDS: Final = 5
_SENTENCE_LETTERS: Final = 30  # for scripts without spaces


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank, with its number from 1."""

    number: int
    text: str
    is_indented: bool = False


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


def ends_sentence(text: str) -> bool:
    """Whether a text ends as a sentence does."""
    return bool(_ENDS_SENTENCE.search(text))


def blocks_of(lines: Iterable[str]) -> Iterator[Block]:
    """Group lines into blocks; where lines are not wrapped, each line is a block."""
    groups = list(_groups(lines))
    is_single = sum(len(group) > 1 for group in groups) == 1
    for group in groups:
        if any(len(line.text) >= _LONG_LINE for line in group) or _is_abstract_a_line(group, is_single=is_single):
            yield from (Block((line,)) for line in group)
        else:
            yield from _paragraphs(group)


def _groups(lines: Iterable[str]) -> Iterator[list[Line]]:
    """Lines between blank lines, rules and page breaks."""
    waiting: list[Line] = []
    for number, whole in enumerate(lines, start=1):
        for index, text in enumerate(_BREAK.split(whole)):
            line = "" if _RULE.fullmatch(text) else joined_line(text)
            if waiting and (index or not line):
                yield waiting
                waiting = []
            if line:
                waiting.append(Line(number, line, text[:1].isspace()))
    if waiting:
        yield waiting


def _is_abstract_a_line(lines: Sequence[Line], *, is_single: bool) -> bool:
    """Whether lines are not wrapped, though they are short: most are full of whole sentences.

    Wrapped lines rarely end with a sentence. So that an abstract with a sentence on each line stays one, single
    sentences have to be long, may not go on with words such as "However", and have to be all that the file holds.
    """
    goes_on = any(_GOES_ON.match(line.text) for line in lines[1:])
    full = sum(_is_full(line.text, is_single=is_single) for line in lines)
    return len(lines) >= _FEWEST_LINES and not goes_on and full >= _MOST * len(lines)


def _is_full(line: str, *, is_single: bool) -> bool:
    begins = _BEGINS_TEXT.match(line)
    if len(line) < _FULL_LINE or not ends_sentence(line) or not begins or begins["first"].islower():
        return False
    return (is_single and len(line) >= _LONG_SENTENCE) or len(sentences(NUMBER.sub("", line, count=1))) > 1


def _paragraphs(lines: Sequence[Line]) -> Iterator[Block]:
    """Split where an indented line follows the end of a sentence, if all parts are running text then."""
    starts = [index for index, line in enumerate(lines) if line.is_indented]
    if starts[:1] == [0] and 1 < len(starts) < len(lines):
        ends = [*starts[1:], len(lines)]
        parts = [Block(tuple(lines[start:end])) for start, end in zip(starts, ends, strict=True)]
        if all(part.is_abstract and ends_sentence(part.text) for part in parts):
            yield from parts
            return
    yield Block(tuple(lines))
