"""Papers from files, folders and standard input."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from semsearch.choices import InputFormat
from semsearch.errors import BadRecordError, SourceError
from semsearch.readers.decoding import READABLE, not_papers
from semsearch.readers.detect import detect
from semsearch.readers.fields.paper_fields import NO_FIELDS
from semsearch.readers.files import SourceFile, head, mode_of, opened, source_file, source_name
from semsearch.readers.folders import files_in, left_out_for
from semsearch.readers.formats.delimited import read_delimited
from semsearch.readers.formats.json_documents import NO_OBJECT, read_json
from semsearch.readers.formats.plain_text import read_plain_text
from semsearch.readers.report import ReadingReport
from semsearch.records import Paper, SkippedRecord
from semsearch.settings import STDIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_READERS: Final[dict[InputFormat, Callable[..., Iterator[Paper | SkippedRecord]]]] = {
    InputFormat.TEXT: read_plain_text,
    InputFormat.JSONL: read_json,
    InputFormat.CSV: read_delimited,
}
_NO_RECORDS: Final = frozenset({NO_FIELDS, NO_OBJECT})
"""Problems of records in files about something else."""


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
        name = source_name(source)
        if name in seen and (name != STDIN or str(source) == STDIN):  # each pipe holds something else
            continue
        seen.add(name)
        if name != STDIN and stat.S_ISDIR(mode_of(source)):
            found.append(Path(source).resolve())
        else:
            found.append(_named(source, reading))
    return _papers(found, seen, reading)


def _papers(found: list[_Named | Path], seen: set[str], reading: _Reading) -> Iterator[Paper]:
    for source in found:
        if isinstance(source, Path):
            yield from _papers_of_folder(source, seen, reading)
        else:
            yield from _papers_of_file(source.file, source.format, reading)


def _named(source: str | Path, reading: _Reading) -> _Named:
    file = source_file(source)
    with opened(file) as stream:
        start = head(stream)
    if reading.format and start.strip() and "\0" not in start:
        return _Named(file, reading.format)
    detected = detect(start, name=Path(source).name)
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
        raise _without_papers(file, input_format, waiting)


def _without_papers(file: SourceFile, input_format: InputFormat, bad: list[SkippedRecord]) -> SourceError:
    """An error for a file without papers: of records that went bad, or of anything else."""
    why = f" (line {bad[0].line} {bad[0].problem})" if bad else ""
    error = not_papers(file.name, f"holds no papers{why}")
    of_records = input_format is not InputFormat.TEXT and any(record.problem not in _NO_RECORDS for record in bad)
    return SourceError(error.what, fix="Fix its records.") if of_records else error


def _papers_of_folder(folder: Path, seen: set[str], reading: _Reading) -> Iterator[Paper]:
    before = reading.report.papers
    left_out = len(reading.report.left_out)
    repeated = False
    for path in files_in(folder, reading.report):
        name = source_name(path)
        if name in seen:
            repeated = True
        else:
            seen.add(name)
            yield from _papers_of_found_file(path, reading)
    if reading.report.papers == before and not repeated:
        reasons = reading.report.left_out[left_out:]
        why = f": {reasons[0].path} {reasons[0].reason}" if reasons else ""
        what = f"{source_name(folder)} holds no file of papers{why}."
        raise SourceError(what, fix=READABLE)


def _papers_of_found_file(path: Path, reading: _Reading) -> Iterator[Paper]:
    try:
        file = source_file(path)
        with opened(file) as stream:
            start = head(stream)
        detected = detect(start, name=path.name, in_folder=True)
        if detected.format is None:
            raise not_papers(file.name, detected.reason)
        yield from _papers_of_file(file, reading.format or detected.format, reading)
    except BadRecordError:
        raise
    except SourceError as exc:
        reading.report.left_out.append(left_out_for(path, exc))


def _bad_record(record: SkippedRecord) -> BadRecordError:
    what = f"{record.source}:{record.line} {record.problem}."
    return BadRecordError(what, fix="Fix the record, or leave out --strict to skip it.")
