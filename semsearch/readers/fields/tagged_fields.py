"""From the tags of a record to the fields of a paper, by a table for each format."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from semsearch.identifiers import doi_of
from semsearch.readers.fields.authors import given_family
from semsearch.readers.fields.drafts import Draft
from semsearch.readers.fields.values import joined_line, keywords_of, line_of, year_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from semsearch.records import Paper

_OTHERS: Final = re.compile(r"(?:and )?(?:others|et\.? al\.?)\.?", re.IGNORECASE)
_WHERE: Final = re.compile(r"\s*\[doi\]\s*\Z|\A\s*doi:\s*", re.IGNORECASE)
_YEAR_ONLY: Final = re.compile(r"\s*\d{4}/*\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class TagTable:
    """Which tags fill each field of a paper, the best first.

    Attributes:
        paper_id: Of the record's own key.
        title: All lines of the tag are the title.
        abstract: All values of the tag are paragraphs.
        authors: The first tag that there is; `groups` come after it.
        groups: Authors that are no persons.
        year: A date stays in `extra`, too.
        venue: Journal, conference or book.
        doi: May hold other ids as well.
        url: The first value that is a link.
        keywords: Either one a value, or all in one.
        kind: The first value.
        name: Puts one author as "Given Family".
    """

    paper_id: tuple[str, ...]
    title: tuple[str, ...]
    abstract: tuple[str, ...]
    authors: tuple[str, ...]
    year: tuple[str, ...]
    venue: tuple[str, ...]
    doi: tuple[str, ...]
    url: tuple[str, ...]
    keywords: tuple[str, ...]
    kind: tuple[str, ...]
    groups: tuple[str, ...] = ()
    name: Callable[[str], str] = field(default=given_family)


def draft_of(values: Mapping[str, Sequence[str]], table: TagTable) -> Draft:
    """Fill the fields that the table names tags for."""
    draft = Draft(values)
    for one_value, tags in (("paper_id", table.paper_id), ("venue", table.venue), ("kind", table.kind)):
        if tag := draft.first(*tags):
            value = draft.values(tag)[0]
            draft.fill(one_value, joined_line(value))
            draft.take(tag, value)
    draft.fill_text("title", *table.title)
    draft.fill_text("abstract", *table.abstract, joint="\n")
    _fill_authors(draft, table)
    fill_year(draft, *table.year)
    fill_doi(draft, *table.doi)
    _fill_url(draft, table.url)
    if tag := draft.first(*table.keywords):
        keywords = draft.values(tag)
        draft.fill("keywords", keywords_of(keywords[0] if len(keywords) == 1 else list(keywords)))
        draft.take(tag)
    return draft


def tagged_paper(values: Mapping[str, Sequence[str]], table: TagTable, *, source: str) -> Paper | None:
    """Make a paper of a record by a table; None if it has neither title nor abstract."""
    return draft_of(values, table).paper(source=source)


def fill_doi(draft: Draft, *tags: str) -> None:
    """Fill the DOI with the first value that is one; the other values stay."""
    for tag in tags:
        for value in draft.values(tag):
            if doi := doi_of(_WHERE.sub("", joined_line(value))):
                draft.fill("doi", doi)
                draft.take(tag, value)
                return


def _fill_authors(draft: Draft, table: TagTable) -> None:
    names: list[str] = []
    for tag in filter(None, (draft.first(*table.authors), draft.first(*table.groups))):
        values = [joined_line(value) for value in draft.values(tag)]
        values = [one for value in values for one in _single_names(value, alone=len(values) == 1)]
        kept = [value for value in values if not _OTHERS.fullmatch(value)]
        found = [table.name(value) for value in kept]
        names += filter(None, found)
        if len(kept) == len(values):
            draft.take(tag)
    draft.fill("authors", tuple(names))


def _single_names(value: str, *, alone: bool) -> Iterable[str]:
    """Some exports write all authors under one tag."""
    return filter(None, map(str.strip, value.split(";"))) if alone and ";" in value else (value,)


def fill_year(draft: Draft, *tags: str) -> None:
    """Fill the year with the first that there is; a date stays, too."""
    for tag in tags:
        for value in draft.values(tag):
            if year := year_of(value):
                draft.fill("year", year)
                if _YEAR_ONLY.fullmatch(value):
                    draft.take(tag, value)
                return


def _fill_url(draft: Draft, tags: Iterable[str]) -> None:
    for tag in tags:
        for value in draft.values(tag):
            url = line_of(value) or ""
            if re.match(r"(?:https?|ftp)://\S+\Z", url):
                draft.fill("url", url)
                draft.take(tag, value)
                return
