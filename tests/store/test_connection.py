"""Reading where SQLite may not write, and its errors in our words."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from making import make_paper
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine.index import Index
from semsearch.engine.updating import update_index
from semsearch.errors import IndexFolderError, IndexLockedError, IndexMissingError
from semsearch.store import connection
from semsearch.store.connection import Connection, open_to_read, open_to_write

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    update_index(tmp_path, [make_paper("a", "alpha")], encoder=HashedWordsEncoder())
    return tmp_path


def test_an_index_is_read_where_sqlite_may_not_write(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Connection.value
    asked = 0

    def refusing(self: Connection, sql: str, values: connection.Values = ()) -> object:
        nonlocal asked
        asked += 1
        if asked == 1:
            cause = sqlite3.OperationalError("unable to open database file")
            cause.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise IndexFolderError("no shared memory") from cause
        return real(self, sql, values)

    monkeypatch.setattr(Connection, "value", refusing)
    with Index.open(folder) as index:
        assert [paper.paper_id for paper in index.papers()] == ["a"]
    asked = 0
    (folder / "papers.sqlite-wal").write_bytes(b"what a writer left")
    with pytest.raises(IndexFolderError):
        open_to_read(folder)


def test_a_store_that_somebody_keeps_to_himself_is_locked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_PATIENCE", 0.01)
    writer, other = open_to_write(folder), open_to_write(folder)
    with writer.transaction(), pytest.raises(IndexLockedError, match="kept busy by another process"):
        other.run("DELETE FROM meta")
    writer.close()
    other.close()


def test_a_transaction_that_fails_changes_nothing(folder: Path) -> None:
    writer = open_to_write(folder)

    def fail_in_the_middle() -> None:
        with writer.transaction():
            writer.run("DELETE FROM papers")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_in_the_middle()
    assert writer.value("SELECT paper_id FROM papers") == "a"
    writer.close()


def test_a_fault_of_our_own_statements_is_not_blamed_on_the_index(folder: Path) -> None:
    writer = open_to_write(folder)
    with pytest.raises(sqlite3.OperationalError, match="syntax error"):
        writer.run("SELEKT")
    writer.close()


def test_an_empty_store_is_no_index(tmp_path: Path) -> None:
    open_to_write(tmp_path).close()
    with pytest.raises(IndexMissingError):
        Index.open(tmp_path)
    (tmp_path / "papers.sqlite").write_bytes(b"")
    with pytest.raises(IndexMissingError):
        Index.open(tmp_path)


def test_a_path_that_no_folder_can_have_is_told(tmp_path: Path) -> None:
    with pytest.raises(IndexFolderError, match="cannot be read"):
        Index.open(tmp_path / ("a" * 5000))
    with pytest.raises(IndexFolderError, match="cannot be"):
        update_index(tmp_path / ("a" * 5000), [make_paper("a", "alpha")], encoder=HashedWordsEncoder())
