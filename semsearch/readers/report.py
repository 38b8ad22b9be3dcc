"""What a reading came across besides papers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from semsearch.errors import RemovalRefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from semsearch.records import Paper, SkippedRecord


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file of a folder that was not read, or not to its end.

    Attributes:
        path: The file's absolute path.
        reason: Why, as "is an HTML page".
        is_damaged: It could not be read though it may hold papers.
    """

    path: str
    reason: str
    is_damaged: bool = False


@dataclass(slots=True)
class ReadingReport:
    """Filled while papers are read.

    Attributes:
        papers: Papers so far.
        skipped: Records that could not become papers.
        left_out: Files of folders that hold no papers or cannot be read.
    """

    papers: int = 0
    skipped: list[SkippedRecord] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)


def unless_unread(papers: Iterable[Paper], report: ReadingReport) -> Iterator[Paper]:
    """Pass papers on, but end in an error if some could not be read, because they would look as if they were gone.

    Args:
        papers: What is being read.
        report: The report that this reading fills.

    Raises:
        RemovalRefusedError: After the last paper, if a record was skipped or a file is damaged.
    """
    yield from papers
    damaged = sum(file.is_damaged for file in report.left_out)
    if damaged or report.skipped:
        unread = _counted(damaged, "file") if damaged else _counted(len(report.skipped), "record")
        what = f"{unread} could not be read; nothing was removed or changed."
        raise RemovalRefusedError(what, fix="Fix the source, or remove the papers that are in there too, with --yes.")


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
