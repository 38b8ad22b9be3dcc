"""`semsearch export`: take the papers of an index elsewhere."""

from __future__ import annotations

from typing import Final

from semsearch.choices import OutputFormat
from semsearch.cli import options
from semsearch.cli.printing import print_papers
from semsearch.settings import DEFAULT_INDEX

EXAMPLES: Final = (
    "semsearch export > papers.jsonl",
    'semsearch search --format ids "protein structure" | semsearch export --id-file - --format csv',
)


def export(
    *,
    id_file: options.IdFileOption = None,
    output_format: options.FormatOption = OutputFormat.JSONL,
    folder: options.IndexOption = DEFAULT_INDEX,
) -> None:
    """Print all papers of the index, or those that a file names.

    JSON Lines lose nothing and can be indexed again. CSV is for spreadsheets: a cell that could run as a
    formula starts with an apostrophe.
    """
    ids = options.ids_in(id_file)
    from semsearch.engine.index import Index

    with Index.open(folder) as index:
        papers = index.papers() if id_file is None else index.papers(ids)
        print_papers(papers, output_format)
