"""The one writer of a store: progress of an encoding, and the commit of an update as a whole."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from semsearch.store.connection import open_to_write, sqlite_errors
from semsearch.store.folder import remove_leftovers, write_lock
from semsearch.store.schema import COLUMNS
from semsearch.store.staging import NEEDS_ROW, Staging
from semsearch.store.state import StoreState, fingerprint_text, read_state, write_meta, write_state

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from semsearch.records import Fingerprint

_PROGRESS_OF = "progress_fingerprint"


class StoreWriter:
    """Holds the write lock and the connection; made by `writing`."""

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        self.folder = folder
        self.state: StoreState | None = read_state(connection, folder)
        self._connection = connection
        self.staging = Staging(connection)

    def resume_progress(self, fingerprint: Fingerprint) -> None:
        """Keep the vectors of an interrupted update if this encoder made them, else drop them."""
        text = fingerprint_text(fingerprint)
        (same,) = self._connection.execute(
            "SELECT count(*) FROM meta WHERE key = ? AND value = ?", (_PROGRESS_OF, text)
        ).fetchone()
        if not same:
            with _transaction(self._connection):
                self._connection.execute("DELETE FROM encoding_progress")
                write_meta(self._connection, _PROGRESS_OF, text)

    def save_progress(self, text_hashes: Sequence[str], vectors: Iterable[bytes]) -> None:
        """Commit some vectors, so that an interruption does not lose them."""
        with _transaction(self._connection):
            self._connection.executemany(
                "INSERT OR REPLACE INTO encoding_progress VALUES (?, ?)", zip(text_hashes, vectors, strict=True)
            )

    def live_rows(self) -> list[int]:
        """Rows whose paper keeps its text, ascending: stored, not leaving, not staged with another text."""
        found = self._connection.execute(
            "SELECT row FROM papers p WHERE paper_id NOT IN (SELECT paper_id FROM leaving) "
            "AND NOT EXISTS (SELECT 1 FROM incoming i WHERE i.paper_id = p.paper_id AND i.text_hash <> p.text_hash) "
            "ORDER BY row"
        ).fetchall()
        return [row for (row,) in found]

    def count_new_rows(self, *, all_anew: bool) -> int:
        """How many staged papers need a new row."""
        needs_row = "1" if all_anew else NEEDS_ROW
        (count,) = self._connection.execute(f"SELECT count(*) FROM incoming i WHERE {needs_row}").fetchone()
        return int(count)

    def new_rows(self, *, all_anew: bool) -> Iterator[bytes | int]:
        """For each new row, as `commit` numbers them: its vector, or a stored row that has the same text."""
        needs_row = "1" if all_anew else NEEDS_ROW
        stored_row = "NULL" if all_anew else "(SELECT min(p.row) FROM papers p WHERE p.text_hash = i.text_hash)"
        for vector, row in self._connection.execute(
            f"SELECT e.vector, {stored_row} FROM incoming i LEFT JOIN encoding_progress e USING (text_hash) "
            f"WHERE {needs_row} ORDER BY i.position"
        ):
            yield row if vector is None else vector

    def commit(
        self, fingerprint: Fingerprint, *, generation: int, first_new_row: int, kept: Sequence[int] | None
    ) -> int:
        """Make the staged update the state of the index.

        Args:
            fingerprint: Of the encoder of all its vectors.
            generation: N of the vectors-N that is in place already.
            first_new_row: Number of the first new row; the others follow.
            kept: The old rows that were kept, which are now numbered from 0; None if no number changed.

        Returns:
            How many papers the index holds now.
        """
        connection = self._connection
        all_anew = kept is not None and not kept
        now = datetime.now(UTC)
        with _transaction(connection):
            _delete(connection, "SELECT paper_id FROM leaving")
            _delete_rows_changing_text(connection, all_anew=all_anew)
            if kept is not None:
                _renumber(connection, kept)
            _store_staged(connection, first_new_row)
            connection.execute("DELETE FROM encoding_progress WHERE text_hash IN (SELECT text_hash FROM papers)")
            (papers,) = connection.execute("SELECT count(*) FROM papers").fetchone()
            created = self.state.created if self.state else now
            self.state = StoreState(
                generation=generation, fingerprint=fingerprint, papers=papers, created=created, updated=now
            )
            write_state(connection, self.state)
        remove_leftovers(self.folder, current=generation)
        return int(papers)


@contextmanager
def writing(folder: Path) -> Iterator[StoreWriter]:
    """Be the writer of the store in `folder`, which is made if need be.

    Raises:
        IndexLockedError: Somebody else is.
        IndexDamagedError: What is there is no store.
        FormatVersionError: A newer semsearch wrote it.
    """
    with write_lock(folder):
        connection = open_to_write(folder)
        try:
            with sqlite_errors(folder):
                writer = StoreWriter(folder, connection)
                remove_leftovers(folder, current=writer.state.generation if writer.state else 0)
                yield writer
        finally:
            connection.close()


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _delete(connection: sqlite3.Connection, paper_ids: str) -> None:
    connection.execute(f"DELETE FROM records WHERE row IN (SELECT row FROM papers WHERE paper_id IN ({paper_ids}))")
    connection.execute(f"DELETE FROM papers WHERE paper_id IN ({paper_ids})")


def _delete_rows_changing_text(connection: sqlite3.Connection, *, all_anew: bool) -> None:
    condition = "1" if all_anew else NEEDS_ROW
    _delete(connection, f"SELECT paper_id FROM incoming i WHERE {condition}")


def _renumber(connection: sqlite3.Connection, kept: Sequence[int]) -> None:
    connection.executemany("INSERT INTO moving VALUES (?, ?)", ((old, new) for new, old in enumerate(kept)))
    for table in ("papers", "records"):  # by way of negative numbers, so that no two rows ever share one
        connection.execute(f"UPDATE {table} SET row = -1 - (SELECT new FROM moving WHERE old = row)")
        connection.execute(f"UPDATE {table} SET row = -1 - row")


def _store_staged(connection: sqlite3.Connection, first_new_row: int) -> None:
    """Store each staged paper: at its old row if its text is the same, else at the next new one."""
    connection.execute(
        "UPDATE records SET record = i.record FROM papers p, incoming i "
        "WHERE records.row = p.row AND p.paper_id = i.paper_id"
    )
    columns = [column.strip() for column in COLUMNS.split(",")]
    new_values = ", ".join(f"{column} = i.{column}" for column in columns)
    connection.execute(f"UPDATE papers SET {new_values} FROM incoming i WHERE papers.paper_id = i.paper_id")
    connection.execute(
        f"INSERT INTO papers (row, {COLUMNS}) "
        f"SELECT row_number() OVER (ORDER BY position) - 1 + ?, {COLUMNS} FROM incoming "
        "WHERE paper_id NOT IN (SELECT paper_id FROM papers)",
        (first_new_row,),
    )
    connection.execute(
        "INSERT INTO records SELECT p.row, i.record FROM incoming i JOIN papers p USING (paper_id) WHERE p.row >= ?",
        (first_new_row,),
    )
