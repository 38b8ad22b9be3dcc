"""Papers as they stand in the store: a JSON record, and columns to filter by."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

from semsearch.records import Paper
from semsearch.text import encoded_text, fold, text_hash

if TYPE_CHECKING:
    from collections.abc import Iterable

_DEFAULTS: Final = Paper()
_TUPLES: Final = ("authors", "keywords")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRow:
    """One paper ready to be stored; the fields are the columns of the same name."""

    paper_id: str
    text_hash: str
    record_hash: str
    source: str
    doi: str
    arxiv_id: str
    year: int | None
    venue: str
    authors: str
    keywords: str
    record: str
    text: str


def stored_row(paper: Paper) -> StoredRow:
    """Make the columns of a paper."""
    record, text = as_record(paper), encoded_text(paper)
    return StoredRow(
        paper_id=paper.paper_id,
        text_hash=text_hash(text),
        record_hash=record_hash(record),
        source=paper.source,
        doi=paper.doi.lower(),
        arxiv_id=paper.arxiv_id.lower(),
        year=paper.year,
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
            filled[field.name] = value
    return json.dumps(filled, ensure_ascii=False, separators=(",", ":"), default=_plain)


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
    return " | ".join(["", *(fold(value) for value in values), ""]) if values else ""


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever a source put into `extra`
    """Turn what JSON does not know, as a mapping or a date in `extra`, into what it knows."""
    return dict(value) if hasattr(value, "keys") else list(value) if isinstance(value, (set, frozenset)) else str(value)
