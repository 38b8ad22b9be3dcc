"""The files in a folder and in all that is in it."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from semsearch.errors import NoPapersError, SourceError
from semsearch.readers.files import mode_of, source_name
from semsearch.readers.report import LeftOut, ReadingReport

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_STORE: Final = "papers.sqlite"
_OF_AN_INDEX: Final = re.compile(
    r"(?:papers|staging)\.sqlite.*|write\.lock|writer\.pid|(?:vectors|neighbors)-\d+\.faiss.*|lexical"
)


def files_in(folder: Path, report: ReadingReport) -> Iterator[Path]:
    """Find all regular files of a folder in the order of their names, those of each subfolder after its own.

    Links are followed, each folder is entered once. What is hidden, or belongs to an index, is passed over
    silently; what cannot be read, or is no file, is noted in the report.
    """

    def note(error: OSError) -> None:
        report.left_out.append(LeftOut(str(error.filename), f"cannot be read: {error.strerror}", is_damaged=True))

    entered = {os.path.realpath(folder)}
    for place, folders, files in os.walk(folder, onerror=note, followlinks=True):
        is_index = _STORE in files
        folders[:] = [name for name in _shown(folders, is_index=is_index) if _is_first(Path(place, name), entered)]
        for name in _shown(files, is_index=is_index):
            path = Path(place, name)
            left_out = _unfit(path)
            if left_out:
                report.left_out.append(left_out)
            else:
                yield path


def left_out_for(path: Path, error: SourceError) -> LeftOut:
    """A file that an error keeps from being read; it is damaged, unless the error is that it holds no papers."""
    name = source_name(path)
    reason = error.what.removeprefix(name).rstrip(".")
    reason = f"line {reason[1:]}" if reason.startswith(":") else reason.lstrip()
    return LeftOut(str(path), reason, is_damaged=not isinstance(error, NoPapersError))


def _shown(names: Sequence[str], *, is_index: bool) -> list[str]:
    return sorted(name for name in names if not (name.startswith(".") or (is_index and _OF_AN_INDEX.fullmatch(name))))


def _is_first(folder: Path, entered: set[str]) -> bool:
    """Whether a folder was not entered yet, by whatever links."""
    real = os.path.realpath(folder)
    is_first = real not in entered
    entered.add(real)
    return is_first


def _unfit(path: Path) -> LeftOut | None:
    try:
        mode = mode_of(path)
    except SourceError as exc:
        return left_out_for(path, exc)
    return None if stat.S_ISREG(mode) else LeftOut(str(path), "is a pipe or a device, not a file")
