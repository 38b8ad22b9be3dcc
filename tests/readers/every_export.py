"""What is read of each real export, next to the records that a count by other means finds in the file.

Run: python -m tests.readers.every_export [FOLDER]. The folder has a subfolder for each family of formats, by which the
records are counted. It ends with each difference and its reason, and fails if one has none.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from semsearch.errors import SourceError
from semsearch.readers.detect import detect
from semsearch.readers.files import head, opened, source_file
from semsearch.readers.report import ReadingReport
from semsearch.readers.sources import read_papers

if TYPE_CHECKING:
    from collections.abc import Iterator

EXPORTS: Final = Path(__file__).parents[3] / "shared" / "data" / "exports"
"""Real exports next to the checkout, which are not part of the project."""

# What begins a record, or stands in each once. Rows of tables are counted by their quotation marks.
_RECORD: Final = {
    family: re.compile(pattern, re.MULTILINE | re.IGNORECASE)
    for family, pattern in {
        "arxiv_atom": r"<entry[ >]",
        "arxiv_kaggle": r"^\{",
        "arxiv_oai": r"<record[ >]",
        "bibtex": r"^[ \t]*@(?!comment|string|preamble)[a-z_]+[ \t]*[{(]",
        "crossref": r'"reference-count"',
        "csl_json": r'"type"\s*:',
        "endnote_refworks": r"^%T |^RT \w|^<\d+>$|<record>|^PMID- ",
        "nbib": r"^PMID- ?\d|^OWN - ERIC",
        "openalex": r'"authorships"\s*:',
        "pubmed_xml": r"<Pubmed(?:Book)?Article[ >]",
        "ris": r"^ *TY\s*-|^PT [A-Z]$",
        "semantic_scholar": r"^\{",
        "wos_tagged": r"^PT [A-Z]$",
        "zotero_json": r'"itemType"\s*:\s*"(?!attachment|note|annotation)',
    }.items()
}
_TABLES: Final = "csv"
_EMPTY: Final = "the other records have neither title nor abstract"
_REASONS: Final = {
    "bbt__Maintain_the_JabRef_group_and_subgroup_structure_when_importing_a_BibTeX_db_97.json": _EMPTY,
    "bbt__Some_bibtex_entries_quietly_discarded_on_import_from_bib_file_873.bib":
        "an entry has nothing but a reference to another one",
    "asreview__duplicate_records.csv": _EMPTY,
    "jabref__MedlineImporterTestMalformedEntry.xml": "its only record breaks off",
    "jabref__MedlinePlainImporterTestMultipleEntries.txt":
        "two are read that lack the tag by which they are counted; four have neither title nor abstract",
    "jabref__RisImporterCorrupted.ris": "its record is read, though it lacks the first line, by which it is counted",
    "jabref__encoding-windows-1252-but-utf-8-declared--decoding-fails.bib": "its only entry has nothing but an author",
    "rispy__example_bom.ris": "its only record has nothing but a DOI",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """What became of a file.

    Attributes:
        file: The names of its folder and its own.
        format: As recognized; empty if the file cannot be read.
        counted: Records in the file, by other means.
        read: Papers.
        with_abstract: Papers that have one.
        skipped: Why records, or the whole file, could not be read.
    """

    file: str
    format: str
    counted: int
    read: int
    with_abstract: int
    skipped: tuple[str, ...]

    @property
    def reason(self) -> str:
        """Why something else is read than was counted; empty if nobody knows."""
        return _REASONS.get(self.file.rpartition("/")[2], "")

    @property
    def differs(self) -> bool:
        """Whether not all records became papers."""
        return self.read != self.counted or bool(self.skipped)


def rows_of(folder: Path) -> Iterator[Row]:
    """Read each file of the subfolders."""
    for path in sorted(folder.glob("*/*")):
        yield _row(path)


def _row(path: Path) -> Row:
    report = ReadingReport()
    papers = []
    skipped = []
    input_format = ""
    try:
        with opened(source_file(path)) as stream:
            input_format = detect(head(stream), name=path.name).format or ""
        papers = list(read_papers([path], report=report))
    except SourceError as exc:
        skipped.append(exc.what.removeprefix(f"{path.resolve()}").lstrip(" :"))
    skipped += [f"line {record.line} {record.problem}" for record in report.skipped]
    skipped += [left.reason for left in report.left_out]
    return Row(
        f"{path.parent.name}/{path.name}",
        input_format,
        _counted(path),
        len(papers),
        sum(bool(paper.abstract) for paper in papers),
        tuple(skipped),
    )


def _counted(path: Path) -> int:
    text = _text(path.read_bytes())
    family = path.parent.name
    return _rows_counted(text) if family == _TABLES else len(_RECORD[family].findall(text))


def _text(content: bytes) -> str:
    encoding = "utf-16" if content[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _rows_counted(text: str) -> int:
    """Lines that are not blank and not inside quotation marks, without the header."""
    is_quoted = False
    rows = -1
    for line in text.split("\n"):
        rows += bool(line.strip()) and not is_quoted
        is_quoted ^= line.count('"') % 2 == 1
    return rows


def main() -> None:
    """Print the table and the differences.

    Raises:
        SystemExit: There are no exports, or a difference has no reason.
    """
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else EXPORTS
    if not folder.is_dir():
        sys.exit(f"there are no exports in {folder}")
    rows = list(rows_of(folder))
    width = max(len(row.file) for row in rows)
    print(f"{'file':{width}}  {'format':12}  in file   read  with abstract  skipped")
    for row in rows:
        numbers = f"{row.counted:7,}  {row.read:5,}  {row.with_abstract:13,}"
        skipped = f"{len(row.skipped)}: {row.skipped[0]}" if row.skipped else ""
        print(f"{row.file:{width}}  {row.format or '-':12}  {numbers}  {skipped}".rstrip())
    counted, read, with_abstract = (
        sum(row.counted for row in rows), sum(row.read for row in rows), sum(row.with_abstract for row in rows),
    )  # fmt: skip
    print(f"\n{len(rows)} files, {counted:,} records, {read:,} read, {with_abstract:,} with abstract. What differs:")
    for row in rows:
        if row.differs:
            print(f"  {row.file}: {row.read:,} of {row.counted:,}. {row.reason or 'NOBODY KNOWS WHY'}")
    if any(row.differs and not row.reason for row in rows):
        sys.exit("a difference has no reason")


if __name__ == "__main__":
    main()
