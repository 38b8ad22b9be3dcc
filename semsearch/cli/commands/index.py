"""`semsearch index`: papers become findable."""

from __future__ import annotations

import os
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
_STDIN = "-"
_GOES_ON = "What is encoded so far is kept: the same command goes on from there."


def index(
    sources: Annotated[
        list[str] | None, typer.Argument(metavar="SOURCE", help="Files or folders of papers; - is standard input.")
    ] = None,
    *,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL", help="The encoder, by name or path [default: that of the index, else the embedded]"
        ),
    ] = None,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Encode every paper again, perhaps with another model; needs no source.")
    ] = False,
    remove_missing: Annotated[
        bool,
        typer.Option("--remove-missing", help="Remove papers that came from these sources and are gone from them."),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Remove even a large part of the index.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at a bad record instead of skipping it.")] = False,
    input_format: Annotated[
        InputFormat | None, typer.Option("--format", "-f", help="Of the sources [default: seen from their content]")
    ] = None,
    folder: options.IndexOption = DEFAULT_INDEX,
) -> None:
    """Add papers to the index, which is built if there is none.

    Only new and changed abstracts are encoded. Interrupted, the same command goes on from there.
    """
    from semsearch.engine.updating import update_index
    from semsearch.readers.report import ReadingReport, unless_unread
    from semsearch.readers.sources import read_papers

    if not sources and not rebuild:
        raise UsageError("No source is named.", fix="Name files or folders of papers, or - for standard input.")
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
                rebuild=rebuild,
                remove_missing_from=[_as_source(source) for source in sources or ()] if remove_missing else (),
                allow_large_removal=yes,
                progress=progress,
            )
    except KeyboardInterrupt as exc:
        raise InterruptedUpdateError("interrupted", fix=_GOES_ON) from exc
    finally:
        streams.say(*reading_lines(reading))
    streams.say(*update_lines(folder, report))


def _as_source(source: str) -> str:
    """The name under which papers remember where they came from."""
    if source == _STDIN:
        return source
    return os.fsencode(os.path.abspath(source)).decode("utf-8", "replace")  # noqa: PTH100 - links are not followed
