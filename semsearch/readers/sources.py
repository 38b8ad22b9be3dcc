"""Papers from files, folders and standard input."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from semsearch.choices import InputFormat
from semsearch.errors import BadRecordError, NoPapersError, SourceError
from semsearch.readers.detect import detect
from semsearch.readers.files import READABLE, STDIN, SourceFile, head, not_papers, opened, source_file
from semsearch.readers.formats.delimited import read_delimited
from semsearch.readers.formats.json_documents import read_json
from semsearch.readers.formats.plain_text import read_plain_text
from semsearch.readers.report import LeftOut, ReadingReport
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_READERS: Final[dict[InputFormat, Callable[..., Iterator[Paper | SkippedRecord]]]] = {
    InputFormat.TEXT: read_plain_text,
    InputFormat.JSONL: read_json,
    InputFormat.CSV: read_delimited,
}


@dataclass(frozen=True, slots=True)
class _Named:
    """A file that the user named, with its format."""

    file: SourceFile
    format: InputFormat


@dataclass(frozen=True, slots=True)
class _Reading:
    """How to read, the same for all sources."""

    format: InputFormat | None
    strict: bool
    report: ReadingReport


def read_papers(
    sources: Iterable[str | Path],
    *,
    input_format: InputFormat | None = None,
    strict: bool = False,
    report: ReadingReport | None = None,
) -> Iterator[Paper]:
    """Read papers one by one from files, folders with all that is in them, and "-" for standard input.

    Args:
        sources: Read in this order; a file that comes again is read once.
        input_format: The format of all files; None recognizes each by its content.
        strict: Treat a bad record as an error instead of skipping it.
        report: Gets filled while papers are taken.

    Raises:
        SourceError: Before the first paper, if a source does not exist or is not a file of papers; later, if it
            turns out to be damaged or empty. Files found in folders are left out instead.
        BadRecordError: A record is bad, and `strict` is set.
    """
    reading = _Reading(input_format, strict, ReadingReport() if report is None else report)
    seen: set[str] = set()
    found: list[_Named | Path] = []
    for source in sources:
        name = str(source) if str(source) == STDIN else os.path.realpath(source)
        if name in seen:
            continue
        seen.add(name)
        if name != STDIN and Path(name).is_dir():
            found.append(Path(os.path.abspath(source)))  # noqa: PTH100 - links are not followed
        else:
            found.append(_named(source_file(source), reading))
    return _papers(found, seen, reading)


def _papers(found: list[_Named | Path], seen: set[str], reading: _Reading) -> Iterator[Paper]:
    for source in found:
        if isinstance(source, Path):
            yield from _papers_of_folder(source, seen, reading)
        else:
            yield from _papers_of_file(source.file, source.format, reading)


def _named(file: SourceFile, reading: _Reading) -> _Named:
    with opened(file) as stream:
        start = head(stream)
    if reading.format and start.strip() and "\0" not in start:
        return _Named(file, reading.format)
    detected = detect(start, name=Path(file.name).name)
    if detected.format is None:
        raise not_papers(file.name, detected.reason)
    return _Named(file, detected.format)


def _papers_of_file(file: SourceFile, input_format: InputFormat, reading: _Reading) -> Iterator[Paper]:
    """Read one file; its bad records count only once a paper shows that it is a file of papers."""
    report = reading.report
    waiting: list[SkippedRecord] = []
    papers = 0
    with opened(file) as stream:
        for record in _READERS[input_format](stream, source=file.name):
            if isinstance(record, SkippedRecord):
                waiting.append(record)
            else:
                papers += 1
            if papers and waiting:
                if reading.strict:
                    raise _bad_record(waiting[0])
                report.skipped += waiting
                waiting = []
            if isinstance(record, Paper):
                report.papers += 1
                yield record
    if not papers:
        why = f" (line {waiting[0].line} {waiting[0].problem})" if waiting else ""
        raise not_papers(file.name, f"holds no papers{why}")


def _papers_of_folder(folder: Path, seen: set[str], reading: _Reading) -> Iterator[Paper]:
    before = reading.report.papers
    left_out = len(reading.report.left_out)
    repeated = False
    for path in _files_in(folder, reading.report):
        name = os.path.realpath(path)
        if name in seen:
            repeated = True
        else:
            seen.add(name)
            yield from _papers_of_found_file(path, reading)
    if reading.report.papers == before and not repeated:
        reasons = reading.report.left_out[left_out:]
        why = f": {reasons[0].path} {reasons[0].reason}" if reasons else ""
        what = f"{folder} holds no file of papers{why}."
        raise SourceError(what, fix=READABLE)


def _files_in(folder: Path, report: ReadingReport) -> Iterator[Path]:
    def note(error: OSError) -> None:
        report.left_out.append(LeftOut(str(error.filename), f"cannot be read: {error.strerror}", is_damaged=True))

    for place, folders, files in os.walk(folder, onerror=note):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(place, name)
            if not name.startswith(".") and (path.is_file() or path.is_symlink()):
                yield path


def _papers_of_found_file(path: Path, reading: _Reading) -> Iterator[Paper]:
    try:
        file = source_file(path)
        with opened(file) as stream:
            start = head(stream)
        detected = detect(start, name=path.name, in_folder=True)
        if detected.format is None:
            reading.report.left_out.append(LeftOut(file.name, detected.reason))
            return
        yield from _papers_of_file(file, reading.format or detected.format, reading)
    except BadRecordError:
        raise
    except SourceError as exc:
        is_damaged = not isinstance(exc, NoPapersError)
        reading.report.left_out.append(LeftOut(str(path), _reason(exc, str(path)), is_damaged))


def _reason(error: SourceError, name: str) -> str:
    return error.what.removeprefix(name).lstrip(": ").rstrip(".")


def _bad_record(record: SkippedRecord) -> BadRecordError:
    what = f"{record.source}:{record.line} {record.problem}."
    return BadRecordError(what, fix="Fix the record, or leave out --strict to skip it.")
