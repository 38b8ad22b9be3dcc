"""Papers and answers as CSV and TSV, with a header, for spreadsheets and scripts.

A cell of text that begins like a formula gets an apostrophe in front, because a spreadsheet would run
what a stranger wrote into a title; a mere number is left alone. `semsearch.export.json_lines` loses nothing.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Final

from semsearch.export.plain import one_line, rounded, shown_title
from semsearch.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from semsearch.records import Hit, Paper, SearchResults

PAPER_COLUMNS: Final = (
    "paper_id", "title", "authors", "year", "venue", "doi", "arxiv_id", "url", "keywords", "kind", "abstract",
)  # fmt: skip
HIT_COLUMNS: Final = (
    "rank", "score", "paper_id", "title", "authors", "year", "venue", "doi", "arxiv_id", "url", "best_sentence",
    "semantic_score", "lexical_score", "rerank_score", "closeness", "semantic_rank", "lexical_rank", "matched_words",
)  # fmt: skip
_FORMULA = re.compile(r"[=+@-](?![\d.,]*$)")


def papers_as_rows(papers: Iterable[Paper], *, delimiter: str) -> Iterator[str]:
    """A header, then one line per paper."""
    yield _line(PAPER_COLUMNS, delimiter)
    for paper in papers:
        yield _line(_paper_cells(paper), delimiter)


def answers_as_rows(answers: Iterable[SearchResults], *, delimiter: str, with_query_id: bool) -> Iterator[str]:
    """A header, then one line per paper of each answer; the id of the query comes first."""
    yield _line((("query_id",) if with_query_id else ()) + HIT_COLUMNS, delimiter)
    for results in answers:
        query_id = (_safe(one_line(results.query_id)),) if with_query_id else ()
        for hit in results.hits:
            yield _line(query_id + _hit_cells(hit), delimiter)


def _paper_cells(paper: Paper) -> tuple[str, ...]:
    return (
        *_citation_cells(paper),
        _safe("; ".join(clean(keyword) for keyword in paper.keywords)),
        _safe(clean(paper.kind)),
        _safe(clean(paper.abstract)),
    )


def _hit_cells(hit: Hit) -> tuple[str, ...]:
    why = hit.evidence
    return (
        str(hit.rank),
        _number(hit.score),
        *_citation_cells(hit.paper),
        _safe(hit.best_sentence or ""),
        _number(hit.semantic_score),
        _number(hit.lexical_score),
        _number(hit.rerank_score),
        _number(hit.closeness),
        _number(why.semantic_rank if why else None),
        _number(why.lexical_rank if why else None),
        _safe("; ".join(map(one_line, why.matched_words)) if why else ""),
    )


def _citation_cells(paper: Paper) -> tuple[str, ...]:
    return (
        _safe(one_line(paper.paper_id)),
        _safe(shown_title(paper)),
        _safe("; ".join(clean(author) for author in paper.authors)),
        "" if paper.year is None else str(paper.year),
        _safe(clean(paper.venue)),
        _safe(one_line(paper.doi)),
        _safe(one_line(paper.arxiv_id)),
        _safe(one_line(paper.url)),
    )


def _number(value: float | None) -> str:
    return "" if value is None else str(rounded(value))


def _safe(text: str) -> str:
    return f"'{text}" if _FORMULA.match(text) else text


def _line(cells: Iterable[str], delimiter: str) -> str:
    line = io.StringIO()
    csv.writer(line, delimiter=delimiter, lineterminator="\n").writerow(cells)
    return line.getvalue()
