"""`semsearch related`: find papers like those you know."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from semsearch.choices import OutputFormat
from semsearch.cli import options
from semsearch.cli.printing import print_answer
from semsearch.cli.reasons import why_none_related
from semsearch.settings import DEFAULT_INDEX, DEFAULT_TOP_K

EXAMPLES: Final = (
    "semsearch related vaswani2017attention",
    "semsearch related vaswani2017attention devlin2019bert --not mikolov2013efficient -k 5",
)


def related(
    paper_ids: Annotated[list[str], typer.Argument(metavar="PAPER", help="Papers you know, by id, DOI or arXiv id.")],
    *,
    unlike: Annotated[
        list[str] | None,
        typer.Option("--not", metavar="PAPER", help="A paper that the answers should not be like; repeatable."),
    ] = None,
    top_k: options.TopKOption = DEFAULT_TOP_K,
    year: options.YearOption = None,
    venue: options.VenueOption = None,
    author: options.AuthorOption = None,
    keyword: options.KeywordOption = None,
    id_file: options.IdFileOption = None,
    output_format: options.FormatOption = OutputFormat.TABLE,
    snippets: options.SnippetsOption = False,
    precision: options.PrecisionOption = None,
    folder: options.IndexOption = DEFAULT_INDEX,
) -> None:
    """Find the papers most like those you know."""
    filters = options.filters_of(year=year, venue=venue, author=author, keyword=keyword, id_file=id_file)
    from semsearch.engine.index import Index

    with Index.open(folder, precision=precision) as index:
        results = index.related(paper_ids, unlike=unlike or (), top_k=top_k, filters=filters, snippets=bool(snippets))
        print_answer(results, output_format, index=index, reason=why_none_related(filters))
