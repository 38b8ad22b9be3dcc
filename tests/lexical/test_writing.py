"""Words come in and go out, all or nothing, whatever happens on the way."""

from __future__ import annotations

import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semsearch.errors import IndexDamagedError, IndexFolderError
from semsearch.lexical.index import LexicalIndex
from semsearch.lexical.question import read_question
from semsearch.lexical.schema import open_folder
from semsearch.lexical.seal import break_seal
from semsearch.lexical.writing import LexicalDocument, is_usable, update_lexical

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
WRITE = """
import sys
from pathlib import Path
from semsearch.lexical.seal import break_seal
from semsearch.lexical.writing import LexicalDocument, is_usable, update_lexical

def papers():
    for row in range(1, 200_000):
        if row == 20_000:
            print("writing", flush=True)
        yield LexicalDocument(row, f"bird number {row} flies " * 10)

update_lexical(Path(sys.argv[1]), add=papers(), remove=[0])
"""
WRITE_ON = """
import sys
from itertools import count
from pathlib import Path
from semsearch.lexical.seal import break_seal
from semsearch.lexical.writing import LexicalDocument, is_usable, update_lexical

for row in count(1):
    update_lexical(Path(sys.argv[1]), add=[LexicalDocument(row, "fish")], remove=range(row - 1))
    print(row, flush=True)
"""
FULL_DISK = """
import resource, sys
from pathlib import Path
from semsearch.errors import IndexFolderError
from semsearch.lexical.seal import break_seal
from semsearch.lexical.writing import LexicalDocument, is_usable, update_lexical

resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    words = (" ".join(f"w{row}x{word}" for word in range(50)) for row in range(1, 5000))
    update_lexical(Path(sys.argv[1]), add=[LexicalDocument(1, each) for each in words], remove=[0])
except IndexFolderError as exc:
    print(exc)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "lexical"


def papers(*texts: str, first: int = 0) -> list[LexicalDocument]:
    return [LexicalDocument(row, text) for row, text in enumerate(texts, start=first)]


def test_rows_that_were_written_are_there_and_no_others(folder: Path) -> None:
    update_lexical(folder, add=papers("fish", "birds", "cats"))
    update_lexical(folder, add=papers("dogs", first=3), remove=[1, 77])
    index = LexicalIndex.open(folder)
    assert index.rows().tolist() == [0, 2, 3]
    assert index.size == 3
    assert index.search(read_question("birds dogs"), 10).rows.tolist() == [3]


def test_a_row_can_be_removed_and_added_in_one_update(folder: Path) -> None:
    update_lexical(folder, add=papers("fish"))
    update_lexical(folder, add=papers("birds"), remove=[0])
    index = LexicalIndex.open(folder)
    assert index.rows().tolist() == [0]
    assert index.search(read_question("birds"), 10).rows.tolist() == [0]


def test_an_index_of_nothing_answers_nothing(folder: Path) -> None:
    update_lexical(folder)
    index = LexicalIndex.open(folder)
    assert index.rows().tolist() == []
    assert index.search(read_question("fish"), 10).rows.tolist() == []


def test_who_has_it_open_keeps_the_state_that_was_opened(folder: Path) -> None:
    update_lexical(folder, add=papers("fish"))
    before = LexicalIndex.open(folder)
    update_lexical(folder, add=papers("fish again", first=1), remove=[0])
    assert before.search(read_question("fish"), 10).rows.tolist() == [0]
    assert LexicalIndex.open(folder).search(read_question("fish"), 10).rows.tolist() == [1]


def test_an_error_among_the_papers_leaves_the_state_before(folder: Path) -> None:
    update_lexical(folder, add=papers("fish"))

    def broken() -> Iterator[LexicalDocument]:
        yield LexicalDocument(1, "birds")
        raise KeyError

    with pytest.raises(KeyError) as kept:  # as an interactive session keeps it
        update_lexical(folder, add=broken(), remove=[0])
    update_lexical(folder, add=papers("cats", first=2))
    assert kept.type is KeyError
    assert LexicalIndex.open(folder).rows().tolist() == [0, 2]


def test_a_writer_that_is_killed_leaves_the_state_before_and_no_lock(folder: Path) -> None:
    update_lexical(folder, add=papers("fish"))
    with subprocess.Popen(
        [sys.executable, "-c", WRITE, str(folder)], stdout=subprocess.PIPE, cwd=ROOT, text=True
    ) as writing:
        assert writing.stdout is not None
        assert writing.stdout.readline() == "writing\n"
        time.sleep(0.05)
        writing.send_signal(signal.SIGKILL)
    assert LexicalIndex.open(folder).rows().tolist() == [0]
    update_lexical(folder, add=papers("cats", first=2))
    assert LexicalIndex.open(folder).rows().tolist() == [0, 2]


@pytest.mark.parametrize("updates", [1, 5, 12])
def test_a_writer_that_is_killed_at_any_moment_leaves_a_state_that_it_committed(folder: Path, updates: int) -> None:
    """Row by row comes in, and the last but one goes out."""
    update_lexical(folder, add=papers("fish"))
    with subprocess.Popen(
        [sys.executable, "-c", WRITE_ON, str(folder)], stdout=subprocess.PIPE, cwd=ROOT, text=True
    ) as writing:
        assert writing.stdout is not None
        committed = [int(writing.stdout.readline()) for _ in range(updates)]
        time.sleep(updates / 1000)
        writing.send_signal(signal.SIGKILL)
    present = LexicalIndex.open(folder).rows().tolist()
    assert present == [present[0], present[0] + 1]
    assert present[1] >= committed[-1]
    update_lexical(folder, add=papers("cats", first=0), remove=present)
    assert LexicalIndex.open(folder).rows().tolist() == [0]


def test_a_full_disk_is_an_error_of_ours_and_leaves_the_state_before(folder: Path) -> None:
    update_lexical(folder, add=papers("fish"))
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(folder)], capture_output=True, cwd=ROOT, text=True, check=True
    )
    assert "cannot be written to" in done.stdout
    assert "Check the space on the disk" in done.stdout
    assert LexicalIndex.open(folder).rows().tolist() == [0]


def test_nothing_imports_tantivy_before_it_is_used() -> None:
    modules = "from semsearch.lexical import index, question, writing"
    subprocess.run([sys.executable, "-c", f"import sys; {modules}; assert 'tantivy' not in sys.modules"], check=True)


def test_words_that_were_taken_apart_in_another_way_are_made_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("semsearch.lexical.schema._ANALYZER", "words-0")
    update_lexical(folder, add=papers("fish"))
    monkeypatch.undo()
    with pytest.raises(IndexDamagedError, match="taken apart in another way"):
        LexicalIndex.open(folder)
    update_lexical(folder, add=papers("birds", first=1))
    assert LexicalIndex.open(folder).rows().tolist() == [1]


def test_a_missing_index_is_damage_for_a_reader(folder: Path) -> None:
    with pytest.raises(IndexDamagedError, match="missing or damaged"):
        LexicalIndex.open(folder)


@pytest.mark.parametrize("damage", ["no meta", "bad meta", "no segment", "cut segment"])
def test_damage_is_an_error_of_ours_and_the_next_writer_begins_anew(folder: Path, damage: str) -> None:
    update_lexical(folder, add=papers(*["fish and birds"] * 50))
    meta = folder / "meta.json"
    segments = [path for path in folder.iterdir() if path.suffix in {".idx", ".term", ".pos", ".fast"}]
    if damage == "no meta":
        meta.unlink()
    elif damage == "bad meta":
        meta.write_text("{")
    for path in segments:
        if damage == "no segment":
            path.unlink()
        elif damage == "cut segment":
            path.write_bytes(path.read_bytes()[:3])
    with pytest.raises(IndexDamagedError, match=r"missing or damaged: .* The next update makes it again"):
        LexicalIndex.open(folder).search(read_question("fish"), 10)
    update_lexical(folder, add=papers("fish"))
    assert LexicalIndex.open(folder).rows().tolist() == [0]


def test_a_folder_that_cannot_be_written_is_an_error_of_ours(folder: Path) -> None:
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("a file")
    with pytest.raises(IndexFolderError, match="cannot be written to"):
        update_lexical(folder / "lexical", add=papers("fish"))


def test_a_file_in_its_place_gives_way_to_the_folder(folder: Path) -> None:
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("a file")
    update_lexical(folder, add=papers("fish"))
    assert LexicalIndex.open(folder).size == 1


def test_whoever_may_read_one_file_may_read_all(folder: Path) -> None:
    update_lexical(folder, add=papers("fish"))
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert set(modes.values()) == {modes["seal.json"]}


def test_words_can_be_read_where_no_lock_can_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tantivy writes one to open an index; it is refused here as on a read-only disk."""
    import tantivy

    update_lexical(folder, add=papers("fish"))
    index = tantivy.Index

    class ReadOnly:
        @staticmethod
        def open(path: str) -> tantivy.Index:
            if path == str(folder):
                raise ValueError("Failed to acquire Lockfile: ReadOnlyFilesystem")
            return index.open(path)

    monkeypatch.setattr(tantivy, "Index", ReadOnly)
    opened = LexicalIndex.open(folder)
    assert opened.search(read_question("fish"), 10).rows.tolist() == [0]
    assert opened.rows().tolist() == [0]


def test_words_are_of_the_revision_that_was_written_last_and_of_none_while_they_are_written(folder: Path) -> None:
    update_lexical(folder, add=papers("fish"), revision=7)
    assert LexicalIndex.open(folder).revision == 7
    break_seal(folder)
    assert LexicalIndex.open(folder).revision is None


def test_only_whole_words_are_usable(folder: Path) -> None:
    assert not is_usable(folder)
    update_lexical(folder, add=papers("fish"))
    assert is_usable(folder)
    (norms,) = folder.glob("*.fieldnorm")
    norms.write_bytes(bytes(len(norms.read_bytes())))
    assert not is_usable(folder)


def test_removed_papers_count_until_all_is_written_anew(folder: Path) -> None:
    update_lexical(folder, add=papers("fish", "fish", "birds"))
    update_lexical(folder, remove=[0, 1])
    before = LexicalIndex.open(folder)
    assert (before.size, before.removed) == (1, 2)
    assert before.idf(read_question("fish"))[0] > 0
    update_lexical(folder, add=papers("birds"), anew=True)
    assert (LexicalIndex.open(folder).size, LexicalIndex.open(folder).removed) == (1, 0)
    assert before.size == 1


def test_damage_that_shows_only_in_a_search_is_an_error_of_ours(folder: Path) -> None:
    update_lexical(folder, add=papers(*[f"fish and birds {number}" for number in range(300)]))
    (words,) = folder.glob("*.idx")
    content = words.read_bytes()
    words.write_bytes(b"\xff" * (len(content) - 200) + content[-200:])
    with pytest.raises(IndexDamagedError):
        LexicalIndex.open(folder).search(read_question("fish 17"), 10)


def test_an_error_of_our_own_code_is_not_called_damage(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    update_lexical(folder, add=papers("fish"))
    monkeypatch.setattr("semsearch.lexical.index.open_folder", lambda _: open_folder(None))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        LexicalIndex.open(folder)


@settings(max_examples=20)
@given(st.lists(st.tuples(st.sets(st.integers(0, 20)), st.sets(st.integers(0, 20))), max_size=5))
def test_rows_are_those_that_were_added_and_not_removed_since(updates: list[tuple[set[int], set[int]]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, present = Path(name) / "lexical", set[int]()
        update_lexical(folder)
        for add, remove in updates:
            new = add - (present - remove)
            update_lexical(folder, add=[LexicalDocument(row, f"fish {row}") for row in new], remove=remove)
            present = (present - remove) | new
            assert LexicalIndex.open(folder).rows().tolist() == sorted(present)
