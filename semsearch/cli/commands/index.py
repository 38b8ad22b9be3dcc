"""`semsearch index`: make papers searchable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from semsearch.choices import InputFormat
from semsearch.cli import options, streams
from semsearch.cli.progress import encoding_progress
from semsearch.cli.summary import reading_lines, update_lines
from semsearch.errors import InterruptedUpdateError, UsageError
from semsearch.settings import DEFAULT_INDEX

if TYPE_CHECKING:
    from collections.abc import Iterable

    from semsearch.records import Paper

EXAMPLES: Final = (
    "semsearch index data/papers.jsonl",
    "semsearch index data/papers.jsonl --remove-missing",
    "semsearch index --rebuild",
)
_GOES_ON = "What is encoded so far is kept: run the same command again to continue."


def index(
    sources: Annotated[
        list[str] | None, typer.Argument(metavar="SOURCE", help="Files or folders with papers; - is standard input.")
    ] = None,
    *,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL", help="The encoder, by name or path [default: that of the index, or the embedded one]"
        ),
    ] = None,
    rebuild: Annotated[
        bool,
        typer.Option(
            "--rebuild", help="Encode every paper again, with another model if you name one; needs no SOURCE."
        ),
    ] = False,
    remove_missing: Annotated[
        bool,
        typer.Option("--remove-missing", help="Remove papers that came from these sources but are no longer in them."),
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Allow --remove-missing to remove a large part of the index.")
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at a bad record instead of skipping it.")] = False,
    input_format: Annotated[
        InputFormat | None,
        typer.Option("--format", "-f", help="The format of the sources [default: recognized by their content]"),
    ] = None,
    precision: options.PrecisionOption = None,
    folder: options.IndexOption = DEFAULT_INDEX,
) -> None:
    """Add papers to the index, or build it if there is none.

    Only new and changed abstracts are encoded. After an interruption, run the same command again to continue.
    """
    from semsearch.engine.updating import update_index
    from semsearch.readers.files import source_name
    from semsearch.readers.report import ReadingReport, unless_unread
    from semsearch.readers.sources import read_papers

    if not sources and not rebuild:
        raise UsageError("No source is named.", fix="Name files or folders with papers, or - for standard input.")
    reading = ReadingReport()
    papers: Iterable[Paper] = read_papers(sources or (), input_format=input_format, strict=strict, report=reading)
    if remove_missing and not yes:
        papers = unless_unread(papers, reading)
    try:
        with encoding_progress() as progress:
            report = update_index(
                folder,
                papers,
                model=model,
                precision=precision,
                rebuild=rebuild,
                remove_missing_from=[source_name(source) for source in sources or ()] if remove_missing else (),
                allow_large_removal=yes,
                progress=progress,
            )
    except KeyboardInterrupt as exc:
        raise InterruptedUpdateError("interrupted", fix=_GOES_ON) from exc
    finally:
        streams.say(*reading_lines(reading))
    streams.say(*update_lines(folder, report))
