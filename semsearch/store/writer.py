"""The one writer of a store: progress of an encoding, and the commit of an update as a whole."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from semsearch.errors import IndexDamagedError
from semsearch.fingerprints import encoder_key
from semsearch.store.columns import COLUMN_TYPES, COLUMNS
from semsearch.store.connection import open_to_write
from semsearch.store.folder import remove_leftovers, staging_path, write_lock
from semsearch.store.reader import StoreReader
from semsearch.store.staging import Staging
from semsearch.store.state import StoreState, read_state, write_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from semsearch.records import Fingerprint
    from semsearch.store.connection import Connection


class StoreWriter:
    """Holds the write lock and the connection; made by `writing`."""

    def __init__(self, folder: Path, connection: Connection) -> None:
        self.folder = folder
        self.state: StoreState | None = read_state(connection, folder)
        self.staging = Staging(connection)
        self._connection = connection

    @contextmanager
    def taking_in(self) -> Iterator[Staging]:
        """Stage papers much faster than one by one."""
        with self._connection.transaction():
            yield self.staging

    def save_progress(self, encoder: str, text_hashes: Sequence[str], vectors: Iterable[bytes]) -> None:
        """Commit some vectors, so that an interruption does not lose them."""
        rows = ((encoder, text_hash, vector) for text_hash, vector in zip(text_hashes, vectors, strict=True))
        with self._connection.transaction():
            self._connection.run_many("INSERT OR REPLACE INTO encoding_progress VALUES (?, ?, ?)", rows)

    def kept_rows(self) -> list[int]:
        """Rows, ascending, whose papers neither leave nor get a new row."""
        found = self._connection.all(
            "SELECT row FROM papers WHERE paper_id NOT IN (SELECT paper_id FROM leaving) "
            "AND paper_id NOT IN (SELECT paper_id FROM placing) ORDER BY row"
        )
        return [row for (row,) in found]

    def sources_of_new_rows(self, encoder: str) -> Iterator[bytes | int]:
        """For each new row in its order: its vector, or a stored row that has the same text.

        Raises:
            IndexDamagedError: There is neither.
        """
        sql = (
            "SELECT e.vector, (SELECT min(p.row) FROM papers p WHERE p.text_hash = i.text_hash) "
            "FROM placing JOIN incoming i USING (paper_id) "
            "LEFT JOIN encoding_progress e ON e.encoder = ? AND e.text_hash = i.text_hash ORDER BY place"
        )
        for vector, row in self._connection.each(sql, (encoder,)):
            source = row if vector is None else vector
            if source is None:
                what = f"{self.folder}: a text has no vector."
                raise IndexDamagedError(what, fix="Run `semsearch index --rebuild`.")
            yield source

    def commit(
        self,
        fingerprint: Fingerprint,
        *,
        generation: int,
        first_new_row: int,
        kept: Sequence[int] | None,
        quantiles: tuple[float, ...],
        prepare: Callable[[StoreReader], None],
    ) -> None:
        """Make the staged update the state of the index.

        Args:
            fingerprint: Of the encoder of all its vectors.
            generation: N of the vectors-N that is in place already.
            first_new_row: Number of the first new row; the others follow.
            kept: The old rows that were kept, which are now numbered from 0; None if no number changed.
            quantiles: Of the similarity of random pairs of its papers.
            prepare: Called before the commit if rows have new numbers, with the state as it will be.
        """
        now = datetime.now(UTC)
        with self._connection.transaction():
            # First, so that what follows can take the room.
            self._connection.run(
                "DELETE FROM encoding_progress WHERE encoder = ? AND text_hash IN (SELECT text_hash FROM incoming)",
                (encoder_key(fingerprint),),
            )
            self._remove_leaving()
            self._connection.run("UPDATE papers SET row = NULL WHERE paper_id IN (SELECT paper_id FROM placing)")
            if kept is not None:
                self._renumber(kept)
            self._store_incoming(first_new_row)
            self._store_origins()
            papers = self._connection.value("SELECT count(*) FROM papers")
            old = self.state
            numbering = old.numbering if old and kept is None else generation
            self.state = StoreState(
                generation=generation,
                revision=old.revision + 1 if old else 0,
                numbering=numbering,
                fingerprint=fingerprint,
                papers=papers,
                created=old.created if old else now,
                updated=now,
                quantiles=quantiles,
            )
            write_state(self._connection, self.state)
            if old is None or kept is not None:
                prepare(StoreReader(self.folder, self._connection, self.state))
        remove_leftovers(self.folder, current=generation, numbering=numbering)

    def _remove_leaving(self) -> None:
        keys = "SELECT paper_key FROM papers WHERE paper_id IN (SELECT paper_id FROM leaving)"
        self._connection.run(f"DELETE FROM records WHERE paper_key IN ({keys})")
        self._connection.run("DELETE FROM papers WHERE paper_id IN (SELECT paper_id FROM leaving)")
        self._connection.run("DELETE FROM origins WHERE paper_id IN (SELECT paper_id FROM leaving)")

    def _renumber(self, kept: Sequence[int]) -> None:
        """Number the kept rows from 0, by way of negative numbers, so that no two papers ever share one."""
        self._connection.run_many("INSERT INTO moving VALUES (?, ?)", ((old, new) for new, old in enumerate(kept)))
        self._connection.run("UPDATE papers SET row = -1 - new FROM moving WHERE old = row")
        self._connection.run("UPDATE papers SET row = -1 - row WHERE row < 0")

    def _store_incoming(self, first_new_row: int) -> None:
        new_values = ", ".join(f"{column} = i.{column}" for column in COLUMN_TYPES)
        self._connection.run(f"UPDATE papers SET {new_values} FROM incoming i WHERE papers.paper_id = i.paper_id")
        self._connection.run(
            f"INSERT INTO papers ({COLUMNS}) SELECT {COLUMNS} FROM incoming "
            "WHERE paper_id NOT IN (SELECT paper_id FROM papers) ORDER BY position"
        )
        self._connection.run(
            "UPDATE papers SET row = ? + place FROM placing WHERE papers.paper_id = placing.paper_id", (first_new_row,)
        )
        self._connection.run(
            "INSERT OR REPLACE INTO records SELECT paper_key, record FROM incoming JOIN papers USING (paper_id)"
        )

    def _store_origins(self) -> None:
        self._connection.run("INSERT OR IGNORE INTO sources (source) SELECT DISTINCT source FROM seen")
        self._connection.run("DELETE FROM origins WHERE (paper_id, source_key) IN gone")
        seen = "SELECT paper_id, source_key, own_id, record_hash FROM seen JOIN sources USING (source)"
        self._connection.run(f"INSERT OR REPLACE INTO origins {seen}")
        # Where the file is gone whose record is stored, the record of another file takes its place the next time.
        self._connection.run(
            "UPDATE origins SET record_hash = '' WHERE paper_id IN (SELECT g.paper_id FROM gone g "
            "JOIN sources s USING (source_key) JOIN papers p USING (paper_id) JOIN records r USING (paper_key) "
            "WHERE json_extract(r.record, '$.source') = s.source)"
        )


@contextmanager
def writing(folder: Path) -> Iterator[StoreWriter]:
    """Be the writer of the store in `folder`, which is made if need be.

    Raises:
        IndexLockedError: Somebody else is.
        IndexDamagedError: What is there is not a store.
        FormatVersionError: A newer semsearch wrote it.
    """
    with write_lock(folder):
        staging_path(folder).unlink(missing_ok=True)
        connection = open_to_write(folder)
        try:
            # It is thrown away after the update, so that a crash may leave it in any state.
            connection.run("ATTACH ? AS staging", (str(staging_path(folder)),))
            connection.run("PRAGMA staging.journal_mode = OFF")
            connection.run("PRAGMA staging.synchronous = OFF")
            writer = StoreWriter(folder, connection)
            state = writer.state
            remove_leftovers(
                folder, current=state.generation if state else 0, numbering=state.numbering if state else 0
            )
            yield writer
        finally:
            connection.close()
            staging_path(folder).unlink(missing_ok=True)
