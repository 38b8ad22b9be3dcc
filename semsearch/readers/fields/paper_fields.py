"""How a record with any of the usual names for its fields becomes a paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from semsearch.identifiers import arxiv_id_of, doi_of
from semsearch.json_values import plain
from semsearch.readers.fields.authors import authors_of
from semsearch.readers.fields.names import NAMES, Candidate, candidates, folded, known_fields
from semsearch.readers.fields.services import publication_in, separated_authors, service_fields
from semsearch.readers.fields.values import (
    identifier_of,
    is_readable,
    joined_line,
    keywords_of,
    line_of,
    text_of,
    year_of,
)
from semsearch.readers.titles.made_titles import made_title
from semsearch.records import Paper

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NEITHER: Final = "has neither title nor abstract"
NO_FIELDS: Final = "has no field for a title or an abstract"

_OWN: Final = frozenset((*NAMES, "source", "title_is_made", "extra"))
_READ: Final[dict[str, Callable[[Any], Any]]] = {
    "paper_id": identifier_of,
    "title": line_of,
    "abstract": text_of,
    "authors": authors_of,
    "year": year_of,
    "venue": line_of,
    "doi": lambda raw: doi_of(joined_line(raw)) if isinstance(raw, str) else None,
    "arxiv_id": lambda raw: arxiv_id_of(joined_line(raw)) if isinstance(raw, str) else None,
    "url": line_of,
    "keywords": keywords_of,
    "kind": line_of,
}
_READABLE: Final = frozenset({"title", "abstract"})
_ARXIV_DOI: Final = re.compile(r"\A10\.48550/arxiv\.", re.IGNORECASE)
_VAGUE: Final = "description"
_PLAIN_KEYS: Final = frozenset({"paperid", "id", "key", "citationkey", "bibkey", "citekey"})
_WORDS_OF_CATEGORIES: Final = re.compile(r"[a-z-]+(?:\.[A-Za-z-]+)?(?: [a-z-]+(?:\.[A-Za-z-]+)?)+")


def paper_of(record: Mapping[str, Any], *, source: str) -> Paper | None:
    """Make a paper from a record with any of the usual names for its fields.

    What no field takes, or takes only in part, stays in `extra` under its own name, or under "original_…" if a
    field of a paper has that name. In our own exports, known by their `paper_id`, the key `source` is dropped,
    because the file that is read becomes the source.

    Returns:
        None if the record has neither title nor abstract.
    """
    record = service_fields(record, source=source)
    found: dict[str, Any] = {}
    used: set[str] = set()
    for candidate in candidates(tuple(record)):
        field, key = candidate.field, candidate.key
        if field in found or key in used or _must_wait(candidate, found):
            continue
        raw = record[key]
        value: Any = _as_exported(record, key) or _read(candidate, raw)
        if value and (field not in _READABLE or is_readable(value)):
            found[field] = value
            if _tells_all(candidate, raw, value):
                used.add(key)
    if not (found.get("title") or found.get("abstract")):
        return None
    add_from_links(found)
    _add_from_services(found, record)
    made = record.get("title_is_made") is True and bool(found.get("title"))
    if not found.get("title"):
        found["title"], made = made_title(found["abstract"]), True
    if "paper_id" in record:
        used.add("source")
    used.add("title_is_made")
    extra: dict[str, Any] = {}
    for key, value in record.items():
        if key not in used and not _tells_nothing(key, kept := plain(value)):
            extra[free_name(plain(key), record, extra)] = kept
    return Paper(**found, source=source, title_is_made=made, extra=extra)


def problem_of(record: Mapping[str, Any]) -> str:
    """Why a record is no paper: its fields for title and abstract are empty, or it has none."""
    named = (known_fields(key) & _READABLE for key in record if folded(key) != _VAGUE)
    return NEITHER if any(named) else NO_FIELDS


def _as_exported(record: Mapping[str, Any], key: str) -> tuple[str, ...] | None:
    """The authors of our own export, known by its `paper_id`: they are never taken apart again."""
    names = record[key]
    is_ours = key == "authors" and "paper_id" in record and isinstance(names, list)
    if not is_ours or not all(isinstance(name, str) for name in names):
        return None
    return tuple(filter(None, map(joined_line, names)))


def _must_wait(candidate: Candidate, found: Mapping[str, Any]) -> bool:
    """Whether a name is too vague by itself: without a title, a description may describe anything."""
    return candidate.name == _VAGUE and not found.get("title")


def _read(candidate: Candidate, raw: Any) -> Any:  # noqa: ANN401 - whatever a file holds
    if candidate.name == "externalids":
        raw = raw.get("DOI" if candidate.field == "doi" else "ArXiv") if isinstance(raw, dict) else None
    elif candidate.field == "keywords" and isinstance(raw, str) and _WORDS_OF_CATEGORIES.fullmatch(raw):
        raw = raw.split() if candidate.name == "categories" else raw
    elif candidate.field == "url" and isinstance(raw, dict):
        raw = raw.get("url")
    return _READ[candidate.field](raw)


def _tells_all(candidate: Candidate, raw: Any, value: Any) -> bool:  # noqa: ANN401
    """Whether the value holds all that the record said, so that the record's own value can be dropped."""
    field = candidate.field
    if field == "abstract":
        return True
    if field == "paper_id":
        return candidate.name in _PLAIN_KEYS and value == str(raw).strip()
    if field == "year" and isinstance(raw, str):
        return str(value) == raw.strip().removesuffix(".0")
    if isinstance(raw, list):
        return len(raw) == (len(value) if isinstance(value, tuple) else 1) and all(map(_is_bare, raw))
    return not isinstance(raw, dict)


def _is_bare(value: Any) -> bool:  # noqa: ANN401
    names = {"given", "family", "first", "last", "firstName", "lastName", "name", "creatorType"}
    return isinstance(value, str) or (isinstance(value, dict) and (len(value) == 1 or names.issuperset(value)))


def add_from_links(found: dict[str, Any]) -> None:
    """Add the DOI or the arXiv id that link, key or DOI of a paper name, where it has none of its own."""
    url = found.get("url", "")
    if "doi" not in found and (doi := doi_of(url)):
        found["doi"] = doi
    for place in (url, found.get("paper_id", ""), _ARXIV_DOI.sub("", found.get("doi", ""))):
        if "arxiv_id" not in found and (arxiv_id := arxiv_id_of(place)):
            found["arxiv_id"] = arxiv_id


def _add_from_services(found: dict[str, Any], record: Mapping[str, Any]) -> None:
    authors, source = record.get("Authors"), record.get("Source")
    if "Item Title" in record and isinstance(authors, str):  # only Springer calls it that
        found["authors"] = authors_of(separated_authors(authors))
    if isinstance(source, str) and (publication := publication_in(source)):
        found.setdefault("venue", publication.venue)
        found.setdefault("year", publication.year)


def free_name(key: str, record: Mapping[str, Any], extra: Mapping[str, Any]) -> str:
    """A name for an unknown field that no field of a paper has, and no other field of the record."""
    name = key
    while name in _OWN or name in extra or (name != key and name in record):
        name = f"original_{name}"
    return name


def _tells_nothing(key: str, value: Any) -> bool:  # noqa: ANN401
    """Whether a value may be dropped: it is empty, or nothing where an unknown field may say so."""
    if value is None:
        return bool(known_fields(key))
    return value in ("", [], {}) or (isinstance(value, str) and not value.strip())
