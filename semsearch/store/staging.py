"""What comes in during one update, kept apart until the update is committed as a whole."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from semsearch.store.columns import PaperColumns, from_record
from semsearch.store.schema import STAGING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from semsearch.records import Paper
    from semsearch.store.connection import Connection

_FIELDS = [field.name for field in fields(PaperColumns)]
_STAGE = f"INSERT OR REPLACE INTO incoming ({', '.join(_FIELDS)}) VALUES ({', '.join('?' * len(_FIELDS))})"
_BOTH = "incoming i JOIN papers p USING (paper_id) JOIN records r USING (paper_key)"
_SAME_TEXT = "p.text_hash = i.text_hash"
_WORDS = ("paper_id", "text_hash", "authors", "doi", "arxiv_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """How the staged papers differ from the stored ones; `origins` counts those to note or to forget."""

    unchanged: int
    added: int
    changed: int
    details_changed: int
    leaving: int
    origins: int

    def __bool__(self) -> bool:
        """Whether there is anything to commit."""
        return bool(self.added or self.changed or self.details_changed or self.leaving or self.origins)


@dataclass(frozen=True, slots=True)
class Origin:
    """A paper that a source holds, with the hash of the record there."""

    paper_id: str
    record_hash: str


@dataclass(frozen=True, slots=True)
class PendingText:
    """A text that has no vector yet."""

    text_hash: str
    length: int


class Staging:
    """The staged papers of one update, in tables that the writer's connection has attached."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        connection.script(STAGING)

    def origins(self, paper: Paper) -> list[Origin]:
        """The papers that records of this id, in this source, described when it was read last."""
        sql = (
            "SELECT paper_id, record_hash FROM origins JOIN sources USING (source_key) WHERE own_id = ? AND source = ? "
            "ORDER BY paper_id"
        )
        return [Origin(*row) for row in self._connection.all(sql, (paper.paper_id, paper.source))]

    def is_shared(self, paper_id: str, source: str) -> bool:
        """Whether another source than this one holds the paper too, or held it when it was read last."""
        sql = (
            "SELECT 1 FROM origins JOIN sources USING (source_key) WHERE paper_id = :id AND source <> :source "
            "UNION SELECT 1 FROM seen WHERE paper_id = :id AND source <> :source"
        )
        return self._connection.value(sql, {"id": paper_id, "source": source}) is not None

    def known(self, paper_id: str) -> Paper | None:
        """The paper of that id: as staged, else as stored."""
        record = self._connection.value("SELECT record FROM incoming WHERE paper_id = ?", (paper_id,))
        if record is None:
            stored = "SELECT record FROM records JOIN papers USING (paper_key) WHERE paper_id = ?"
            record = self._connection.value(stored, (paper_id,))
        return None if record is None else from_record(record)

    def was_seen(self, paper_id: str) -> bool:
        """Whether a record of that id came in already."""
        return self._connection.value("SELECT 1 FROM seen WHERE paper_id = ? LIMIT 1", (paper_id,)) is not None

    def see(self, paper_id: str, paper: Paper, *, record_hash: str) -> None:
        """Remember that a record came in for the paper with that id; of several from one source, the first."""
        sql = "INSERT OR IGNORE INTO seen VALUES (?, ?, ?, ?)"
        self._connection.run(sql, (paper_id, paper.source, paper.paper_id, record_hash))

    def stage(self, paper: PaperColumns) -> None:
        """Take a paper in, in place of one of the same id."""
        self._connection.run(_STAGE, [getattr(paper, name) for name in _FIELDS])

    def other_records(self) -> Iterator[str]:
        """The records of all stored papers that are neither staged nor about to leave."""
        keys = self._connection.all(
            "SELECT paper_key FROM papers WHERE paper_id NOT IN (SELECT paper_id FROM incoming) "
            "AND paper_id NOT IN (SELECT paper_id FROM leaving) ORDER BY row"
        )
        for key in keys:
            yield self._connection.value("SELECT record FROM records WHERE paper_key = ?", key)

    def let_leave(self, paper_ids: Iterable[str]) -> None:
        """Mark papers for removal, as far as they are stored."""
        sql = "INSERT OR IGNORE INTO leaving SELECT paper_id FROM papers WHERE paper_id = ?"
        self._connection.run_many(sql, ((each,) for each in paper_ids))

    def let_unseen_leave(self, sources: Sequence[str]) -> None:
        """Mark for removal the papers that stood in these files, or below these folders, and stand in no file now."""
        for source in sources:
            below = source.rstrip(os.sep) + os.sep
            self._connection.run(
                "INSERT OR IGNORE INTO gone SELECT paper_id, source_key FROM origins JOIN sources s USING (source_key) "
                "WHERE (source = :source OR substr(source, 1, length(:below)) = :below) AND NOT EXISTS "
                "(SELECT 1 FROM seen WHERE seen.paper_id = origins.paper_id AND seen.source = s.source)",
                {"source": source, "below": below},
            )
        if self._count("gone"):
            self._let_lost_files_go()
        self._connection.run(
            "INSERT OR IGNORE INTO leaving SELECT DISTINCT paper_id FROM gone g WHERE NOT EXISTS "
            "(SELECT 1 FROM seen WHERE seen.paper_id = g.paper_id) AND NOT EXISTS "
            "(SELECT 1 FROM origins o WHERE o.paper_id = g.paper_id AND (o.paper_id, o.source_key) NOT IN gone)"
        )

    def _let_lost_files_go(self) -> None:
        """Count files that are no longer there, as those of a folder that was moved, as holding nothing."""
        for key, source in self._connection.all("SELECT source_key, source FROM sources"):
            if source.startswith(os.sep) and not os.path.exists(source):  # noqa: PTH110 - any text may be a source
                self._connection.run(
                    "INSERT OR IGNORE INTO gone SELECT paper_id, source_key FROM origins WHERE source_key = ? "
                    "AND paper_id IN (SELECT paper_id FROM gone)",
                    (key,),
                )

    def changes(self) -> Changes:
        """Count what this update would change."""
        known_origins = (
            "seen s JOIN sources USING (source) JOIN origins o USING (source_key) "
            "WHERE o.paper_id = s.paper_id AND o.own_id = s.own_id AND o.record_hash = s.record_hash"
        )
        return Changes(
            unchanged=self._count(
                "(SELECT DISTINCT paper_id FROM seen) WHERE paper_id NOT IN (SELECT paper_id FROM incoming) "
                f"OR paper_id IN (SELECT paper_id FROM {_BOTH} WHERE {_SAME_TEXT} AND r.record = i.record)"
            ),
            added=self._count("incoming WHERE paper_id NOT IN (SELECT paper_id FROM papers)"),
            changed=self._count(f"{_BOTH} WHERE p.text_hash <> i.text_hash"),
            details_changed=self._count(f"{_BOTH} WHERE {_SAME_TEXT} AND r.record <> i.record"),
            leaving=self._count("leaving"),
            origins=self._count("seen") - self._count(known_origins) + self._count("gone"),
        )

    def pending_texts(self, encoder: str, *, everything: bool) -> list[PendingText]:
        """Staged texts without a vector, each once, the longest first.

        Args:
            encoder: Whose vectors of an interrupted update count.
            everything: The vectors of stored papers do not count.
        """
        stored = "" if everything else "AND text_hash NOT IN (SELECT text_hash FROM papers)"
        found = self._connection.all(
            "SELECT text_hash, length(text) FROM incoming WHERE text_hash NOT IN "
            f"(SELECT text_hash FROM encoding_progress WHERE encoder = ?) {stored} "
            "GROUP BY text_hash ORDER BY length(text) DESC, text_hash",
            (encoder,),
        )
        return [PendingText(*row) for row in found]

    def resumed_texts(self, encoder: str) -> int:
        """How many of the staged texts have a vector from an interrupted update."""
        return self._count(
            "encoding_progress WHERE encoder = ? AND text_hash IN (SELECT text_hash FROM incoming)", (encoder,)
        )

    def texts(self, text_hashes: Sequence[str]) -> list[str]:
        """The texts of these hashes, in their order."""
        sql = "SELECT text FROM incoming WHERE text_hash = ? LIMIT 1"
        return [self._connection.value(sql, (text_hash,)) for text_hash in text_hashes]

    def place(self, *, everything: bool) -> int:
        """Give a new row to each staged paper unless the stored one has the same words, or to all; returns how many.

        So the words of a row never change: its text, its authors and its ids.
        """
        same_words = " AND ".join(f"p.{column} = i.{column}" for column in _WORDS)
        self._connection.run(
            "INSERT INTO placing SELECT row_number() OVER (ORDER BY position) - 1, paper_id FROM incoming i "
            f"WHERE {'1' if everything else f'NOT EXISTS (SELECT 1 FROM papers p WHERE {same_words})'}"
        )
        return self._count("placing")

    def _count(self, rows: str, values: Sequence[str] = ()) -> int:
        return int(self._connection.value(f"SELECT count(*) FROM {rows}", values))
