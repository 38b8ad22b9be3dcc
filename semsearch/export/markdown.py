"""Papers as a numbered list in Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from semsearch.export.explanation import explanation, shown_closeness
from semsearch.export.links import paper_link
from semsearch.export.plain import shown_authors, shown_title
from semsearch.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from semsearch.records import Hit, Paper, SearchResults

_MEANS_SOMETHING = re.compile(r"[\\`*_\[\]<>~|$]|&(?=[#\w]+;)|!(?=\[)")
_MEANS_SOMETHING_IN_FRONT = re.compile(r"^(?:[-+](?=\s|$)|#{1,6}(?=\s|$)|=+(?=\s*$)|(?:-{2,}|\d{1,9}(?=[.)])))")
_AUTHORS = 6


def escaped(text: str) -> str:
    """Escape what Markdown would take for markup in one line of text."""
    text = _MEANS_SOMETHING.sub(r"\\\g<0>", text)
    front = _MEANS_SOMETHING_IN_FRONT.match(text)
    if front is None:
        return text
    place = front.end() if front[0].isdigit() else 0
    return f"{text[:place]}\\{text[place:]}"


def answer_as_markdown(results: SearchResults) -> str:
    """The question as a heading, then the papers with their best sentences, and why they were found if it is known."""
    items = [_item(hit.rank, hit.paper, sentence=hit.best_sentence, why=_why(hit)) for hit in results.hits]
    return "\n".join([f"## {escaped(clean(results.question))}\n", *items])


def papers_as_markdown(papers: Iterable[Paper]) -> Iterator[str]:
    """One numbered item per paper."""
    for number, paper in enumerate(papers, start=1):
        yield _item(number, paper)


def _item(number: int, paper: Paper, *, sentence: str | None = None, why: str = "") -> str:
    indent = " " * (len(str(number)) + 2)
    quoted = f"\n{indent}> {escaped(sentence)}\n" if sentence else ""
    explained = f"\n{indent}Why: {escaped(why)}\n" if why else ""
    return f"{number}. {_citation(paper)}\n{quoted}{explained}"


def _why(hit: Hit) -> str:
    parts = explanation(hit)
    if parts and hit.closeness is not None:
        parts = (*parts, shown_closeness(hit.closeness, at_length=True))
    return " · ".join(parts)


def _citation(paper: Paper) -> str:
    title, link = shown_title(paper), paper_link(paper)
    shown = f"[{escaped(title)}]({link})" if link else escaped(title)
    authors, venue = shown_authors(paper, most=_AUTHORS), clean(paper.venue)
    where = ", ".join(([f"*{escaped(venue)}*"] if venue else []) + ([str(paper.year)] if paper.year else []))
    return " ".join(
        shown_part + _full_stop(part)
        for part, shown_part in ((title, shown), (authors, escaped(authors)), (where, where))
        if part
    )


def _full_stop(sentence: str) -> str:
    return "" if sentence[-1] in ".!?" else "."
