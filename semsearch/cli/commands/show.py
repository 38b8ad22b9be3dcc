"""`semsearch show`: show whole papers."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from semsearch.choices import OutputFormat
from semsearch.cli import options, streams
from semsearch.cli.printing import print_papers
from semsearch.settings import DEFAULT_INDEX

EXAMPLES: Final = (
    "semsearch show vaswani2017attention",
    "semsearch show arXiv:1810.04805 --format json",
)


def show(
    keys: Annotated[list[str], typer.Argument(metavar="PAPER", help="Papers, by id, DOI or arXiv id.")],
    *,
    output_format: options.FormatOption = OutputFormat.TABLE,
    folder: options.IndexOption = DEFAULT_INDEX,
) -> None:
    """Show papers with their abstracts.

    JSON has every field: one object for one paper, an array for several. JSON Lines can be indexed again.
    """
    from semsearch.engine.index import Index

    with Index.open(folder) as index:
        papers = list(index.papers(keys))
    if output_format is OutputFormat.JSON and len(papers) == 1:
        from semsearch.export.json_objects import as_json, as_object

        streams.put([as_json(as_object(papers[0]), indent=2), "\n"])
    else:
        print_papers(papers, output_format)
