"""`semsearch remove`: remove papers from an index."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from semsearch.cli import options, streams
from semsearch.cli.summary import counted
from semsearch.errors import UsageError
from semsearch.settings import DEFAULT_INDEX

EXAMPLES: Final = ("semsearch remove mikolov2013efficient",)


def remove(
    paper_ids: Annotated[
        list[str] | None, typer.Argument(metavar="PAPER", help="Papers, by id, DOI or arXiv id.")
    ] = None,
    *,
    id_file: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Remove the papers in this file of ids, DOIs or arXiv ids, one a line."),
    ] = None,
    folder: options.IndexOption = DEFAULT_INDEX,
) -> None:
    """Remove papers from the index.

    If one of them is not in the index, none is removed.
    """
    unwanted = [*(paper_ids or ()), *options.ids_in(id_file)]
    if not unwanted:
        raise UsageError("No paper is named.", fix="Name papers, or a file of their ids with --id-file.")
    from semsearch.engine.index import Index

    with Index.open(folder) as index:
        removed = index.remove(unwanted)
        left = index.info().papers
    streams.say(f"{folder}: {counted(removed, 'paper')} removed, {left:,} left")
