"""Opening a file as text, gzipped or not and in any of the usual encodings."""

from __future__ import annotations

import codecs
import gzip
import io
import os
import shutil
import sys
import tempfile
import weakref
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, cast

from semsearch.errors import NoPapersError, SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

STDIN: Final = "-"
READABLE: Final = "Papers are read from plain text, JSON Lines, JSON, CSV and TSV, gzipped or not."
_HEAD: Final = 1 << 16
_IN_MEMORY: Final = 1 << 26
_STRAY_BYTES: Final = "semsearch-stray-bytes"

_BOMS = (  # UTF-32 first, since its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_GZIP = b"\x1f\x8b"
_BINARY_KINDS = (
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a zip archive or an office document"),
    (b"SQLite format 3", "an SQLite database"),
    (b"BZh", "packed with bzip2"),
    (b"\xfd7zXZ", "packed with xz"),
    (b"\x28\xb5\x2f\xfd", "packed with zstd"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"PAR1", "a Parquet file"),
)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class SourceFile:
    """A file to read.

    Attributes:
        name: Its absolute path, or "-".
        path: Where to open it; None for a stream.
        spooled: A seekable copy of a stream that can be read only once.
    """

    name: str
    path: Path | None
    spooled: IO[bytes] | None = None


def source_file(source: str | Path) -> SourceFile:
    """Make of a path or "-" a file that can be read from its start more than once.

    Raises:
        SourceError: There is no such file, or it is a folder.
    """
    if str(source) == STDIN:
        return _spooled(STDIN, sys.stdin.buffer)
    path = Path(os.path.abspath(source))  # noqa: PTH100 - resolve() would follow links, absolute() keeps ".."
    name = os.fsencode(path).decode("utf-8", "replace")
    try:
        if path.is_dir():
            what = f"{name} is a folder, not a file."
            raise SourceError(what, fix="Name a file in it.")
        if not path.exists():
            what = f"{name} does not exist."
            raise SourceError(what, fix="Check the spelling of the path.")
        if not path.is_file():
            with path.open("rb") as stream:
                return _spooled(name, stream)
    except (OSError, ValueError) as exc:
        raise _unreadable(name, exc) from exc
    return SourceFile(name, path)


@contextmanager
def opened(file: SourceFile) -> Iterator[TextIO]:
    """Open a file as text from its start, and read all line endings as newlines.

    UTF-8 is assumed unless a byte order mark says otherwise; bytes that are not valid UTF-8 are read as
    Windows-1252, so that a file of mixed origin loses nothing.

    Raises:
        SourceError: It cannot be read, now or later in its middle, or it is not text.
    """
    try:
        raw = file.spooled or cast("Path", file.path).open("rb")
        try:
            raw.seek(0)
            text = _text(file, raw)
            try:
                yield text
            finally:
                text.detach()  # so that dropping it does not close a spooled copy
        finally:
            if raw is not file.spooled:
                raw.close()
    except (OSError, EOFError, zlib.error, UnicodeError) as exc:
        raise _unreadable(file.name, exc) from exc


def head(stream: TextIO) -> str:
    """Read the start of a text, some 65,000 characters, and go back."""
    text = stream.read(_HEAD)
    stream.seek(0)
    return text


def _text(file: SourceFile, raw: IO[bytes]) -> io.TextIOWrapper:
    start = raw.read(len(_GZIP))
    raw.seek(0)
    if start == _GZIP:
        raw = cast("IO[bytes]", gzip.GzipFile(fileobj=raw, mode="rb"))
    start = raw.read(_HEAD)
    raw.seek(0)
    encoding = next((name for bom, name in _BOMS if start.startswith(bom)), "utf-8")
    for magic, kind in _BINARY_KINDS:
        if start.startswith(magic):
            raise not_papers(file.name, f"is {kind}")
    if encoding.startswith("utf-8") and b"\0" in start:
        raise not_papers(file.name, "is a binary file, not text")
    errors = _STRAY_BYTES if encoding.startswith("utf-8") else "strict"
    return io.TextIOWrapper(cast("io.BufferedReader", raw), encoding=encoding, errors=errors)


def not_papers(name: str, reason: str) -> NoPapersError:
    """An error for a file that holds nothing to read, as "papers.bib is a BibTeX file."."""
    shown = "Standard input" if name == STDIN else name
    return NoPapersError(f"{shown} {reason}.", fix=READABLE)


def _unreadable(name: str, exc: Exception) -> SourceError:
    if isinstance(exc, EOFError | zlib.error | gzip.BadGzipFile):
        return SourceError(f"{name} is damaged or incomplete: {exc}.", fix="Fetch or pack it again.")
    if isinstance(exc, UnicodeError):
        return SourceError(f"{name} is not the text it claims to be: {exc}.", fix="Save it as UTF-8.")
    reason = exc.strerror or str(exc) if isinstance(exc, OSError) else str(exc)
    return SourceError(f"{name} cannot be read: {reason}.", fix="Check the file and its permissions.")


def _spooled(name: str, stream: IO[bytes]) -> SourceFile:
    copy = cast("IO[bytes]", tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY))  # noqa: SIM115 - outlives this call
    file = SourceFile(name, None, copy)
    weakref.finalize(file, copy.close)
    shutil.copyfileobj(stream, copy)
    return file


def _as_windows_1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    stray = error.object[error.start : error.end]
    letters = [codecs.decode(stray[i : i + 1], "cp1252", "replace") for i in range(len(stray))]
    shown = "".join(chr(stray[i]) if letter == "\ufffd" else letter for i, letter in enumerate(letters))
    return shown, error.end


codecs.register_error(_STRAY_BYTES, _as_windows_1252)
