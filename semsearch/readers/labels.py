"""Plain text whose parts are labeled: "Title: …", "Authors: …", "Abstract: …"."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from semsearch.readers.blocks import Block

_LABEL: Final = re.compile(
    r"(?P<name>title|authors?|abstract|summary|year|date|venue|journal|conference|booktitle|keywords?|doi|url|link|arxiv"
    r"(?: id)?|paper id|id|type)\s*[:：]\s*(?P<value>.*)",
    re.IGNORECASE,
)
_TITLE_OR_ABSTRACT: Final = ("title", "abstract", "summary")


@dataclass(slots=True)
class LabeledRecord:
    """The fields of one paper under their labels."""

    line: int
    fields: dict[str, str] = field(default_factory=dict)


def are_labeled(blocks: Sequence[Block]) -> bool:
    """Whether the parts of the papers are labeled: titles more than once, or right at the start."""
    titles = [index for index, block in enumerate(blocks) if any(_names(line.text, "title") for line in block.lines)]
    return len(titles) > 1 or bool(titles and titles[0] < 2)  # noqa: PLR2004 - a heading may come before


def labeled_records(blocks: Sequence[Block]) -> Iterator[LabeledRecord]:
    """Gather labeled lines into records; a new one starts where a label comes again."""
    record: LabeledRecord | None = None
    label = ""
    for line in (line for block in blocks for line in block.lines):
        found = _LABEL.fullmatch(line.text)
        if found:
            label = found["name"].lower()
            if record is None or label in record.fields:
                if record:
                    yield record
                record = LabeledRecord(line.number)
            record.fields[label] = found["value"]
        elif record:
            record.fields[label] = f"{record.fields[label]} {line.text}".strip()
    if record:
        yield record


def is_labeled(block: Block) -> bool:
    """Whether a block begins with a label."""
    return _LABEL.fullmatch(block.lines[0].text) is not None


def _names(text: str, label: str) -> bool:
    found = _LABEL.fullmatch(text)
    return found is not None and found["name"].lower() == label
