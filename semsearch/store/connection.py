"""Opening the store's SQLite file, and SQLite's errors in our words."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from semsearch.errors import IndexDamagedError, IndexFolderError, IndexLockedError, IndexMissingError
from semsearch.store.filters import AUTHOR_FUNCTION, is_author
from semsearch.store.folder import STORE_NAME
from semsearch.store.schema import FORMAT_VERSION, TABLES
from semsearch.store.state import write_meta

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PATIENCE = 30.0  # seconds that a reader waits for another process that is just opening the store


def open_to_read(folder: Path) -> sqlite3.Connection:
    """Open an existing store, without ever writing to it.

    Raises:
        IndexMissingError: There is none.
        IndexDamagedError: It is not a store.
    """
    path = folder / STORE_NAME
    if not path.is_file():
        raise missing(folder)
    with sqlite_errors(folder):
        connection = _connect(f"{path.absolute().as_uri()}?mode=ro")
        try:
            connection.execute("SELECT 1 FROM meta LIMIT 1").fetchone()
        except sqlite3.OperationalError as exc:
            connection.close()
            if "no such table" in str(exc):
                raise missing(folder) from exc
            # Without the right to write there, SQLite cannot keep its shared memory; nobody else writes either then.
            connection = _connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1")
            connection.execute("SELECT 1 FROM meta LIMIT 1").fetchone()
        connection.create_function(AUTHOR_FUNCTION, 2, is_author, deterministic=True)
    return connection


def open_to_write(folder: Path) -> sqlite3.Connection:
    """Open the store, made if need be; the caller holds the write lock.

    Raises:
        IndexDamagedError: The file is there, but it is not a store.
    """
    with sqlite_errors(folder):
        connection = _connect((folder / STORE_NAME).absolute().as_uri())
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # a commit that names vectors must outlive a power cut
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone():
            connection.executescript(f"BEGIN; {TABLES}")
            write_meta(connection, "format_version", str(FORMAT_VERSION))
            connection.commit()
    return connection


@contextmanager
def sqlite_errors(folder: Path) -> Iterator[None]:
    """Say in our words what SQLite could not do."""
    try:
        yield
    except sqlite3.OperationalError as exc:
        if "locked" in str(exc) or "busy" in str(exc):
            what = f"{folder} is being written by another program."
            raise IndexLockedError(what, fix="Wait until it is done.") from exc
        what = f"{folder / STORE_NAME}: {exc}."
        raise IndexFolderError(what, fix="Look at the disk's space and the folder's permissions.") from exc
    except sqlite3.DatabaseError as exc:
        raise damaged(folder, str(exc)) from exc


def missing(folder: Path) -> IndexMissingError:
    """The error for a folder without an index."""
    return IndexMissingError(
        f"There is no index in {folder}.", fix="Build one: semsearch index FILES, or name another with --index."
    )


def damaged(folder: Path, why: str) -> IndexDamagedError:
    """The error for a store that is not as it should be."""
    what = f"{folder / STORE_NAME} is damaged: {why}."
    return IndexDamagedError(what, fix="Delete the folder and build the index anew: semsearch index FILES.")


def _connect(uri: str) -> sqlite3.Connection:
    # Other threads may use it, one at a time; a search and its reading happen under one read transaction.
    return sqlite3.connect(uri, uri=True, timeout=_PATIENCE, check_same_thread=False, isolation_level=None)
