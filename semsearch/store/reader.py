"""One committed state of an index, read under one transaction, whatever a writer does meanwhile."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

from semsearch.records import YearRange
from semsearch.store.connection import missing, open_to_read, sqlite_errors
from semsearch.store.filters import condition
from semsearch.store.rows import from_record
from semsearch.store.state import read_state

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from semsearch.records import Filters, Paper
    from semsearch.store.state import StoreState


class StoreReader:
    """A snapshot of the store. Closing it lets SQLite tidy up."""

    def __init__(self, folder: Path, connection: sqlite3.Connection, state: StoreState) -> None:
        self.folder = folder
        self.state = state
        self._connection = connection

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open the newest committed state.

        Raises:
            IndexMissingError: Nothing was ever committed there.
            IndexDamagedError: What is there is no store.
            FormatVersionError: A newer semsearch wrote it.
        """
        connection = open_to_read(folder)
        with ExitStack() as on_error:
            on_error.callback(connection.close)
            with sqlite_errors(folder):
                connection.execute("BEGIN")
                state = read_state(connection, folder)
            if state is None:
                raise missing(folder)
            on_error.pop_all()
        return cls(folder, connection, state)

    def close(self) -> None:
        """End the snapshot."""
        self._connection.close()

    def papers_at(self, rows: Sequence[int]) -> dict[int, Paper]:
        """The papers at these rows; a row without a paper is left out."""
        with sqlite_errors(self.folder):
            found = self._connection.execute(
                "SELECT row, record FROM records WHERE row IN (SELECT value FROM json_each(?))", (json.dumps(rows),)
            ).fetchall()
        return {row: from_record(record) for row, record in found}

    def rows_of(self, paper_ids: Sequence[str]) -> dict[str, int]:
        """The rows of these papers; an id that is not there is left out."""
        with sqlite_errors(self.folder):
            found = self._connection.execute(
                "SELECT paper_id, row FROM papers WHERE paper_id IN (SELECT value FROM json_each(?))",
                (json.dumps(paper_ids),),
            ).fetchall()
        return dict(found)

    def rows_passing(self, filters: Filters) -> list[int]:
        """All rows whose paper passes, ascending.

        Raises:
            UsageError: A filter says nothing.
        """
        passing = condition(filters)
        with sqlite_errors(self.folder):
            found = self._connection.execute(
                f"SELECT row FROM papers WHERE {passing.sql} ORDER BY row",
                passing.values,
            ).fetchall()
        return [row for (row,) in found]

    def id_of(self, key: str) -> str | None:
        """The id of the paper with that id, DOI or arXiv id."""
        if key in self.rows_of([key]):
            return key
        bare = key.strip().lower()
        for prefix in ("https://doi.org/", "doi:", "arxiv:"):
            bare = bare.removeprefix(prefix)
        if not bare:
            return None
        with sqlite_errors(self.folder):
            found = self._connection.execute(
                "SELECT paper_id FROM papers WHERE paper_id = ?1 COLLATE NOCASE OR doi = ?2 OR arxiv_id = ?2 "
                "ORDER BY paper_id LIMIT 1",
                (key, bare),
            ).fetchone()
        return None if found is None else str(found[0])

    def paper_ids(self) -> list[str]:
        """All ids, sorted."""
        with sqlite_errors(self.folder):
            found = self._connection.execute("SELECT paper_id FROM papers ORDER BY paper_id").fetchall()
        return [paper_id for (paper_id,) in found]

    def papers(self) -> Iterator[Paper]:
        """All papers, by id."""
        with sqlite_errors(self.folder):
            for (record,) in self._connection.execute(
                "SELECT record FROM records NATURAL JOIN papers ORDER BY paper_id"
            ):
                yield from_record(record)

    def years(self) -> YearRange:
        """The earliest and the latest year of a paper."""
        with sqlite_errors(self.folder):
            first, last = self._connection.execute("SELECT min(year), max(year) FROM papers").fetchone()
        return YearRange(first, last)

    def pending_texts(self) -> int:
        """How many vectors an interrupted update has left for the next one."""
        with sqlite_errors(self.folder):
            (count,) = self._connection.execute("SELECT count(*) FROM encoding_progress").fetchone()
        return int(count)

    def is_current(self) -> bool:
        """Whether no newer state has been committed since this one was opened."""
        newest = StoreReader.open(self.folder)
        try:
            return newest.state == self.state
        finally:
            newest.close()
