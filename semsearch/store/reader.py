"""One committed state of an index, read under one transaction, whatever a writer does meanwhile."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Self

from semsearch.records import YearRange
from semsearch.store.columns import from_record
from semsearch.store.connection import damaged, missing, open_to_read
from semsearch.store.filters import condition
from semsearch.store.state import read_state

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from semsearch.records import Filters, Paper
    from semsearch.store.connection import Connection
    from semsearch.store.state import StoreState

_AMONG = "IN (SELECT value FROM json_each(?))"


class StoreReader:
    """A snapshot of the store."""

    def __init__(self, folder: Path, connection: Connection, state: StoreState) -> None:
        self.folder = folder
        self.state = state
        self._connection = connection

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open the newest committed state.

        Raises:
            IndexMissingError: Nothing was ever committed there.
            IndexDamagedError: What is there is not a store.
            FormatVersionError: A newer semsearch wrote it.
        """
        connection = open_to_read(folder)
        try:
            connection.run("BEGIN")
            state = read_state(connection, folder)
            if state is not None:
                return cls(folder, connection, state)
        except BaseException:
            connection.close()
            raise
        connection.close()
        raise missing(folder)

    def close(self) -> None:
        """End the snapshot."""
        self._connection.close()

    def papers_at(self, rows: Sequence[int]) -> dict[int, Paper]:
        """The papers at these rows; a row without a paper is left out."""
        sql = f"SELECT row, record FROM papers JOIN records USING (paper_key) WHERE row {_AMONG}"
        return {row: self._paper(record) for row, record in self._connection.all(sql, (json.dumps(rows),))}

    def rows(self) -> list[int]:
        """All rows that have a paper, ascending."""
        return [row for (row,) in self._connection.all("SELECT row FROM papers ORDER BY row")]

    def rows_among(self, rows: Sequence[int]) -> list[int]:
        """Those of these rows that have a paper, ascending."""
        sql = f"SELECT row FROM papers WHERE row {_AMONG} ORDER BY row"
        return [row for (row,) in self._connection.all(sql, (json.dumps(rows),))]

    def rows_of(self, paper_ids: Sequence[str]) -> dict[str, int]:
        """The rows of these papers; an id that is not there is left out."""
        sql = f"SELECT paper_id, row FROM papers WHERE paper_id {_AMONG}"
        return dict(self._connection.all(sql, (json.dumps(paper_ids),)))

    def rows_passing(self, filters: Filters) -> list[int]:
        """All rows whose paper passes, ascending.

        Raises:
            UsageError: A filter says nothing.
        """
        passing = condition(filters)
        found = self._connection.all(f"SELECT row FROM papers WHERE {passing.sql} ORDER BY row", passing.values)
        return [row for (row,) in found]

    def id_with(self, *, doi: str = "", arxiv_id: str = "") -> str | None:
        """The id of a paper with that DOI or arXiv id, the first of several."""
        for column, value in (("doi", doi.lower()), ("arxiv_id", arxiv_id.lower())):
            if value:
                sql = f"SELECT min(paper_id) FROM papers WHERE {column} = ? AND {column} <> ''"
                if found := self._connection.value(sql, (value,)):
                    return str(found)
        return None

    def paper_ids(self) -> Iterator[str]:
        """All ids, sorted."""
        return (paper_id for (paper_id,) in self._connection.each("SELECT paper_id FROM papers ORDER BY paper_id"))

    def papers(self) -> Iterator[Paper]:
        """All papers, by id."""
        sql = "SELECT record FROM records JOIN papers USING (paper_key) ORDER BY paper_id"
        return (self._paper(record) for (record,) in self._connection.each(sql))

    def years(self) -> YearRange:
        """The earliest and the latest year of a paper."""
        ((first, last),) = self._connection.all("SELECT min(year), max(year) FROM papers")
        return YearRange(first, last)

    def pending_texts(self) -> int:
        """How many vectors interrupted updates have left for the next ones."""
        return int(self._connection.value("SELECT count(*) FROM encoding_progress"))

    def is_current(self) -> bool:
        """Whether no newer vectors have been committed since this state was opened."""
        newest = StoreReader.open(self.folder)
        try:
            return newest.state.generation == self.state.generation
        finally:
            newest.close()

    def _paper(self, record: str) -> Paper:
        try:
            return from_record(record)
        except (ValueError, TypeError) as exc:
            raise damaged(self.folder, f"a record cannot be read ({exc})") from exc
