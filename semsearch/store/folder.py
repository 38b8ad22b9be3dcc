"""Files of an index folder: their names, how they come into place, and who may write."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from semsearch.errors import IndexFolderError, IndexLockedError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STORE_NAME: Final = "papers.sqlite"
_VECTORS: Final = re.compile(r"vectors-\d+\.faiss(\.tmp)?")
_LEXICAL: Final = re.compile(r"lexical-\d+")


def has_store(folder: Path) -> bool:
    """Whether there is a store in the folder.

    Raises:
        IndexFolderError: Nobody can tell, since the folder cannot be looked into.
    """
    try:
        return (folder / STORE_NAME).is_file()
    except (OSError, ValueError) as exc:
        reason = exc.strerror if isinstance(exc, OSError) else str(exc)
        raise IndexFolderError(
            f"{folder} cannot be read: {reason}.", fix="Check the path and its permissions."
        ) from exc


def vectors_path(folder: Path, generation: int) -> Path:
    """Where the vectors of that generation are."""
    return folder / f"vectors-{generation}.faiss"


def lexical_path(folder: Path, numbering: int) -> Path:
    """Where the words of papers are whose rows were numbered then."""
    return folder / f"lexical-{numbering}"


def staging_path(folder: Path) -> Path:
    """Where a writer keeps what it takes in."""
    return folder / "staging.sqlite"


def remove_leftovers(folder: Path, *, current: int, numbering: int) -> None:
    """Remove vectors and words of other generations, which no store names anymore, and half-written ones.

    A reader that has one of them open keeps it until it closes.
    """
    for path in folder.iterdir():
        if _LEXICAL.fullmatch(path.name) and path != lexical_path(folder, numbering):
            shutil.rmtree(path, ignore_errors=True)
        if _VECTORS.fullmatch(path.name) and path != vectors_path(folder, current):
            with suppress(OSError):  # some systems refuse while a reader has it open; the next writer tries again
                path.unlink()


@contextmanager
def put_in_place(path: Path) -> Iterator[Path]:
    """Give a temporary path to write to; once written, the file is safe on disk under its own name.

    Raises:
        IndexFolderError: The disk is full or fails.
    """
    temporary = path.with_name(path.name + ".tmp")
    try:
        yield temporary
        with temporary.open("r+b") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
        _sync_folder(path.parent)
    except OSError as exc:
        raise cannot_write(path, exc) from exc
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def write_lock(folder: Path) -> Iterator[None]:
    """Be the only writer of the folder, which is made if need be.

    Raises:
        IndexLockedError: Another process is writing.
        IndexFolderError: The folder cannot be written to.
    """
    from filelock import FileLock, Timeout

    pid_file = folder / "writer.pid"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / "write.lock", timeout=0)
        lock.acquire()
    except Timeout as exc:
        what = f"{folder} is being written by {_holder(pid_file)}."
        raise IndexLockedError(what, fix="Wait until it is done; searching goes on meanwhile.") from exc
    except (OSError, ValueError) as exc:
        raise cannot_write(folder, exc) from exc
    try:
        with suppress(OSError):  # it only serves a message to others
            pid_file.write_text(f"{os.getpid()}\n")
        yield
    finally:
        with suppress(OSError):
            pid_file.unlink()
        lock.release()


def cannot_write(path: Path, exc: Exception) -> IndexFolderError:
    """The error for a place where nothing can be written."""
    reason = exc.strerror if isinstance(exc, OSError) and exc.strerror else str(exc)
    what = f"{path} cannot be written to: {reason}."
    return IndexFolderError(what, fix="Check the space on the disk and the permissions, or choose another --index.")


def _holder(pid_file: Path) -> str:
    try:
        return f"process {int(pid_file.read_text())}"
    except (OSError, ValueError):
        return "another process"


def _sync_folder(folder: Path) -> None:
    """Make a rename survive a power cut; some systems cannot open a folder, and need not."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
