"""Plain text whose parts are labeled: "Title: …", "Authors: …", "Abstract: …"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from semsearch.readers.formats.blocks import Block, Line

_LABEL: Final = re.compile(
    r"(?P<name>title|authors?|abstract|summary|year|date|venue|journal|conference|booktitle|keywords?|doi|url|link|arxiv"
    r"(?: id)?|paper id|id|type)\s*[:：]\s*(?P<value>.*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class LabeledRecord:
    """One paper as it is labeled.

    Attributes:
        line: The number of its first line.
        fields: Its texts by their labels, in lower case.
    """

    line: int
    fields: dict[str, str]


def are_labeled(blocks: Sequence[Block]) -> bool:
    """Whether the parts of the papers are labeled: more than one title is, or one right at the start."""
    titles = [index for index, block in enumerate(blocks) if "title" in _labels(block)]
    return len(titles) > 1 or bool(titles and titles[0] < 2)  # noqa: PLR2004 - a heading may come before


def begins_with_label(line: Line) -> bool:
    """Whether a line begins with a label."""
    return bool(_LABEL.fullmatch(line.text))


def labeled_records(lines: Iterable[Line]) -> Iterator[LabeledRecord]:
    """Gather labeled lines into records; a new record starts where a label comes again.

    Lines without a label go on with the field above them; the first line must have one.
    """
    fields: dict[str, str] = {}
    start, label = 0, ""
    for line in lines:
        found = _LABEL.fullmatch(line.text)
        if found:
            label = found["name"].lower()
            if label in fields:
                yield LabeledRecord(start, fields)
                fields = {}
            if not fields:
                start = line.number
            fields[label] = found["value"]
        else:
            fields[label] = f"{fields[label]} {line.text}".strip()
    if fields:
        yield LabeledRecord(start, fields)


def _labels(block: Block) -> list[str]:
    return [found["name"].lower() for line in block.lines if (found := _LABEL.fullmatch(line.text))]
