"""Reading one file by its format, and which of its bad records count."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.choices import InputFormat
from semsearch.errors import BadRecordError, SourceError
from semsearch.readers.decoding import not_papers
from semsearch.readers.fields.paper_fields import NO_FIELDS
from semsearch.readers.files import SourceFile, opened
from semsearch.readers.formats.acl_anthology import read_acl_anthology
from semsearch.readers.formats.arxiv_atom import read_arxiv_atom
from semsearch.readers.formats.arxiv_oai import read_arxiv_oai
from semsearch.readers.formats.bibtex import read_bibtex
from semsearch.readers.formats.delimited import read_delimited
from semsearch.readers.formats.endnote import read_endnote
from semsearch.readers.formats.endnote_xml import read_endnote_xml
from semsearch.readers.formats.json_documents import NO_OBJECT, read_json
from semsearch.readers.formats.nbib import read_nbib
from semsearch.readers.formats.ovid import read_ovid
from semsearch.readers.formats.plain_text import read_plain_text
from semsearch.readers.formats.pmlr import read_pmlr
from semsearch.readers.formats.pubmed_xml import read_pubmed_xml
from semsearch.readers.formats.refworks import read_refworks
from semsearch.readers.formats.ris import read_ris
from semsearch.readers.formats.web_of_science import read_web_of_science
from semsearch.readers.formats.zotero_database import read_zotero_database
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from semsearch.readers.report import ReadingReport

_READERS: Final[dict[InputFormat, Callable[..., Iterator[Paper | SkippedRecord]]]] = {
    InputFormat.TEXT: read_plain_text,
    InputFormat.JSONL: read_json,
    InputFormat.CSV: read_delimited,
    InputFormat.BIBTEX: read_bibtex,
    InputFormat.RIS: read_ris,
    InputFormat.NBIB: read_nbib,
    InputFormat.ENDNOTE: read_endnote,
    InputFormat.ENDNOTE_XML: read_endnote_xml,
    InputFormat.REFWORKS: read_refworks,
    InputFormat.WEB_OF_SCIENCE: read_web_of_science,
    InputFormat.OVID: read_ovid,
    InputFormat.PUBMED_XML: read_pubmed_xml,
    InputFormat.ARXIV_ATOM: read_arxiv_atom,
    InputFormat.ARXIV_OAI: read_arxiv_oai,
    InputFormat.ACL_XML: read_acl_anthology,
    InputFormat.PMLR: read_pmlr,
}
_NO_RECORDS: Final = frozenset({NO_FIELDS, NO_OBJECT})
"""Problems of records in files about something else."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read, the same for all sources.

    Attributes:
        format: Of all files; None if each has its own.
        strict: A bad record is an error.
        report: Gets filled.
    """

    format: InputFormat | None
    strict: bool
    report: ReadingReport


def papers_of_file(file: SourceFile, input_format: InputFormat, reading: Reading) -> Iterator[Paper]:
    """Read one file; its bad records count only once a paper shows that it is a file of papers.

    Raises:
        SourceError: It holds no papers, or is damaged.
        BadRecordError: A record is bad, and the reading is strict.
    """
    report = reading.report
    waiting: list[SkippedRecord] = []
    papers = 0
    with _opened_records(file, input_format) as records:
        for record in records:
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


@contextmanager
def _opened_records(file: SourceFile, input_format: InputFormat) -> Iterator[Iterator[Paper | SkippedRecord]]:
    """The records of a file while it is open, so that damage to it explains what is wrong with the last one."""
    if input_format is InputFormat.ZOTERO:
        yield read_zotero_database(file)
    else:
        with opened(file) as stream:
            yield _READERS[input_format](stream, source=file.name)


def _bad_record(record: SkippedRecord) -> BadRecordError:
    what = f"{record.source}:{record.line} {record.problem}."
    return BadRecordError(what, fix="Fix the record, or leave out --strict to skip it.")


def _without_papers(file: SourceFile, input_format: InputFormat, bad: list[SkippedRecord]) -> SourceError:
    """An error for a file without papers: of records that went bad, or of anything else."""
    why = f" (line {bad[0].line} {bad[0].problem})" if bad else ""
    error = not_papers(file.name, f"holds no papers{why}")
    of_records = input_format is not InputFormat.TEXT and any(record.problem not in _NO_RECORDS for record in bad)
    return SourceError(error.what, fix="Fix its records.") if of_records else error
