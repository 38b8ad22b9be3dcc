"""Opening a file as text: its name, its kind, and what can go wrong."""

from __future__ import annotations

import gzip
import os
import shutil
import stat
import sys
import tempfile
import weakref
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from semsearch.errors import SourceError
from semsearch.readers.decoding import HEAD, text_of_bytes
from semsearch.settings import STDIN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO


@dataclass(frozen=True, slots=True, weakref_slot=True)
class SourceFile:
    """A file to read.

    Attributes:
        name: As `source_name` gives it.
        path: Where to open it; None for a stream.
        spooled: A seekable copy of a stream that can be read only once.
    """

    name: str
    path: Path | None
    spooled: IO[bytes] | None = None


def source_name(path: str | Path) -> str:
    """The name under which papers remember a file or folder: its absolute path without links.

    Standard input and pipes, which hold something else each time, all go by "-".
    """
    if str(path) == STDIN or _is_pipe(path):
        return STDIN
    name = os.path.abspath(path)  # noqa: PTH100 - resolve() fails where realpath() goes as far as it can
    try:
        real = os.path.realpath(name)
        name = real if os.path.exists(real) else name  # noqa: PTH110 - real is a string
    except ValueError:  # a path that no system knows
        pass
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _is_pipe(path: str | Path) -> bool:
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)  # noqa: PTH116 - the path may be a string
    except (OSError, ValueError):
        return False


def source_file(source: str | Path) -> SourceFile:
    """Make of a path or "-" a file that can be read from its start more than once.

    Raises:
        SourceError: There is no such file, or it is a folder or a device, or cannot be read.
    """
    if str(source) == STDIN:
        return _spooled(STDIN, sys.stdin.buffer)
    name = source_name(source)
    mode = mode_of(source)
    if stat.S_ISDIR(mode):
        what = f"{name} is a folder, not a file."
        raise SourceError(what, fix="Name a file in it.")
    path = Path(os.path.abspath(source))  # noqa: PTH100 - absolute() keeps ".."
    if stat.S_ISREG(mode):
        return SourceFile(name, path)
    if stat.S_ISBLK(mode):
        raise _is_device(name)
    try:
        with path.open("rb") as stream:
            if stat.S_ISCHR(mode) and not stream.isatty():
                raise _is_device(name)
            return _spooled(name, stream)
    except OSError as exc:
        raise _unreadable(name, exc) from exc


def mode_of(path: str | Path) -> int:
    """The mode of what is at a path, links followed; see the module `stat`.

    Raises:
        SourceError: There is nothing, or nobody can tell.
    """
    try:
        return os.stat(path).st_mode  # noqa: PTH116 - the path may be a string
    except (FileNotFoundError, NotADirectoryError, ValueError) as exc:
        what = f"{source_name(path)} does not exist."
        raise SourceError(what, fix="Check the spelling of the path.") from exc
    except OSError as exc:
        raise _unreadable(source_name(path), exc) from exc


@contextmanager
def opened(file: SourceFile) -> Iterator[TextIO]:
    """Open a file as text from its start, and read all line endings as newlines.

    Raises:
        SourceError: It cannot be read, now or later in its middle, or it is not text.
    """
    try:
        raw = file.spooled or cast("Path", file.path).open("rb")
        try:
            raw.seek(0)
            text = text_of_bytes(raw, name=file.name)
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
    text = stream.read(HEAD)
    stream.seek(0)
    return text


def _is_device(name: str) -> SourceError:
    return SourceError(f"{name} is a device, not a file.", fix="Name a file, or - for standard input.")


def _unreadable(name: str, exc: Exception) -> SourceError:
    if isinstance(exc, EOFError | zlib.error | gzip.BadGzipFile):
        return SourceError(f"{name} is damaged or incomplete: {exc}.", fix="Fetch or pack it again.")
    if isinstance(exc, UnicodeError):
        return SourceError(f"{name} is not the text it claims to be: {exc}.", fix="Save it as UTF-8.")
    reason = exc.strerror or str(exc) if isinstance(exc, OSError) else str(exc)
    return SourceError(f"{name} cannot be read: {reason}.", fix="Check the file and its permissions.")


def _spooled(name: str, stream: IO[bytes]) -> SourceFile:
    copy = cast("IO[bytes]", tempfile.SpooledTemporaryFile(max_size=1 << 26))  # noqa: SIM115 - outlives this call
    file = SourceFile(name, None, copy)
    weakref.finalize(file, copy.close)
    shutil.copyfileobj(stream, copy)
    return file
