"""What comes in during one update, kept apart until the update is committed as a whole."""

from __future__ import annotations

import os
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from semsearch.store.rows import from_record
from semsearch.store.schema import COLUMNS, STAGING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

    from semsearch.records import Paper
    from semsearch.store.rows import StoredRow

# A staged paper whose stored row holds another text, or that has none, gets a new row.
NEEDS_ROW = "NOT EXISTS (SELECT 1 FROM papers WHERE papers.paper_id = i.paper_id AND papers.text_hash = i.text_hash)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """How the staged papers differ from the stored ones."""

    seen: int
    added: int
    changed: int
    restored: int
    leaving: int


@dataclass(frozen=True, slots=True)
class PendingText:
    """A text that has no vector yet."""

    text_hash: str
    length: int


class Staging:
    """The staged papers of one update, in temporary tables of the writer's connection."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.executescript(STAGING)

    def stored_hash(self, paper_id: str) -> str | None:
        """The record hash of the stored paper of that id, if there is one."""
        found = self._connection.execute("SELECT record_hash FROM papers WHERE paper_id = ?", (paper_id,)).fetchone()
        return None if found is None else str(found[0])

    def stored(self, paper_id: str) -> Paper | None:
        """The stored paper of that id."""
        found = self._connection.execute(
            "SELECT record FROM records NATURAL JOIN papers WHERE paper_id = ?", (paper_id,)
        ).fetchone()
        return None if found is None else from_record(found[0])

    def staged(self, paper_id: str) -> Paper | None:
        """The staged paper of that id."""
        found = self._connection.execute("SELECT record FROM incoming WHERE paper_id = ?", (paper_id,)).fetchone()
        return None if found is None else from_record(found[0])

    def was_seen(self, paper_id: str) -> bool:
        """Whether a record of that id came in already."""
        return self._connection.execute("SELECT 1 FROM seen WHERE paper_id = ?", (paper_id,)).fetchone() is not None

    def see(self, paper_id: str) -> None:
        """Remember that a record of that id came in."""
        self._connection.execute("INSERT OR IGNORE INTO seen VALUES (?)", (paper_id,))

    def stage(self, row: StoredRow) -> None:
        """Take a paper in, in place of one of the same id."""
        self._connection.execute(
            f"INSERT OR REPLACE INTO incoming ({COLUMNS}, record, text) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
            astuple(row),
        )

    def stored_but_not_staged(self) -> Iterator[Paper]:
        """All stored papers that are neither staged nor about to leave."""
        ids = self._connection.execute(
            "SELECT row FROM papers WHERE paper_id NOT IN (SELECT paper_id FROM incoming) "
            "AND paper_id NOT IN (SELECT paper_id FROM leaving) ORDER BY row"
        ).fetchall()
        for (row,) in ids:
            (record,) = self._connection.execute("SELECT record FROM records WHERE row = ?", (row,)).fetchone()
            yield from_record(record)

    def let_leave(self, paper_ids: Iterable[str]) -> None:
        """Mark stored papers for removal."""
        self._connection.executemany("INSERT OR IGNORE INTO leaving VALUES (?)", ((each,) for each in paper_ids))

    def let_unseen_leave(self, sources: Sequence[str]) -> None:
        """Mark for removal what came from these files, or from below these folders, and was not seen now."""
        for source in sources:
            below = source.rstrip(os.sep) + os.sep
            self._connection.execute(
                "INSERT OR IGNORE INTO leaving SELECT paper_id FROM papers "
                "WHERE (source = ?1 OR substr(source, 1, length(?2)) = ?2) "
                "AND paper_id NOT IN (SELECT paper_id FROM seen)",
                (source, below),
            )

    def changes(self) -> Changes:
        """Count what this update would change."""
        both = "incoming i JOIN papers p USING (paper_id)"
        return Changes(
            seen=self._count("seen"),
            leaving=self._count("leaving"),
            added=self._count("incoming WHERE paper_id NOT IN (SELECT paper_id FROM papers)"),
            changed=self._count(f"{both} WHERE p.text_hash <> i.text_hash"),
            restored=self._count(f"{both} WHERE p.text_hash = i.text_hash AND p.record_hash <> i.record_hash"),
        )

    def pending_texts(self, *, all_anew: bool) -> list[PendingText]:
        """Staged texts without a vector, each once, the longest first.

        Args:
            all_anew: The vectors of stored papers do not count; those of an interrupted update do.
        """
        stored = "" if all_anew else "AND text_hash NOT IN (SELECT text_hash FROM papers)"
        found = self._connection.execute(
            "SELECT text_hash, length(text) FROM incoming "
            f"WHERE text_hash NOT IN (SELECT text_hash FROM encoding_progress) {stored} "
            "GROUP BY text_hash ORDER BY length(text) DESC, text_hash"
        ).fetchall()
        return [PendingText(*row) for row in found]

    def resumed_texts(self) -> int:
        """How many of the staged texts have a vector from an interrupted update."""
        return self._count("encoding_progress WHERE text_hash IN (SELECT text_hash FROM incoming)")

    def texts(self, text_hashes: Sequence[str]) -> list[str]:
        """The texts of these hashes, in their order."""
        return [
            self._connection.execute("SELECT text FROM incoming WHERE text_hash = ? LIMIT 1", (text_hash,)).fetchone()[
                0
            ]
            for text_hash in text_hashes
        ]

    def _count(self, rows: str) -> int:
        (count,) = self._connection.execute(f"SELECT count(*) FROM {rows}").fetchone()
        return int(count)
