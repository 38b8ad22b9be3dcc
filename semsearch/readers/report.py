"""What a reading came across besides papers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from semsearch.records import SkippedRecord


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file of a folder that was not read, or not to its end.

    Attributes:
        path: Of the file.
        reason: As "is a BibTeX file".
        is_damaged: It could not be read though it may hold papers.
    """

    path: str
    reason: str
    is_damaged: bool = False


@dataclass(slots=True)
class ReadingReport:
    """Filled while papers are read.

    Attributes:
        files: Files that gave papers.
        papers: Papers so far.
        skipped: Records that could not become papers.
        left_out: Files of folders that hold no papers or cannot be read.
    """

    files: int = 0
    papers: int = 0
    skipped: list[SkippedRecord] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
