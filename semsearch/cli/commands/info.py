"""`semsearch info`: describe an index."""

from __future__ import annotations

from typing import Final

from semsearch.choices import ReportFormat
from semsearch.cli import options, streams
from semsearch.settings import DEFAULT_INDEX

EXAMPLES: Final = (
    "semsearch info",
    "semsearch info --format json",
)


def info(
    *,
    output_format: options.ReportFormatOption = ReportFormat.TABLE,
    folder: options.IndexOption = DEFAULT_INDEX,
) -> None:
    """Show how many papers the index holds, which model it uses, and how large it is."""
    from semsearch.engine.index import Index

    with Index.open(folder) as index:
        found = index.info()
    if output_format is ReportFormat.JSON:
        from semsearch.export.json_objects import as_json, as_object

        streams.put([as_json(as_object(found), indent=2), "\n"])
    else:
        from semsearch.cli.summary import info_lines

        streams.put(f"{line}\n" for line in info_lines(found))
