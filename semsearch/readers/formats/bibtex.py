"""Papers from BibTeX and BibLaTeX."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from semsearch.identifiers import arxiv_id_of, doi_of
from semsearch.readers.fields.drafts import Draft
from semsearch.readers.fields.paper_fields import NEITHER
from semsearch.readers.fields.tagged_fields import fill_year
from semsearch.readers.fields.values import joined_line, keywords_of
from semsearch.readers.formats.bibtex_blocks import Entry, entries_of
from semsearch.readers.formats.bibtex_names import names_of, names_others
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

_VENUES: Final = ("journal", "journaltitle", "booktitle", "shortjournal")
_WHOLE_BOOKS: Final = frozenset("proceedings mvproceedings book mvbook collection mvcollection periodical".split())
_KEYWORDS: Final = ("keywords", "keyword", "author_keywords", "keywords-plus")
_ARCHIVES: Final = ("archiveprefix", "eprinttype", "archive")
_ARXIV: Final = re.compile(
    r"\barXiv(?:\.org)?[:\s/]+(?:abs/)?(?P<id>\d{4}\.\d{4,5}|[a-z]+(?:-[a-z]+)?(?:\.[a-z]{2})?/\d{7})", re.IGNORECASE
)
_ESCAPED: Final = re.compile(r"\{?\\([_%&#$~])(?:\{\})?\}?")
_URL: Final = re.compile(r"\\url\{(?P<url>[^{}]+)\}|(?P<bare>https?://[^\s{}]+)")


def read_bibtex(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each entry. Title, abstract and names keep their LaTeX."""
    for entry in entries_of(stream):
        paper = None if entry.problem else _paper(entry, source)
        yield paper or SkippedRecord(source, entry.line, entry.problem or NEITHER)


def _paper(entry: Entry, source: str) -> Paper | None:
    draft = Draft(entry.fields)
    draft.fill("paper_id", joined_line(entry.key))
    draft.fill("kind", entry.kind)
    draft.fill_text("title", "title", *(["booktitle"] if entry.kind in _WHOLE_BOOKS else []), most=1)
    draft.fill_text("abstract", "abstract", joint="\n", most=1)
    for text in draft.values("author")[:1]:
        draft.fill("authors", names_of(text))
        if not names_others(text):
            draft.take("author", text)
    fill_year(draft, "year", "date")
    _fill_arxiv_id(draft)
    _fill_links(draft)
    if tag := draft.first(*_VENUES):
        venue = draft.values(tag)[0]
        draft.fill("venue", joined_line(venue))
        draft.take(tag, venue)
    if tag := draft.first(*_KEYWORDS):
        keywords = draft.values(tag)[0]
        draft.fill("keywords", keywords_of(keywords))
        draft.take(tag, keywords)
    return draft.paper(source=source)


def _fill_arxiv_id(draft: Draft) -> None:
    archives = [value.lower() for tag in _ARCHIVES for value in draft.values(tag)]
    if not archives or "arxiv" in archives:
        for tag in ("eprint", "arxivid", "arxiv"):
            for value in draft.values(tag):
                if arxiv_id := arxiv_id_of(_unescaped(value)):
                    draft.fill("arxiv_id", arxiv_id)
                    if value == arxiv_id:
                        draft.take(tag, value)
    for tag in ("journal", "howpublished", "note", "number"):
        for value in draft.values(tag):
            if (found := _ARXIV.search(value)) and (arxiv_id := arxiv_id_of(found["id"])):
                draft.fill("arxiv_id", arxiv_id)


def _fill_links(draft: Draft) -> None:
    for value in draft.values("doi"):
        if not draft.has("doi") and (doi := doi_of(_unescaped(value))):
            draft.fill("doi", doi)
            draft.take("doi", value)
    for value in draft.values("url")[:1]:
        found = _URL.search(value)
        draft.fill("url", _unescaped(found["url"] if found and found["url"] else value))
        draft.take("url", value)
    for value in draft.values("howpublished"):
        if found := _URL.search(value):
            draft.fill("url", _unescaped(found["url"] or found["bare"]))


def _unescaped(text: str) -> str:
    """An address without the backslashes that LaTeX needs."""
    return _ESCAPED.sub(r"\1", joined_line(text)).strip("{}") if "\\" in text or "{" in text else joined_line(text)
