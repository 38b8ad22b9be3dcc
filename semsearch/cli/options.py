"""Options that several commands share, and the records made from them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from semsearch.choices import Mode, OutputFormat, Precision, ReportFormat
from semsearch.errors import UsageError
from semsearch.records import Filters, YearRange
from semsearch.settings import INDEX_VARIABLE


def _index_folder(name: str | Path) -> Path:
    text = str(name)
    if not text:
        raise UsageError("The index folder has an empty name.", fix="Write . for the current folder.")
    try:
        text.encode()
    except UnicodeEncodeError as exc:  # not every library that opens files there can take it
        raise UsageError(f"The index folder {text} has a name that is not UTF-8.", fix="Use another folder.") from exc
    return Path(text)


IndexOption: TypeAlias = Annotated[
    Path,
    typer.Option(
        "--index", "-i", metavar="FOLDER", envvar=INDEX_VARIABLE, parser=_index_folder, help="The index folder."
    ),
]
FormatOption: TypeAlias = Annotated[
    OutputFormat, typer.Option("--format", "-f", help="The output format.", case_sensitive=False)
]
ReportFormatOption: TypeAlias = Annotated[
    ReportFormat, typer.Option("--format", "-f", help="The output format.", case_sensitive=False)
]
PrecisionOption: TypeAlias = Annotated[
    Precision | None,
    typer.Option(
        "--precision",
        case_sensitive=False,
        help="How exactly models compute; reference is sentence-transformers itself [default: the fastest here]",
    ),
]
ModeOption: TypeAlias = Annotated[
    Mode, typer.Option("--mode", case_sensitive=False, help="Find papers by meaning, by words, or by both.")
]
TopKOption: TypeAlias = Annotated[
    int, typer.Option("--top-k", "-k", metavar="NUMBER", min=1, help="How many papers to find.")
]
YearOption: TypeAlias = Annotated[
    str | None, typer.Option("--year", metavar="YEARS", help="Only from these years: 2018, 2018:2022, 2018: or :2022.")
]
VenueOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--venue", metavar="WORDS", help="Only from venues with these words in their name; repeatable."),
]
AuthorOption: TypeAlias = Annotated[
    list[str] | None, typer.Option("--author", metavar="NAME", help="Only by one of these authors; repeatable.")
]
KeywordOption: TypeAlias = Annotated[
    list[str] | None, typer.Option("--keyword", metavar="WORDS", help="Only with one of these keywords; repeatable.")
]
IdFileOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--id-file", metavar="FILE", help="Only papers from this file of ids, DOIs or arXiv ids, one a line."),
]
SnippetsOption: TypeAlias = Annotated[
    bool | None, typer.Option("--snippets/--no-snippets", help="Find the best sentence of each paper.")
]

_YEARS = re.compile(r"(?P<only>\d{1,4})|(?P<first>\d{1,4})?:(?P<last>\d{1,4})?")


def filters_of(
    *,
    year: str | None,
    venue: list[str] | None,
    author: list[str] | None,
    keyword: list[str] | None,
    id_file: str | None,
) -> Filters:
    """Combine the filter options.

    Raises:
        UsageError: `year` is not a year or a range.
        SourceError: The file of ids cannot be read.
    """
    return Filters(
        years=year_range(year) if year is not None else None,
        venues=tuple(venue or ()),
        authors=tuple(author or ()),
        keywords=tuple(keyword or ()),
        paper_ids=frozenset(ids_in(id_file)) if id_file is not None else None,
    )


def ids_in(id_file: str | None) -> list[str]:
    """The paper ids in a file; without a file, none.

    Raises:
        SourceError: The file cannot be read.
    """
    if id_file is None:
        return []
    from semsearch.readers.questions import read_paper_ids

    return read_paper_ids(id_file)


def year_range(text: str) -> YearRange:
    """Read "2018", "2018:2022", "2018:" or ":2022".

    Raises:
        UsageError: It is something else, or the first year comes after the last.
    """
    match = _YEARS.fullmatch(text.replace(" ", ""))
    only, first, last = (int(year) if year else None for year in (match.groups() if match else (None, None, None)))
    if only is not None:
        return YearRange(only, only)
    if first is None and last is None:
        raise UsageError(f"{text!r} is not a year or a range of years.", fix="Write 2018, 2018:2022, 2018: or :2022.")
    if first is not None and last is not None and first > last:
        raise UsageError(f"The years {text} are reversed.", fix=f"Write {last}:{first}.")
    return YearRange(first, last)
