from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from readers.zotero_library import write_library
from semsearch.errors import NoPapersError, SemsearchError, SourceError
from semsearch.readers.files import source_file
from semsearch.readers.formats import zotero_database as module
from semsearch.readers.formats.zotero_database import read_zotero_database
from semsearch.readers.report import ReadingReport
from semsearch.readers.sources import read_papers
from semsearch.records import SkippedRecord

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.records import Paper


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return write_library(tmp_path / "zotero.sqlite")


def _papers(path: Path) -> list[Paper]:
    return list(read_papers([path]))


def test_an_item_fills_all_fields(library: Path) -> None:
    paper = _papers(library)[0]
    assert (paper.paper_id, paper.title, paper.abstract) == ("AAAAAAAA", "Bees dance", "They dance.")
    assert (paper.authors, paper.year, paper.venue) == (("Ann Bee", "The Swarm"), 2020, "The Hive")
    assert (paper.doi, paper.kind) == ("10.1000/bee", "journalArticle")
    assert paper.keywords == ("dance", "to read", "Insects")
    assert paper.extra["creators"][2] == {"creatorType": "editor", "firstName": "Eve", "lastName": "Ed"}
    assert {"date": "July 2020", "volume": 7, "collections": ["Insects"]}.items() <= paper.extra.items()


def test_ids_are_found_in_the_field_extra(library: Path) -> None:
    paper = _papers(library)[1]
    assert (paper.paper_id, paper.arxiv_id, paper.keywords) == ("ant2020", "2001.00001", ("Insects",))
    assert paper.extra["key"] == "EEEEEEEE"


def test_what_is_deleted_or_no_paper_is_left_out_and_an_item_without_title_is_skipped(library: Path) -> None:
    report = ReadingReport()
    assert [paper.title for paper in read_papers([library], report=report)] == ["Bees dance", "Ants"]
    assert report.skipped == [SkippedRecord(str(library), 6, "has neither title nor abstract")]


def test_a_folder_gives_its_database_but_not_the_backups_next_to_it(library: Path) -> None:
    shutil.copy(library, library.with_name("zotero.sqlite.bak"))
    report = ReadingReport()
    assert len(list(read_papers([library.parent], report=report))) == 2
    assert [left.reason for left in report.left_out] == ["is an SQLite database"]


def test_a_database_that_zotero_holds_locked_is_read_and_nothing_is_written_next_to_it(library: Path) -> None:
    with closing(sqlite3.connect(library, isolation_level=None)) as zotero:
        zotero.execute("PRAGMA locking_mode = EXCLUSIVE")
        zotero.execute("BEGIN EXCLUSIVE")
        before = sorted(library.parent.iterdir())
        assert len(_papers(library)) == 2
        assert sorted(library.parent.iterdir()) == before


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_what_is_not_committed_is_not_read_and_what_is_committed_is(library: Path, mode: str) -> None:
    with closing(sqlite3.connect(library, isolation_level=None)) as zotero:
        zotero.execute("PRAGMA locking_mode = EXCLUSIVE")
        zotero.execute(f"PRAGMA journal_mode = {mode}")
        zotero.execute("UPDATE itemDataValues SET value = 'Bees sing' WHERE valueID = 1")
        zotero.execute("PRAGMA cache_spill = 1")
        zotero.execute("PRAGMA cache_size = 1")
        zotero.execute("BEGIN")
        zotero.execute("UPDATE itemDataValues SET value = 'Half ' || value")
        zotero.executemany("INSERT INTO tags (name) VALUES (?)", [(f"{n}" * 500,) for n in range(500)])
        assert [paper.title for paper in _papers(library)] == ["Bees sing", "Ants"]


def test_a_database_of_another_program_is_no_file_of_papers(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE items (x)")
    with pytest.raises(NoPapersError, match="is an SQLite database, but not that of Zotero"):
        _papers(path)


def test_views_in_the_place_of_tables_are_not_believed(library: Path) -> None:
    with closing(sqlite3.connect(library)) as connection:
        connection.executescript("DROP TABLE tags; CREATE VIEW tags AS SELECT 1 AS tagID, 'x' AS name;")
    with pytest.raises(NoPapersError, match="not that of Zotero"):
        _papers(library)


def test_a_database_that_changes_all_the_time_is_an_error(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    states = iter(range(1000))
    monkeypatch.setattr(module, "_state", lambda _: {"": (next(states), 0)})
    with pytest.raises(SourceError, match="changes while it is read"):
        _papers(library)


def test_a_damaged_database_is_an_error(library: Path) -> None:
    content = bytearray(library.read_bytes())
    content[8192:] = b"\xff" * (len(content) - 8192)
    library.write_bytes(content)
    with pytest.raises(SourceError, match="is damaged, or no database that can be read"):
        _papers(library)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(place=st.integers(16, 1 << 16), stray=st.binary(min_size=1, max_size=40), is_cut=st.booleans())
def test_a_damaged_database_gives_papers_or_an_error_of_ours(
    tmp_path: Path, place: int, stray: bytes, *, is_cut: bool
) -> None:
    path = tmp_path / "zotero.sqlite"
    path.unlink(missing_ok=True)
    content = bytearray(write_library(path).read_bytes())
    place %= len(content)
    content[place : place + len(stray)] = stray
    path.write_bytes(content[:place] if is_cut else content)
    try:
        list(read_zotero_database(source_file(path)))
    except SemsearchError:
        return
