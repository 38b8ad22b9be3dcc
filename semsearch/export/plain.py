"""Fields of a paper as they are shown: readable, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semsearch.text import clean, without_controls

if TYPE_CHECKING:
    from semsearch.records import Paper


def one_line(text: str) -> str:
    """An id or an address in one line; unlike `clean`, it takes no character for markup."""
    return without_controls(text).replace("\n", " ").replace("\t", " ")


def shown_title(paper: Paper) -> str:
    """The cleaned title; of a paper without one, its id."""
    return clean(paper.title) or one_line(paper.paper_id)


def shown_authors(paper: Paper, *, most: int | None = None) -> str:
    """The authors, or the first of them and how many there are beside: "A, B, C + 5"."""
    names = [clean(author) for author in paper.authors[:most]]
    others = len(paper.authors) - len(names)
    return ", ".join(names) + (f" + {others}" if others else "")
