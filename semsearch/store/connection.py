"""A connection to the store that tells SQLite's errors in our words."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

from semsearch.errors import (
    IndexDamagedError,
    IndexFolderError,
    IndexLockedError,
    IndexMissingError,
    SemsearchError,
    UsageError,
)
from semsearch.store.filters import AUTHOR_FUNCTION, is_author
from semsearch.store.folder import STORE_NAME, has_store
from semsearch.store.schema import FORMAT_VERSION, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    Values: TypeAlias = Sequence[Any] | Mapping[str, Any]

_PATIENCE = 30.0  # seconds that a reader waits while another process tidies up the store
_NO_SHARED_MEMORY = frozenset(
    {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL}
)


class Connection:
    """Runs statements; every method raises `IndexFolderError` and its subclasses instead of SQLite's errors.

    Several threads may use it, one at a time.
    """

    def __init__(self, folder: Path, options: str) -> None:
        """Connect to the store in `folder`, with SQLite's `options` as in "mode=ro"."""
        self._folder = folder
        uri = f"{(folder / STORE_NAME).absolute().as_uri()}?{options}"
        with self._our_errors():
            self._sqlite = sqlite3.connect(
                uri, uri=True, timeout=_PATIENCE, check_same_thread=False, isolation_level=None
            )
        self._is_open = True

    def run(self, sql: str, values: Values = ()) -> None:
        """Run a statement."""
        with self._our_errors():
            self._sqlite.execute(sql, values)

    def run_many(self, sql: str, many: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each of many rows of values."""
        with self._our_errors():
            self._sqlite.executemany(sql, many)

    def script(self, sql: str) -> None:
        """Run several statements."""
        with self._our_errors():
            self._sqlite.executescript(sql)

    def all(self, sql: str, values: Values = ()) -> list[Any]:
        """All rows of an answer, as tuples."""
        with self._our_errors():
            return self._sqlite.execute(sql, values).fetchall()

    def each(self, sql: str, values: Values = ()) -> Iterator[Any]:
        """The rows of an answer one by one, as tuples."""
        with self._our_errors():
            cursor = self._sqlite.execute(sql, values)
        while True:
            with self._our_errors():
                row = cursor.fetchone()
            if row is None:
                return
            yield row

    def value(self, sql: str, values: Values = ()) -> Any:  # noqa: ANN401 - whatever the column holds
        """The first column of the first row of an answer, or None without a row."""
        with self._our_errors():
            row = self._sqlite.execute(sql, values).fetchone()
        return None if row is None else row[0]

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit what the body does as a whole, or nothing of it."""
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            if self._sqlite.in_transaction:
                self._sqlite.rollback()
            raise

    def close(self) -> None:
        """Let go of the file; a second time does nothing."""
        self._is_open = False
        self._sqlite.close()

    def __del__(self) -> None:
        """Close what nobody closed, as a snapshot that somebody was still reading when it was replaced."""
        if hasattr(self, "_sqlite"):
            self._sqlite.close()

    def add_author_function(self) -> None:
        """Make `is_author` known to statements."""
        self._sqlite.create_function(AUTHOR_FUNCTION, 2, is_author, deterministic=True)

    @contextmanager
    def _our_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError as exc:
            if self._is_open:
                raise
            raise UsageError("The index is closed.", fix="Open it again.") from exc
        except sqlite3.DatabaseError as exc:
            ours = _in_our_words(self._folder, exc)
            if ours is None:
                raise
            raise ours from exc


def open_to_read(folder: Path) -> Connection:
    """Open an existing store, without ever writing to it.

    Raises:
        IndexMissingError: There is none.
        IndexDamagedError: It is not a store.
        IndexLockedError: Another process keeps it to itself.
    """
    if not has_store(folder):
        raise missing(folder)
    connection = Connection(folder, "mode=ro")
    try:
        has_tables = _has_tables(connection)
    except IndexFolderError as exc:
        connection.close()
        log = folder / f"{STORE_NAME}-wal"
        if _code(exc.__cause__) not in _NO_SHARED_MEMORY or (log.is_file() and log.stat().st_size):
            raise
        # Where SQLite cannot write, it cannot keep its shared memory; but without a log, all is in the one file.
        # There is no snapshot then: who may write there should not do so meanwhile.
        connection = Connection(folder, "mode=ro&immutable=1")
        has_tables = _has_tables(connection)
    if not has_tables:
        connection.close()
        raise missing(folder)
    connection.add_author_function()
    return connection


def open_to_write(folder: Path) -> Connection:
    """Open the store, made if need be; the caller holds the write lock.

    Raises:
        IndexDamagedError: The file is there, but it is not a store.
    """
    connection = Connection(folder, "mode=rwc")
    try:
        connection.run("PRAGMA journal_mode = WAL")
        connection.run("PRAGMA synchronous = FULL")  # a commit that names vectors must outlive a power cut
        if not _has_tables(connection):
            connection.script(
                f"BEGIN; {TABLES} INSERT INTO meta VALUES ('format_version', '{FORMAT_VERSION}'); COMMIT;"
            )
    except BaseException:
        connection.close()
        raise
    return connection


def missing(folder: Path) -> IndexMissingError:
    """The error for a folder without an index."""
    what = f"There is no index in {folder}."
    return IndexMissingError(what, fix="Build one: semsearch index FILES, or name another with --index.")


def damaged(folder: Path, why: str) -> IndexDamagedError:
    """The error for a store that is not as semsearch wrote it."""
    fix = "Delete the folder and build the index again: semsearch index FILES."
    return IndexDamagedError(f"{folder / STORE_NAME} is damaged: {why}.", fix=fix)


def _has_tables(connection: Connection) -> bool:
    return connection.value("SELECT 1 FROM sqlite_master WHERE name = 'meta'") is not None


def _in_our_words(folder: Path, exc: sqlite3.DatabaseError) -> SemsearchError | None:
    """The error of ours for one of SQLite's; None if it can only be a fault of this program."""
    path = folder / STORE_NAME
    match _code(exc):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return IndexLockedError(f"{folder} is kept busy by another process.", fix="Wait until it is done.")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return damaged(folder, str(exc))
        case sqlite3.SQLITE_ERROR if "no such" in str(exc):
            return damaged(folder, str(exc))
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN:
            return IndexFolderError(f"{path}: {exc}.", fix="Check the space on the disk and the permissions.")
        case _:
            return None


def _code(exc: BaseException | None) -> int:
    """SQLite's primary error code."""
    return int(getattr(exc, "sqlite_errorcode", 0)) & 0xFF
