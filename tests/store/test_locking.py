"""One writer at a time; readers never wait."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from making import make_paper
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine.index import Index
from semsearch.engine.updating import update_index
from semsearch.errors import IndexLockedError
from semsearch.store.folder import write_lock
from semsearch.store.writer import writing

if TYPE_CHECKING:
    from pathlib import Path

HOLDER = """
import sys
from pathlib import Path
from semsearch.store.folder import write_lock

with write_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_a_second_writer_is_told_who_the_first_one_is(tmp_path: Path) -> None:
    update_index(tmp_path, [make_paper("a", "alpha")], encoder=HashedWordsEncoder())
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(IndexLockedError, match=rf"is being written by process {holder.pid}\."):
            update_index(tmp_path, [make_paper("b", "beta")], encoder=HashedWordsEncoder())
        with Index.open(tmp_path) as index:
            assert index.search("alpha", top_k=1).hits[0].paper_id == "a"
        holder.communicate("go on\n")
    assert update_index(tmp_path, [make_paper("b", "beta")], encoder=HashedWordsEncoder()).papers == 2


def test_the_lock_of_a_process_that_died_holds_nobody_up(tmp_path: Path) -> None:
    code = HOLDER.replace("sys.stdin.readline()", "import os; os._exit(9)")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], env=environment, check=False, capture_output=True
    )
    assert done.returncode == 9
    assert (tmp_path / "writer.pid").exists()
    with write_lock(tmp_path):
        assert (tmp_path / "writer.pid").read_text() == f"{os.getpid()}\n"
    assert not (tmp_path / "writer.pid").exists()


def test_a_reader_keeps_its_state_while_a_writer_commits(tmp_path: Path) -> None:
    update_index(tmp_path, [make_paper("a", "alpha")], encoder=HashedWordsEncoder())
    with Index.open(tmp_path) as reader:
        update_index(tmp_path, [make_paper("b", "beta")], encoder=HashedWordsEncoder())
        assert [paper.paper_id for paper in reader.papers()] == ["a"]
    with Index.open(tmp_path) as reader:
        assert [paper.paper_id for paper in reader.papers()] == ["a", "b"]


def test_files_that_no_state_names_are_removed_by_the_next_writer_and_others_are_not(tmp_path: Path) -> None:
    update_index(tmp_path, [make_paper("a", "alpha")], encoder=HashedWordsEncoder())
    for name in ("vectors-7.faiss", "vectors-2.faiss.tmp", "vectors-x.faiss", "notes.txt"):
        (tmp_path / name).write_text("left")
    for name in ("lexical-7", "lexical-x"):
        (tmp_path / name).mkdir()
    with writing(tmp_path):
        left = {path.name for path in tmp_path.iterdir()} - {"write.lock", "writer.pid"}
    assert {name for name in left if "sqlite" not in name} == {
        "vectors-1.faiss",
        "lexical-1",
        "vectors-x.faiss",
        "lexical-x",
        "notes.txt",
    }


def test_an_index_is_read_where_nobody_may_write(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    update_index(folder, [make_paper("a", "alpha")], encoder=HashedWordsEncoder())
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        with Index.open(folder) as index:
            assert index.search("alpha", top_k=1).hits[0].paper_id == "a"
    finally:
        folder.chmod(stat.S_IRWXU)
