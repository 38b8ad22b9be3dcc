"""What tells that the files of a lexical index are whole, and whose words they hold."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_NAME: Final = "seal.json"  # beside the files of tantivy
_BLOCK: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Seal:
    """Written last, and removed first.

    Attributes:
        revision: Of the papers whose words these are; None if nobody has told.
        checksums: CRC-32 of each file that counts, by name.
    """

    revision: int | None
    checksums: Mapping[str, int]


def read_seal(folder: Path) -> Seal | None:
    """The seal of a folder; None while it is written to, and if a writer was interrupted."""
    try:
        found = json.loads((folder / _NAME).read_text(encoding="utf-8"))
        return Seal(found["revision"], dict(found["checksums"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def break_seal(folder: Path) -> None:
    """Tell that the files are about to change."""
    (folder / _NAME).unlink(missing_ok=True)


def seal(folder: Path, revision: int | None) -> None:
    """Tell that they are whole, and let those read them who may read the seal.

    Raises:
        OSError: The disk is full or cannot be written to.
    """
    path = folder / _NAME
    temporary = path.with_suffix(".tmp")
    temporary.write_text(json.dumps({"revision": revision, "checksums": _checksums(folder)}), encoding="utf-8")
    for file in folder.iterdir():
        if file.suffix != ".lock":
            file.chmod(temporary.stat().st_mode)  # tantivy keeps some to their owner
    temporary.replace(path)


def is_intact(folder: Path) -> bool:
    """Whether the files are as they were sealed; reads them whole.

    There may be others, which a writer that was interrupted has left.
    """
    found = read_seal(folder)
    try:
        return found is not None and all(_checksum(folder / name) == each for name, each in found.checksums.items())
    except OSError:
        return False


def _checksums(folder: Path) -> dict[str, int]:
    """Those of all files but locks, hidden ones, in which tantivy keeps books of the others, and the seal itself."""
    files = (each for each in folder.iterdir() if each.stem != Path(_NAME).stem and not each.name.startswith("."))
    return {file.name: _checksum(file) for file in sorted(files)}


def _checksum(file: Path) -> int:
    checksum = 0
    with file.open("rb") as opened:
        while block := opened.read(_BLOCK):
            checksum = zlib.crc32(block, checksum)
    return checksum
