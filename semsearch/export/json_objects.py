"""Records as JSON objects, and JSON as text that is safe to print."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from semsearch.export.plain import rounded, shown_title
from semsearch.json_values import plain
from semsearch.text import clean

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from semsearch.records import Hit, SearchResults, Timings

_MILLISECOND_DIGITS = 3


def as_json(value: object, *, indent: int | None = None) -> str:
    """Write JSON with keys in their order, on one line without `indent`; `semsearch.json_values.plain` says how."""
    return json.dumps(plain(value), ensure_ascii=False, indent=indent)


def as_object(record: DataclassInstance) -> dict[str, object]:
    """All fields of a record in their order, those of records within it too; dates as ISO 8601."""
    return {field.name: _as_value(getattr(record, field.name)) for field in fields(record)}


def results_object(results: SearchResults) -> dict[str, object]:
    """An answer, with its `query_id` first if the query came from a file."""
    query_id = {"query_id": results.query_id} if results.query_id else {}
    return query_id | {
        "question": results.question,
        "mode": results.mode.value,
        "hits": [hit_object(hit) for hit in results.hits],
        "notes": list(results.notes),
        "timings_ms": _timings(results.timings),
    }


def hit_object(hit: Hit) -> dict[str, object]:
    """One paper of an answer, with its title, authors and venue cleaned."""
    paper = hit.paper
    return {
        "rank": hit.rank,
        "paper_id": paper.paper_id,
        "title": shown_title(paper),
        "authors": [clean(author) for author in paper.authors],
        "year": paper.year,
        "venue": clean(paper.venue),
        "score": rounded(hit.score),
        "semantic_score": rounded(hit.semantic_score),
        "lexical_score": rounded(hit.lexical_score),
        "rerank_score": rounded(hit.rerank_score),
        "closeness": rounded(hit.closeness),
        "best_sentence": hit.best_sentence,
        "evidence": None if hit.evidence is None else as_object(hit.evidence),
        "doi": paper.doi,
        "arxiv_id": paper.arxiv_id,
        "url": paper.url,
    }


def _timings(timings: Timings) -> dict[str, float]:
    stages = {field.name: getattr(timings, field.name) for field in fields(timings)}
    return {name: round(spent, _MILLISECOND_DIGITS) for name, spent in (stages | {"total": timings.total}).items()}


def _as_value(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return as_object(value)
    return value.isoformat() if isinstance(value, datetime) else value
