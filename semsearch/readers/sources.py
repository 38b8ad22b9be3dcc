"""Papers from files, folders, archives and standard input."""

from __future__ import annotations

import stat
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from semsearch.choices import InputFormat
from semsearch.errors import BadRecordError, SourceError
from semsearch.readers.decoding import READABLE, not_papers, shown_name
from semsearch.readers.detect import detect
from semsearch.readers.files import SourceFile, head, members_of, mode_of, opened, source_file, source_name
from semsearch.readers.folders import files_in, left_out_for
from semsearch.readers.formats.zotero_database import is_database
from semsearch.readers.reading import Reading, papers_of_file
from semsearch.readers.report import ReadingReport
from semsearch.settings import STDIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from semsearch.records import Paper

_DATABASE: Final = ".sqlite"  # next to it are its backups, with other endings


@dataclass(frozen=True, slots=True)
class _Named:
    """A file that the user named, with its format; None for an archive, whose files have each their own."""

    file: SourceFile
    format: InputFormat | None


def read_papers(
    sources: Iterable[str | Path],
    *,
    input_format: InputFormat | None = None,
    strict: bool = False,
    report: ReadingReport | None = None,
) -> Iterator[Paper]:
    """Read papers one by one from files, folders and archives with all that is in them, and "-" for standard input.

    Args:
        sources: Read in this order; a file that comes again is read once.
        input_format: The format of all files; None recognizes each by its content.
        strict: Treat a bad record as an error instead of skipping it.
        report: Gets filled while papers are taken.

    Raises:
        SourceError: Before the first paper, if a source does not exist or is not a file of papers; later, if it
            turns out to be empty, or damaged before its first paper. Files in folders and archives are left out
            instead.
        BadRecordError: A record is bad, and `strict` is set.
    """
    reading = Reading(input_format, strict, ReadingReport() if report is None else report)
    seen: set[str] = set()
    found: list[_Named | Path] = []
    for source in sources:
        name = source_name(source)
        if name in seen and (name != STDIN or str(source) == STDIN):  # each pipe holds something else
            continue
        seen.add(name)
        if name != STDIN and stat.S_ISDIR(mode_of(source)):
            found.append(Path(source).resolve())
        else:
            found.append(_named(source, reading))
    return _papers(found, seen, reading)


def _named(source: str | Path, reading: Reading) -> _Named:
    file = source_file(source)
    with members_of(file) as members:
        if members:
            return _Named(file, None)
    return _Named(file, _format_of(file, reading, in_folder=False))


def _papers(found: list[_Named | Path], seen: set[str], reading: Reading) -> Iterator[Paper]:
    for source in found:
        if isinstance(source, Path):
            yield from _papers_of_folder(source, seen, reading)
        elif source.format is None:
            yield from _papers_of_archive(source.file, reading)
        else:
            yield from _papers_of_named(source.file, source.format, reading)


def _papers_of_named(file: SourceFile, input_format: InputFormat, reading: Reading) -> Iterator[Paper]:
    """Read a file that the user named; if it breaks off, what stands before counts."""
    before = reading.report.papers
    try:
        yield from papers_of_file(file, input_format, reading)
    except BadRecordError:
        raise
    except SourceError as exc:
        if reading.strict or reading.report.papers == before:
            raise
        reading.report.left_out.append(replace(left_out_for(Path(file.name), exc), is_damaged=True))


def _papers_of_folder(folder: Path, seen: set[str], reading: Reading) -> Iterator[Paper]:
    before = reading.report.papers
    left_out = len(reading.report.left_out)
    repeated = False
    for path in files_in(folder, reading.report):
        name = source_name(path)
        if name in seen:
            repeated = True
        else:
            seen.add(name)
            yield from _papers_of_found_path(path, reading)
    if not repeated:
        _refuse_nothing(source_name(folder), before, left_out, reading.report)


def _papers_of_archive(file: SourceFile, reading: Reading) -> Iterator[Paper]:
    before = reading.report.papers
    left_out = len(reading.report.left_out)
    with members_of(file) as members:
        for member in members:
            yield from _papers_of_found_file(member, reading)
    _refuse_nothing(file.name, before, left_out, reading.report)


def _refuse_nothing(name: str, papers: int, left_out: int, report: ReadingReport) -> None:
    """Refuse a folder or an archive that added no papers to those that the report counted before."""
    if report.papers == papers:
        reasons = report.left_out[left_out:]
        why = f": {reasons[0].path} {reasons[0].reason}" if reasons else ""
        raise SourceError(f"{shown_name(name)} holds no file of papers{why}.", fix=READABLE)


def _papers_of_found_path(path: Path, reading: Reading) -> Iterator[Paper]:
    try:
        file = source_file(path)
        with members_of(file) as members:
            for found in members or (file,):
                yield from _papers_of_found_file(found, reading)
    except BadRecordError:
        raise
    except SourceError as exc:
        reading.report.left_out.append(left_out_for(path, exc))


def _papers_of_found_file(file: SourceFile, reading: Reading) -> Iterator[Paper]:
    try:
        yield from papers_of_file(file, _format_of(file, reading, in_folder=True), reading)
    except BadRecordError:
        raise
    except SourceError as exc:
        reading.report.left_out.append(left_out_for(Path(file.name), exc))


def _format_of(file: SourceFile, reading: Reading, *, in_folder: bool) -> InputFormat:
    """The format that was asked for or, where none was, that of the content; in folders both must be possible."""
    path = PurePath(file.member or file.path or file.name)
    may_be_database = (reading.format or InputFormat.ZOTERO) is InputFormat.ZOTERO
    if may_be_database and (path.suffix == _DATABASE or not in_folder) and is_database(file):
        return InputFormat.ZOTERO
    with opened(file) as stream:
        start = head(stream)
    if reading.format and not in_folder and start.strip() and "\0" not in start:
        return reading.format
    detected = detect(start, name=path.name, in_folder=in_folder)
    if detected.format is None:
        raise not_papers(file.name, detected.reason)
    return reading.format or detected.format
