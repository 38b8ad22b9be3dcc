"""What Zotero keeps in a way of its own: ids in its field "extra", dates, and what is no paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from semsearch.identifiers import arxiv_id_of, doi_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_NO_PAPERS: Final = frozenset({"attachment", "note", "annotation"})
_LINE: Final = re.compile(r"\s*(?P<name>citation key|doi|arxiv)\s*:\s*(?P<value>\S+)", re.IGNORECASE)
_STORED_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d (?P<written>.+)", re.DOTALL)


def is_no_paper(record: Mapping[str, Any]) -> bool:
    """Whether a record of Zotero is only an attachment, a note or an annotation."""
    return record.get("itemType") in _NO_PAPERS


def zotero_fields(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Give the ids that stand in "extra" names of their own, where the record does not have them yet.

    Args:
        record: An item of Zotero, as its interface, its exports or its database have it.
    """
    found: dict[str, Any] = {}
    extra = record.get("extra") or ""
    lines = extra.split("\n") if isinstance(extra, str) else extra if isinstance(extra, list) else []
    for line in lines:
        named = _LINE.match(line) if isinstance(line, str) else None
        if named:
            name, value = named["name"].lower(), named["value"]
            if name == "citation key":
                found.setdefault("citationKey", value)
            elif name == "doi" and doi_of(value):
                found.setdefault("DOI", value)
            elif name == "arxiv":
                found.setdefault("arXiv", value)
    archived = record.get("archiveID")
    if isinstance(archived, str) and arxiv_id_of(archived):
        found.setdefault("arXiv", archived)
    if not found:
        return record
    return {**found, **{key: value for key, value in record.items() if value or key not in found}}


def written_date(date: str) -> str:
    """A date as the user wrote it, which the database keeps behind a sortable one: "2017-06-00 June 2017"."""
    stored = _STORED_DATE.fullmatch(date)
    return stored["written"] if stored else date


def with_collections(record: dict[str, Any], collections: Iterable[str]) -> dict[str, Any]:
    """Add collections to an item, whose names are keywords as tags are."""
    names = list(collections)
    if not names:
        return record
    tags = record.get("tags")
    return record | {"collections": names, "tags": [*(tags if isinstance(tags, list) else ()), *map(_as_tag, names)]}


def _as_tag(name: str) -> dict[str, str]:
    return {"tag": name}
