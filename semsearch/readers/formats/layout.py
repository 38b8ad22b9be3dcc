"""How the papers of a text are written: where their titles are, what is a heading, what is counted."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.readers.formats.blocks import NUMBER, ends_sentence
from semsearch.text import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from semsearch.readers.formats.blocks import Block

ABSTRACT_LABEL: Final = re.compile(r"(?:abstract|summary)(?:\s*[:.—–-]+\s*|\s*\Z)", re.IGNORECASE)
_VENUE_YEAR: Final = re.compile(
    r"(?P<venue>\b[A-Z][A-Za-z]*[A-Z][A-Za-z]*)[\s/-]*(?:['’](?P<short>\d\d)|(?P<year>(?:19|20)\d\d))\b"
)
_HEADING_WORDS: Final = 8
_LAST_CENTURY: Final = "60"  # '61 to '99 are years of the 20th century
_LONGEST_TITLE: Final = 400
_MOST: Final = 0.8
_TITLE_WORDS: Final = range(4, 26)
_FEWEST_TITLES: Final = 3


@dataclass(frozen=True, slots=True)
class Part:
    """An abstract with the short blocks right before it; after the last abstract, short blocks alone."""

    before: tuple[Block, ...]
    abstract: Block | None


@dataclass(frozen=True, slots=True)
class Layout:
    """How the papers of a file are written.

    Attributes:
        blocks_before: Blocks before each abstract that belong to it: none, its title, or also its authors.
        titles_inside: Titles are the first lines of the abstract's own block.
        numbered: Papers are counted, as "1." or "[1]".
    """

    blocks_before: int
    titles_inside: bool
    numbered: bool


@dataclass(frozen=True, slots=True)
class Heading:
    """A line such as "ICML 2026", which holds for the papers below it."""

    venue: str
    year: str


def layout_of(blocks: Sequence[Block], parts: Sequence[Part]) -> Layout:
    """Decide for a file as a whole how its papers are written."""
    return Layout(_blocks_before(parts), _have_titles_inside(parts), _are_numbered(blocks))


def heading_of(block: Block) -> Heading | None:
    """The venue and year that a short block names, if it does."""
    text = block.text
    if block.is_abstract or len(text.split()) > _HEADING_WORDS:
        return None
    found = _VENUE_YEAR.search(text)
    if found is None:
        return None
    short = found["short"]
    century = "19" if short and short > _LAST_CENTURY else "20"
    return Heading(found["venue"], found["year"] or f"{century}{short}")


def parts_of(blocks: Sequence[Block]) -> Iterator[Part]:
    """Put each abstract together with the short blocks before it."""
    before: list[Block] = []
    titles = _sentences_as_titles(blocks)
    for index, block in enumerate(blocks):
        if block.is_abstract and index not in titles:
            yield Part(tuple(before), block)
            before = []
        elif not ABSTRACT_LABEL.fullmatch(block.text):
            before.append(block)
    if before:
        yield Part(tuple(before), None)


def _blocks_before(parts: Sequence[Part]) -> int:
    """The usual number of blocks before an abstract, at most 2; 0 where fewer than half of them have any."""
    counts = Counter(sum(heading_of(block) is None for block in part.before) for part in parts if part.abstract)
    abstracts = counts.total()
    having = abstracts - counts[0]
    is_single = having == 1 and abstracts > 1  # one line in the whole file, so a heading
    if having == 0 or 2 * having < abstracts or is_single:
        return 0
    usual = max(filter(None, counts), key=lambda count: (counts[count], -count))
    return min(usual, 2)


def _have_titles_inside(parts: Sequence[Part]) -> bool:
    wrapped = [part.abstract for part in parts if part.abstract and len(part.abstract.lines) > 1]
    return 2 * sum(block.title_lines > 0 for block in wrapped) > len(wrapped)


def _are_numbered(blocks: Sequence[Block]) -> bool:
    numbers = [int(found[1]) for block in blocks if (found := NUMBER.match(block.text))]
    return len(numbers) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _sentences_as_titles(blocks: Sequence[Block]) -> set[int]:
    """Find titles that end like sentences: throughout the file, single sentences alternate with longer abstracts."""
    papers = [
        index
        for index, block in enumerate(blocks)
        if not heading_of(block) and not ABSTRACT_LABEL.fullmatch(block.text)
    ]
    if len(papers) % 2 and not blocks[papers[0]].is_abstract:
        del papers[0]  # a heading without a venue
    titles, abstracts = papers[::2], papers[1::2]
    if len(titles) != len(abstracts) or len(titles) < 2:  # noqa: PLR2004 - a single pair may be two abstracts
        return set()
    single = sum(len(sentences(NUMBER.sub("", blocks[title].text, count=1))) == 1 for title in titles)
    longer = sum(len(sentences(blocks[abstract].text)) > 1 for abstract in abstracts)
    alternate = all(
        len(blocks[title].text) < min(_LONGEST_TITLE, len(blocks[abstract].text)) and blocks[abstract].is_abstract
        for title, abstract in zip(titles, abstracts, strict=True)
    )
    return set(titles) if alternate and min(single, longer) >= _MOST * len(titles) else set()


def are_titles(lines: Sequence[Block]) -> bool:
    """Whether a text is a list of titles only, one a line: none is a sentence, few are questions.

    Args:
        lines: Each as a block of its own.
    """
    titles = [NUMBER.sub("", line.text, count=1) for line in lines if not heading_of(line)]
    questions = sum(title.endswith("?") for title in titles)
    return len(titles) >= _FEWEST_TITLES and 2 * questions < len(titles) and all(map(_is_title, titles))


def _is_title(line: str) -> bool:
    ends_well = line.endswith("?") or not (ends_sentence(line) or line.endswith((",", ":", ";", "-")))
    return ends_well and len(line.split()) in _TITLE_WORDS and (line[0].isupper() or line[0].isdigit())
