"""Papers as they stand in the store: a JSON record, and columns to look up and filter by."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

from semsearch.json_values import plain
from semsearch.records import Paper
from semsearch.text import encoded_text, fold, text_hash

if TYPE_CHECKING:
    from collections.abc import Iterable

# The words to filter by are folded and stand between spaces, so that " deep learning " finds whole words.
COLUMN_TYPES: Final = {
    "paper_id": "TEXT NOT NULL",
    "text_hash": "TEXT NOT NULL",
    "doi": "TEXT NOT NULL",
    "arxiv_id": "TEXT NOT NULL",
    "year": "INTEGER",
    "venue": "TEXT NOT NULL",
    "authors": "TEXT NOT NULL",
    "keywords": "TEXT NOT NULL",
}
COLUMNS: Final = ", ".join(COLUMN_TYPES)

_DEFAULTS: Final = Paper()
_TUPLES: Final = ("authors", "keywords")
_LARGEST_YEAR: Final = 2**63 - 1  # that SQLite holds


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperColumns:
    """One paper ready to be stored: its columns, its record, and its text to encode."""

    paper_id: str
    text_hash: str
    doi: str
    arxiv_id: str
    year: int | None
    venue: str
    authors: str
    keywords: str
    record: str
    text: str


def columns_of(record: str) -> PaperColumns:
    """Make the columns of the paper that `as_record` wrote."""
    paper = from_record(record)
    text = encoded_text(paper)
    year = paper.year
    return PaperColumns(
        paper_id=paper.paper_id,
        text_hash=text_hash(text),
        doi=paper.doi.lower(),
        arxiv_id=paper.arxiv_id.lower(),
        year=year if year is None or abs(year) <= _LARGEST_YEAR else None,
        venue=folded_words([paper.venue]),
        authors=folded_words(paper.authors),
        keywords=folded_words(paper.keywords),
        record=record,
        text=text,
    )


def as_record(paper: Paper) -> str:
    """Write a paper as JSON, without the fields that are empty."""
    filled = {}
    for field in fields(Paper):
        value = getattr(paper, field.name)
        if value != getattr(_DEFAULTS, field.name):
            filled[field.name] = plain(value)
    return json.dumps(filled, ensure_ascii=False, separators=(",", ":"))


def from_record(record: str) -> Paper:
    """Read a paper that `as_record` wrote."""
    filled: dict[str, Any] = json.loads(record)
    for name in _TUPLES:
        if name in filled:
            filled[name] = tuple(filled[name])
    return Paper(**filled)


def record_hash(record: str) -> str:
    """Name a record by its content."""
    return hashlib.blake2b(record.encode(), digest_size=16).hexdigest()


def folded_words(values: Iterable[str]) -> str:
    """Words of all values, folded, each value between bars, so that no phrase spans two of them."""
    return " | ".join(["", *(fold(value) for value in values), ""])
