"""Papers for reading in a terminal: a list with lines that fit, not a grid."""

from __future__ import annotations

import io
import os
import sys
from itertools import zip_longest
from typing import TYPE_CHECKING

from semsearch.export.explanation import explanation, shown_closeness
from semsearch.export.json_objects import as_json
from semsearch.export.links import paper_link
from semsearch.export.plain import one_line, shown_authors, shown_title
from semsearch.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console
    from rich.text import Text

    from semsearch.records import Hit, Paper, SearchResults

_WIDTH_OF_A_FILE = 100
_WIDEST = 120  # longer lines are hard to read
_NARROWEST = 20
_NARROW = 60  # below this, the text needs the room that its indentation takes
_ROOMY = 80  # from this on, explanations mostly fit in a line each, and can be aligned
_AUTHORS = 3
_SMALL = 0.1
_DOT = " · "


def answer_as_table(results: SearchResults, *, heading: bool) -> Iterator[str]:
    """The papers of an answer, one piece of text each; with a heading, the question comes first."""
    from rich.text import Text

    console = _console()
    if heading:
        yield _rendered(
            console, [Text(f"{one_line(results.query_id)}  {clean(results.question)}".strip(), "bold cyan")]
        )
        yield "\n"
    ranks = _to_the_right([str(hit.rank) for hit in results.hits])
    scores = _to_the_right(_scores(results.hits))
    reasons = _explanations(results.hits, aligned=console.width >= _ROOMY)
    for hit, rank, score, why in zip(results.hits, ranks, scores, reasons, strict=True):
        yield ("\n" if hit.rank > 1 else "") + _hit(console, hit, rank=rank, score=score, why=why)
    if heading:
        yield "\n"


def paper_as_table(paper: Paper) -> str:
    """One paper with its whole abstract."""
    from rich.text import Text

    console = _console()
    lines = [_title(paper), Text(shown_authors(paper)), Text(_venue_and_year(paper), "green")]
    if paper.title_is_made:
        lines.append(Text("The source gives no title; this one is made from the abstract.", "dim"))
    head = _rendered(console, [line for line in lines if line.plain])
    abstract = _rendered(console, [Text(clean(paper.abstract))]) if paper.abstract else ""
    fields = _rendered(console, [Text(f"{name}: {value}", "dim") for name, value in _fields(paper)])
    return "\n".join(part for part in (head, abstract, fields) if part)


def _hit(console: Console, hit: Hit, *, rank: str, score: str, why: str) -> str:
    from rich.text import Text

    prefix = Text.assemble((rank, "bold"), "  ")
    facts = [
        Text(shown_authors(hit.paper, most=_AUTHORS)),
        Text(_venue_and_year(hit.paper), "green"),
        Text(one_line(hit.paper_id), "dim"),
    ]
    if hit.closeness is not None:
        facts.append(Text(shown_closeness(hit.closeness, at_length=bool(why)), "dim"))
    if console.width < _NARROW:
        facts.append(Text(score.strip(), "cyan"))
    else:
        prefix = Text.assemble(prefix, (score, "cyan"), "  ")
    lines = [_title(hit.paper), Text.assemble((_DOT, "dim")).join(fact for fact in facts if fact)]
    if hit.best_sentence:
        lines.append(Text(f"“{hit.best_sentence}”", "italic"))
    if why:
        lines.append(Text(f"why: {why}", "dim"))
    return _rendered(console, lines, prefix=prefix)


def _explanations(hits: Sequence[Hit], *, aligned: bool) -> list[str]:
    """Why each paper was found, in one line each; aligned, the parts of these lines stand below one another."""
    explanations = [explanation(hit) for hit in hits]
    if not aligned:
        return [_DOT.join(parts) for parts in explanations]
    widths = [max(map(len, column)) for column in zip_longest(*(parts[:-1] for parts in explanations), fillvalue="")]
    return [
        _DOT.join([*(part.ljust(width) for part, width in zip(parts[:-1], widths, strict=False)), *parts[-1:]])
        for parts in explanations
    ]


def _scores(hits: Sequence[Hit]) -> list[str]:
    """Scores with three digits, or four where all are small, as those of rank fusion are."""
    digits = 3 if any(abs(hit.score) >= _SMALL for hit in hits) else 4
    return [f"{hit.score:.{digits}f}" for hit in hits]


def _to_the_right(numbers: Sequence[str]) -> list[str]:
    width = max(map(len, numbers), default=0)
    return [number.rjust(width) for number in numbers]


def _title(paper: Paper) -> Text:
    from rich.style import Style
    from rich.text import Text

    return Text(shown_title(paper), Style(bold=True, link=paper_link(paper) or None))


def _venue_and_year(paper: Paper) -> str:
    venue, year = clean(paper.venue), str(paper.year or "")
    return venue if year in venue else f"{venue} {year}".strip()  # many venues carry their year


def _fields(paper: Paper) -> Iterator[tuple[str, str]]:
    """The other fields that the paper has, as readable text."""
    yield "id", one_line(paper.paper_id)
    if paper.doi:
        yield "doi", one_line(paper.doi)
    if paper.arxiv_id:
        yield "arXiv", one_line(paper.arxiv_id)
    if paper.url:
        yield "url", one_line(paper.url)
    if paper.keywords:
        yield "keywords", "; ".join(clean(keyword) for keyword in paper.keywords)
    if paper.kind:
        yield "kind", clean(paper.kind)
    if paper.source:
        yield "source", one_line(paper.source)
    for name, value in paper.extra.items():
        yield one_line(name), clean(value) if isinstance(value, str) else as_json(value)


def _console() -> Console:
    """A console that writes nothing itself, but knows what the terminal on stdout can show."""
    from rich.console import Console

    is_terminal = sys.stdout.isatty()
    # Not stdout as its file: even while it is captured, rich flushes it, and fails if the disk is full.
    console = Console(
        file=io.StringIO(), force_terminal=is_terminal or None, highlight=False, markup=False, emoji=False
    )
    if not is_terminal:
        columns = os.environ.get("COLUMNS", "")
        console.width = int(columns) if columns.isdecimal() and int(columns) else _WIDTH_OF_A_FILE
    console.width = min(max(console.width, _NARROWEST), _WIDEST)
    return console


def _rendered(console: Console, paragraphs: list[Text], *, prefix: Text | None = None) -> str:
    """Break paragraphs into lines that fit; `prefix` stands before the first line, and its width before the others."""
    from rich.text import Text

    margin = prefix or Text()
    indent = Text(" " * margin.cell_len)
    with console.capture() as capture:
        for paragraph in paragraphs:
            for line in paragraph.wrap(console, max(console.width - indent.cell_len, 1), overflow="fold"):
                line.rstrip()
                console.print(margin + line, soft_wrap=True)
                margin = indent
    return capture.get()
