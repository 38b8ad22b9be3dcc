"""Options that several commands share, and how their text becomes records."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from semsearch.choices import OutputFormat
from semsearch.errors import UsageError
from semsearch.records import Filters, YearRange
from semsearch.settings import INDEX_VARIABLE

IndexOption: TypeAlias = Annotated[Path, typer.Option("--index", "-i", envvar=INDEX_VARIABLE, help="The index folder.")]
FormatOption: TypeAlias = Annotated[
    OutputFormat, typer.Option("--format", "-f", help="How to print the papers.", case_sensitive=False)
]
TopKOption: TypeAlias = Annotated[int, typer.Option("--top-k", "-k", min=1, help="How many papers to find.")]
YearOption: TypeAlias = Annotated[
    str | None, typer.Option("--year", metavar="YEARS", help="Only of these years: 2018, 2018:2022, 2018: or :2022.")
]
VenueOption: TypeAlias = Annotated[
    list[str] | None, typer.Option("--venue", metavar="WORDS", help="Only of venues with these words; repeatable.")
]
AuthorOption: TypeAlias = Annotated[
    list[str] | None, typer.Option("--author", metavar="NAME", help="Only by one of these authors; repeatable.")
]
KeywordOption: TypeAlias = Annotated[
    list[str] | None, typer.Option("--keyword", metavar="WORDS", help="Only with one of these keywords; repeatable.")
]
IdFileOption: TypeAlias = Annotated[
    str | None, typer.Option("--id-file", metavar="FILE", help="Only papers whose ids are in this file, one a line.")
]
SnippetsOption: TypeAlias = Annotated[
    bool | None, typer.Option("--snippets/--no-snippets", help="Show the best sentence of each paper.")
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
    """Put the filter options together.

    Raises:
        UsageError: The years make no range.
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
    """The ids of a file, none without a file.

    Raises:
        SourceError: It cannot be read.
    """
    if id_file is None:
        return []
    from semsearch.readers.questions import read_paper_ids

    return read_paper_ids(id_file)


def year_range(text: str) -> YearRange:
    """Read "2018", "2018:2022", "2018:" or ":2022".

    Raises:
        UsageError: It is none of these, or the first year comes after the last.
    """
    match = _YEARS.fullmatch(text.replace(" ", ""))
    only, first, last = (int(year) if year else None for year in (match.groups() if match else (None, None, None)))
    if only is not None:
        return YearRange(only, only)
    if first is None and last is None:
        raise UsageError(f"{text!r} is no year and no range of years.", fix="Write 2018, 2018:2022, 2018: or :2022.")
    if first is not None and last is not None and first > last:
        raise UsageError(f"The years {text} are reversed.", fix=f"Write {last}:{first}.")
    return YearRange(first, last)
