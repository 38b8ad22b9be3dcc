"""Records as JSON objects with fixed keys, and JSON as text that is safe to print."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from semsearch.export.plain import shown_title
from semsearch.text import clean

if TYPE_CHECKING:
    from semsearch.records import Fingerprint, Hit, Paper, SearchResults, Timings
    from semsearch.reports import IndexInfo

# What `json` leaves as it is, though a terminal may obey it, or take it for the end of a line.
_UNSAFE = re.compile(r"[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]")
_DIGITS = 6


def as_json(value: object, *, indent: int | None = None) -> str:
    """Write JSON in the order of the keys; on one line without `indent`.

    What JSON has no word for is written as text, so that nothing is lost: "nan", dates.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False, default=_plain)
    except (TypeError, ValueError):  # a number that is none, or a key that is no text
        text = json.dumps(_plain(value), ensure_ascii=False, indent=indent)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def results_object(results: SearchResults) -> dict[str, object]:
    """An answer; with its `query_id` in front if the query came from a file."""
    query_id = {"query_id": results.query_id} if results.query_id else {}
    return query_id | {
        "question": results.question,
        "mode": results.mode.value,
        "hits": [hit_object(hit) for hit in results.hits],
        "notes": list(results.notes),
        "timings_ms": timings_object(results.timings),
    }


def hit_object(hit: Hit) -> dict[str, object]:
    """One paper of an answer, its title and venue cleaned."""
    paper = hit.paper
    return {
        "rank": hit.rank,
        "paper_id": paper.paper_id,
        "title": shown_title(paper),
        "authors": [clean(author) for author in paper.authors],
        "year": paper.year,
        "venue": clean(paper.venue),
        "score": _rounded(hit.score),
        "semantic_score": _rounded(hit.semantic_score),
        "lexical_score": _rounded(hit.lexical_score),
        "closeness": _rounded(hit.closeness),
        "best_sentence": hit.best_sentence,
        "doi": paper.doi,
        "arxiv_id": paper.arxiv_id,
        "url": paper.url,
    }


def timings_object(timings: Timings) -> dict[str, float]:
    """Milliseconds of each stage."""
    return {
        "encode": round(timings.encode, 3),
        "semantic": round(timings.semantic, 3),
        "lexical": round(timings.lexical, 3),
        "fuse": round(timings.fuse, 3),
        "fetch": round(timings.fetch, 3),
        "total": round(timings.total, 3),
    }


def paper_object(paper: Paper) -> dict[str, object]:
    """The whole paper, every field as its source gave it."""
    return {
        "paper_id": paper.paper_id,
        "title": paper.title,
        "abstract": paper.abstract,
        "authors": list(paper.authors),
        "year": paper.year,
        "venue": paper.venue,
        "doi": paper.doi,
        "arxiv_id": paper.arxiv_id,
        "url": paper.url,
        "keywords": list(paper.keywords),
        "kind": paper.kind,
        "source": paper.source,
        "title_is_made": paper.title_is_made,
        "extra": paper.extra,
    }


def info_object(info: IndexInfo) -> dict[str, object]:
    """What an index is."""
    return {
        "folder": info.folder,
        "format_version": info.format_version,
        "papers": info.papers,
        "first_year": info.first_year,
        "last_year": info.last_year,
        "fingerprint": fingerprint_object(info.fingerprint),
        "created": info.created.isoformat(),
        "updated": info.updated.isoformat(),
        "store_bytes": info.store_bytes,
        "vector_bytes": info.vector_bytes,
        "pending_texts": info.pending_texts,
    }


def fingerprint_object(fingerprint: Fingerprint) -> dict[str, object]:
    """What an encoder is."""
    return {
        "model": fingerprint.model,
        "weights_sha256": fingerprint.weights_sha256,
        "tokenizer_sha256": fingerprint.tokenizer_sha256,
        "pooling": fingerprint.pooling,
        "prompts": list(fingerprint.prompts),
        "max_tokens": fingerprint.max_tokens,
        "dim": fingerprint.dim,
        "normalization": fingerprint.normalization,
        "text_recipe": fingerprint.text_recipe,
    }


def _rounded(score: float | None) -> float | None:
    return None if score is None else round(score, _DIGITS)


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever a source put into `extra`
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, Iterable):
        return [_plain(each) for each in value]
    return str(value)
