"""Which id a paper goes by when its source gives it none."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from semsearch.text import clean, fold

if TYPE_CHECKING:
    from semsearch.records import Paper

_ABSTRACT_WORDS = 60  # enough to tell two abstracts apart, few enough to survive a typo mended near the end


def identified(paper: Paper) -> Paper:
    """Give a paper an id: its own key, else its DOI, else a hash of what it is."""
    if paper.paper_id:
        return paper
    paper_id = f"doi:{paper.doi.lower()}" if paper.doi else content_id(paper)
    return replace(paper, paper_id=paper_id)


def content_id(paper: Paper) -> str:
    """Hash normalized title, first author and year to 10 letters; of a made title, the abstract's start."""
    title = "" if paper.title_is_made else fold(clean(paper.title))
    subject = title or " ".join(fold(clean(paper.abstract)).split()[:_ABSTRACT_WORDS])
    first_author = fold(paper.authors[0]) if paper.authors else ""
    key = "\x1f".join((subject, first_author, str(paper.year or "")))
    return hashlib.blake2b(key.encode(), digest_size=5).hexdigest()
