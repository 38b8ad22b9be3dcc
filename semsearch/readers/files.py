"""Opening a file as text: its name, its kind, and what can go wrong."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
import weakref
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from semsearch.errors import SourceError
from semsearch.readers.archives import is_archive, names_in, opened_archive, opened_member
from semsearch.readers.decoding import HEAD, damage_in, damaged, text_of_bytes, unreadable
from semsearch.settings import STDIN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO
    from zipfile import ZipFile


@dataclass(frozen=True, slots=True, weakref_slot=True)
class SourceFile:
    """A file to read.

    Attributes:
        name: As `source_name` gives it.
        path: Where to open it; None for a stream.
        spooled: A seekable copy of a stream that can be read only once.
        archive: The zip archive that holds it, while that is open; None for a file by itself.
        member: Its name in the archive.
    """

    name: str
    path: Path | None
    spooled: IO[bytes] | None = None
    archive: ZipFile | None = None
    member: str = ""


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
        raise unreadable(name, exc) from exc


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
        raise unreadable(source_name(path), exc) from exc


@contextmanager
def opened(file: SourceFile) -> Iterator[TextIO]:
    """Open a file as text from its start, and read all line endings as newlines.

    Raises:
        SourceError: It cannot be read, now or later in its middle, or it is not text; or, once all is read, it
            turns out to be damaged, so that something may be missing.
    """
    try:
        with opened_bytes(file) as raw:
            text = text_of_bytes(raw, name=file.name)
            try:
                yield text
                damage = damage_in(text)
            except SourceError as exc:
                if damage := damage_in(text):  # which explains what is wrong with the last line
                    raise damaged(file.name, damage) from exc
                raise
            finally:
                text.detach()  # so that dropping it does not close a spooled copy
    except (OSError, UnicodeError) as exc:
        raise unreadable(file.name, exc) from exc
    if damage:
        raise damaged(file.name, damage) from damage


@contextmanager
def members_of(file: SourceFile) -> Iterator[tuple[SourceFile, ...]]:
    """The files in a zip archive, which can be read while it is open; none if it is a file of any other kind.

    Raises:
        SourceError: It cannot be read, or holds nothing to read.
    """
    try:
        with opened_bytes(file) as raw:
            if not is_archive(raw):
                yield ()
                return
            with opened_archive(raw, name=file.name) as archive:
                place = "" if file.name == STDIN else f"{file.name}/"
                yield tuple(
                    SourceFile(f"{place}{name}" if place else STDIN, None, archive=archive, member=name)
                    for name in names_in(archive)
                )
    except OSError as exc:
        raise unreadable(file.name, exc) from exc


@contextmanager
def opened_bytes(file: SourceFile) -> Iterator[IO[bytes]]:
    """Open a file as it is stored, from its start.

    Raises:
        OSError: It cannot be read.
        SourceError: It is in an archive that is damaged.
    """
    if file.archive:
        with opened_member(file.archive, file.member, name=file.name) as member:
            yield member
        return
    raw = file.spooled or cast("Path", file.path).open("rb")
    try:
        raw.seek(0)
        yield raw
    finally:
        if raw is not file.spooled:
            raw.close()


def head(stream: TextIO) -> str:
    """Read the start of a text, some 65,000 characters, and go back."""
    text = stream.read(HEAD)
    stream.seek(0)
    return text


def _is_device(name: str) -> SourceError:
    return SourceError(f"{name} is a device, not a file.", fix="Name a file, or - for standard input.")


def _spooled(name: str, stream: IO[bytes]) -> SourceFile:
    copy = cast("IO[bytes]", tempfile.SpooledTemporaryFile(max_size=1 << 26))  # noqa: SIM115 - outlives this call
    file = SourceFile(name, None, copy)
    weakref.finalize(file, copy.close)
    shutil.copyfileobj(stream, copy)
    return file
