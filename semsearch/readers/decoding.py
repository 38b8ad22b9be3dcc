"""From bytes to text: gzip, the usual encodings, and what is no text at all."""

from __future__ import annotations

import codecs
import gzip
import io
from typing import IO, Final, cast

from semsearch.errors import NoPapersError, SourceError
from semsearch.readers.encodings import encoding_of
from semsearch.readers.unpacking import Unpacked
from semsearch.settings import STDIN

READABLE: Final = (
    "Papers are read from plain text, JSON Lines, JSON, CSV, TSV, BibTeX, RIS, Zotero's database, and what PubMed,"
    " arXiv, EndNote, Web of Science and others export, packed or not."
)
HEAD: Final = 1 << 16
_STRAY_BYTES: Final = "semsearch-stray-bytes"
_STRAY_SHARE: Final = 0.3  # of the letters; accents in any language of Windows-1252 are fewer

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


def text_of_bytes(raw: IO[bytes], *, name: str) -> io.TextIOWrapper:
    """Read bytes as text, unpacked if they are gzipped.

    Bytes that do not fit the encoding, of which UTF-8 is the usual one, are read as Windows-1252, so that a file of
    mixed origin loses nothing.

    Args:
        raw: Seekable, at its start.
        name: Of the file, for errors.

    Raises:
        NoPapersError: It is not text.
        SourceError: So much of its start is no UTF-8 that it must be in another encoding, and nobody knows in which.
    """
    start = raw.read(len(_GZIP))
    unpacked = getattr(raw, "raw", None)
    if start == _GZIP:
        packed_size = raw.seek(0, io.SEEK_END)
        raw.seek(0)
        unpacked = Unpacked(gzip.GzipFile(fileobj=raw, mode="rb"), packed_size=packed_size, name=shown_name(name))
        raw = io.BufferedReader(unpacked, HEAD)
    raw.seek(0)
    start = raw.read(HEAD)
    if not start and isinstance(unpacked, Unpacked) and unpacked.damage:
        raise damaged(name, unpacked.damage) from unpacked.damage
    raw.seek(0)
    for magic, kind in _BINARY_KINDS:
        if start.startswith(magic):
            raise not_papers(name, f"is {kind}")
    encoding = encoding_of(start)
    is_utf8 = encoding.startswith("utf-8")
    if is_utf8 and b"\0" in start:
        raise not_papers(name, "is a binary file, not text")
    if is_utf8 and _is_in_another_encoding(start):
        raise SourceError(f"{shown_name(name)} is not UTF-8.", fix="Save it as UTF-8.")
    errors = "strict" if encoding.startswith(("utf-16", "utf-32")) else _STRAY_BYTES
    return io.TextIOWrapper(cast("io.BufferedReader", raw), encoding=encoding, errors=errors)


def unreadable(name: str, exc: Exception) -> SourceError:
    """An error for a file that cannot be opened, or not be read on."""
    if isinstance(exc, UnicodeError):
        return SourceError(f"{name} is not the text it claims to be: {exc}.", fix="Save it as UTF-8.")
    reason = exc.strerror or str(exc) if isinstance(exc, OSError) else str(exc)
    return SourceError(f"{name} cannot be read: {reason}.", fix="Check the file and its permissions.")


def damaged(name: str, damage: Exception) -> SourceError:
    """An error for a file that cannot be unpacked, or not to its end."""
    return SourceError(f"{shown_name(name)} is damaged or incomplete: {damage}.", fix="Fetch or pack it again.")


def damage_in(text: io.TextIOWrapper) -> Exception | None:
    """What ended a text too early that was unpacked while it was read; None if it was read to its end."""
    raw = getattr(text.buffer, "raw", None)
    return raw.damage if isinstance(raw, Unpacked) else None


def not_papers(name: str, reason: str) -> NoPapersError:
    """An error for a file that holds nothing to read, as "papers.html is an HTML page."."""
    return NoPapersError(f"{shown_name(name)} {reason}.", fix=READABLE)


def shown_name(name: str) -> str:
    """What to call a source in an error."""
    return "Standard input" if name == STDIN else name


def _is_in_another_encoding(start: bytes) -> bool:
    if start.isascii():
        return False
    letters = len(start.decode("utf-8", _STRAY_BYTES))
    return letters - len(start.decode("utf-8", "ignore")) > _STRAY_SHARE * letters


def _as_windows_1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    stray = error.object[error.start : error.end]
    letters = [codecs.decode(stray[i : i + 1], "cp1252", "replace") for i in range(len(stray))]
    shown = "".join(chr(stray[i]) if letter == "\ufffd" else letter for i, letter in enumerate(letters))
    return shown, error.end


codecs.register_error(_STRAY_BYTES, _as_windows_1252)
