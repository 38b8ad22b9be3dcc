"""Fields of papers and scores of answers in a readable form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semsearch.text import clean, without_controls

if TYPE_CHECKING:
    from semsearch.records import Paper

_SCORE_DIGITS = 6


def one_line(text: str) -> str:
    """An id or an address in one line; unlike `clean`, this takes nothing for markup."""
    return without_controls(text).replace("\n", " ").replace("\t", " ")


def shown_title(paper: Paper) -> str:
    """The cleaned title; if there is none, the id."""
    return clean(paper.title) or one_line(paper.paper_id)


def shown_authors(paper: Paper, *, most: int | None = None) -> str:
    """All authors, or the first ones and how many more there are: "A, B, C + 5"."""
    names = [clean(author) for author in paper.authors[:most]]
    others = len(paper.authors) - len(names)
    return ", ".join(names) + (f" + {others}" if others else "")


def rounded(score: float | None) -> float | None:
    """A score without the digits that mean nothing."""
    return None if score is None else round(score, _SCORE_DIGITS)
