"""`semsearch info`: what an index is and holds."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

import typer

from semsearch.cli import options, streams
from semsearch.settings import DEFAULT_INDEX

EXAMPLES: Final = (
    "semsearch info",
    "semsearch info --format json",
)


class InfoFormat(StrEnum):
    """How to print what an index is."""

    TABLE = "table"
    JSON = "json"


def info(
    *,
    output_format: Annotated[
        InfoFormat, typer.Option("--format", "-f", help="How to print it.", case_sensitive=False)
    ] = InfoFormat.TABLE,
    folder: options.IndexOption = DEFAULT_INDEX,
) -> None:
    """Show what the index is and holds."""
    from semsearch.engine.index import Index

    with Index.open(folder) as index:
        found = index.info()
    if output_format is InfoFormat.JSON:
        from semsearch.export.json_objects import as_json, info_object

        streams.put([as_json(info_object(found), indent=2), "\n"])
    else:
        from semsearch.cli.summary import info_lines

        streams.put(f"{line}\n" for line in info_lines(found))
