"""Which id a paper goes by, and whether two papers under one id are the same."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from semsearch.records import Paper
from semsearch.text import clean, encoded_text, fold, text_hash, without_controls

_EMPTY = Paper()
_DETAILS = ("abstract", "authors", "year", "venue", "doi", "arxiv_id", "url", "keywords", "kind")
_ABSTRACT_WORDS = 60  # enough to tell two abstracts apart, few enough to survive a typo corrected near the end


def identified(paper: Paper) -> Paper:
    """Give a paper an id in one line: its own key, else its DOI, else a hash of what it is."""
    own_id = clean_id(paper.paper_id)
    paper_id = own_id or (f"doi:{paper.doi.lower()}" if paper.doi else content_id(paper))
    return paper if paper_id == paper.paper_id else replace(paper, paper_id=paper_id)


def ids_of(paper: Paper) -> tuple[str, ...]:
    """All ids by which a paper is found: its own, its DOI and its arXiv id."""
    return tuple(each for each in (paper.paper_id, paper.doi, paper.arxiv_id) if each)


def clean_id(paper_id: str) -> str:
    """An id as it is stored: in one line, without characters that nobody sees."""
    return " ".join(without_controls(paper_id).split())


def content_id(paper: Paper) -> str:
    """Hash normalized title, first author and year to 12 hexadecimal digits; of a made title, the abstract's start."""
    title = "" if paper.title_is_made else fold(clean(paper.title))
    subject = title or " ".join(fold(clean(paper.abstract)).split()[:_ABSTRACT_WORDS])
    first_author = fold(paper.authors[0]) if paper.authors else ""
    key = "\x1f".join((subject, first_author, str(paper.year or "")))
    return hashlib.blake2b(key.encode(), digest_size=6).hexdigest()


def distinct_id(paper: Paper) -> str:
    """The id of a paper whose own one belongs to another paper: that with a hash behind it."""
    suffix = content_id(paper)
    if suffix == paper.paper_id:  # then it tells nothing new
        suffix = text_hash(encoded_text(paper))[: len(suffix)]
    return f"{paper.paper_id}-{suffix}"


def is_same_paper(one: Paper, other: Paper) -> bool:
    """Whether two papers under one id are one: they share their DOI, or their title.

    Where the id is but a hash of the title, the abstracts have to be alike as well, so that two
    notes called "Introduction" stay two papers.
    """
    if one.doi and one.doi.lower() == other.doi.lower():
        return True
    if one.title_is_made or other.title_is_made or not (one.title and other.title):
        return are_alike(one.abstract, other.abstract)
    same_title = fold(clean(one.title)) == fold(clean(other.title))
    own_id = one.paper_id != content_id(one)
    return same_title and (own_id or are_alike(one.abstract, other.abstract))


def completed(paper: Paper, other: Paper) -> Paper:
    """The paper, with what another record of it tells where it tells nothing itself."""
    filled = {
        name: getattr(other, name)
        for name in _DETAILS
        if getattr(other, name) != getattr(_EMPTY, name) and getattr(paper, name) == getattr(_EMPTY, name)
    }
    if other.title and not other.title_is_made and (paper.title_is_made or not paper.title):
        filled |= {"title": other.title, "title_is_made": False}
    return replace(paper, **filled, extra={**other.extra, **paper.extra}) if filled or other.extra else paper


def are_alike(one: str, other: str) -> bool:
    """Whether two abstracts share half of their words (Jaccard), or one of them is missing."""
    if not one or not other:
        return True
    words, other_words = set(fold(clean(one)).split()), set(fold(clean(other)).split())
    return 2 * len(words & other_words) >= len(words | other_words)
