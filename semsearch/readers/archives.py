"""Zip archives: each file in one is read as a file of its own."""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import IO, TYPE_CHECKING, Final

from semsearch.errors import SourceError
from semsearch.readers.decoding import damaged, not_papers, shown_name
from semsearch.readers.unpacking import Unpacked

if TYPE_CHECKING:
    from collections.abc import Iterator

_BROKEN: Final = (
    zipfile.BadZipFile, zipfile.LargeZipFile, lzma.LZMAError, NotImplementedError, ValueError, EOFError, struct.error,
)  # fmt: skip
"""What zipfile raises over an archive that is damaged, or packed in a way that it does not know."""

_MAGICS: Final = frozenset({b"PK\x03\x04", b"PK\x05\x06"})  # the second, of one without files
_MOST_FILES: Final = 10_000
_PLENTY: Final = 1 << 28
_LARGEST_RATIO: Final = 200
_OF_DOCUMENTS: Final = frozenset({"[Content_Types].xml", "mimetype", "META-INF/MANIFEST.MF"})


def is_archive(raw: IO[bytes]) -> bool:
    """Whether it begins as a zip archive does; the stream is at its start afterwards."""
    raw.seek(0)
    begins = raw.read(4) in _MAGICS
    raw.seek(0)
    return begins


@contextmanager
def opened_archive(raw: IO[bytes], *, name: str) -> Iterator[zipfile.ZipFile]:
    """Open an archive, once for all that is in it, since its list of files is read anew each time.

    Raises:
        NoPapersError: It is an office document or the like, or empty.
        SourceError: It is damaged or encrypted, or it would unpack to far more than papers do.
    """
    try:
        archive = zipfile.ZipFile(raw)
    except _BROKEN as exc:
        raise damaged(name, exc) from exc
    with archive:
        _check(archive, raw.seek(0, io.SEEK_END), name)
        yield archive


def names_in(archive: zipfile.ZipFile) -> tuple[str, ...]:
    """The files in an archive, in the order of their names, without hidden ones."""
    return tuple(sorted({file.filename for file in _files(archive)}))


@contextmanager
def opened_member(archive: zipfile.ZipFile, member: str, *, name: str) -> Iterator[io.BufferedReader]:
    """Open a file in an archive.

    Args:
        archive: Open.
        member: The name of the file in it.
        name: Of both, for errors.

    Raises:
        SourceError: The archive is damaged.
    """
    try:
        stream = archive.open(member)
    except _BROKEN as exc:
        raise damaged(name, exc) from exc
    with stream:
        packed_size = archive.getinfo(member).compress_size
        yield io.BufferedReader(Unpacked(stream, packed_size=packed_size, name=shown_name(name)))


def _files(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    return [
        file for file in archive.infolist() if file.filename and not file.is_dir() and not _is_hidden(file.filename)
    ]


def _check(archive: zipfile.ZipFile, packed_size: int, name: str) -> None:
    files = _files(archive)
    if _OF_DOCUMENTS.intersection(file.filename for file in files):
        raise not_papers(name, "is an office document or a program")
    if not files:
        raise not_papers(name, "is an empty zip archive")
    size = sum(file.file_size for file in files)
    if len(files) > _MOST_FILES or size > max(_PLENTY, _LARGEST_RATIO * packed_size):
        what = f"{shown_name(name)} unpacks to {len(files):,} files with {size:,} bytes, as no archive of papers does."
        raise SourceError(what, fix="Unpack it yourself if you trust it.")
    if any(file.flag_bits & 1 for file in files):
        raise SourceError(f"{shown_name(name)} is encrypted.", fix="Unpack it with its password.")


def _is_hidden(name: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in PurePosixPath(name).parts)
