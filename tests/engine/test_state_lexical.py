"""The words of an index follow its papers, whatever happened to them."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from making import make_paper
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine import updating
from semsearch.engine.index import Index
from semsearch.engine.state_lexical import open_lexical
from semsearch.engine.updating import remove_papers, update_index
from semsearch.lexical.question import read_question
from semsearch.lexical.writing import update_lexical
from semsearch.store.folder import lexical_path
from semsearch.store.reader import StoreReader

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from semsearch.records import Paper

FISH, BIRDS = make_paper("fish2020", "fish swim"), make_paper("birds2021", "birds fly")


def update(folder: Path, papers: Sequence[Paper], *, rebuild: bool = False) -> None:
    update_index(folder, papers, encoder=HashedWordsEncoder(), rebuild=rebuild)


def found(folder: Path, question: str) -> list[str]:
    """The ids of the papers that have these words."""
    store = StoreReader.open(folder)
    words = open_lexical(folder, store.state)
    assert words is not None
    assert words.rows().tolist() == store.rows()
    papers = store.papers_at(store.rows())
    ids = [papers[int(row)].paper_id for row in words.search(read_question(question), 10).rows]
    store.close()
    return ids


def test_papers_come_change_and_go_with_their_words(tmp_path: Path) -> None:
    update(tmp_path, [FISH, BIRDS])
    assert found(tmp_path, "swim") == ["fish2020"]
    update(tmp_path, [replace(FISH, abstract="fish sleep")])
    assert (found(tmp_path, "swim"), found(tmp_path, "sleep")) == ([], ["fish2020"])
    remove_papers(tmp_path, ["fish2020"])
    assert (found(tmp_path, "sleep"), found(tmp_path, "fly")) == ([], ["birds2021"])


def test_authors_and_ids_are_words_too_and_change_without_encoding(tmp_path: Path) -> None:
    update(tmp_path, [FISH, BIRDS])
    update(tmp_path, [replace(FISH, authors=("Ada Löwe",), doi="10.1000/182")])
    assert found(tmp_path, "lowe") == found(tmp_path, "10.1000/182") == found(tmp_path, "fish2020") == ["fish2020"]


@pytest.mark.parametrize("damage", ["lost", "cut"])
def test_words_that_are_lost_or_damaged_are_made_again_by_the_next_update(tmp_path: Path, damage: str) -> None:
    update(tmp_path, [FISH, BIRDS])
    (folder,) = tmp_path.glob("lexical-*")
    if damage == "lost":
        shutil.rmtree(folder)
    else:
        (folder / "meta.json").write_text("{")
    store = StoreReader.open(tmp_path)
    assert open_lexical(tmp_path, store.state) is None
    store.close()
    update(tmp_path, [FISH])
    assert found(tmp_path, "swim fly") == ["fish2020", "birds2021"]


def test_an_update_that_ends_before_the_words_is_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_off(_: Path) -> None:
        raise KeyboardInterrupt

    update(tmp_path, [FISH])
    with monkeypatch.context() as patch:
        patch.setattr(updating, "reconcile_lexical", break_off)
        with pytest.raises(KeyboardInterrupt):
            update(tmp_path, [replace(FISH, abstract="fish sleep"), BIRDS])
    update(tmp_path, [BIRDS])
    assert (found(tmp_path, "swim"), found(tmp_path, "sleep fly")) == ([], ["fish2020", "birds2021"])


def test_a_rebuild_numbers_the_rows_anew_and_leaves_no_old_words(tmp_path: Path) -> None:
    update(tmp_path, [FISH, BIRDS])
    (before,) = tmp_path.glob("lexical-*")
    update(tmp_path, [], rebuild=True)
    (after,) = tmp_path.glob("lexical-*")
    assert after != before
    assert found(tmp_path, "fly") == ["birds2021"]


def test_an_answer_tells_of_papers_whose_words_are_missing(tmp_path: Path) -> None:
    update(tmp_path, [FISH, BIRDS])
    store = StoreReader.open(tmp_path)
    update_lexical(lexical_path(tmp_path, store.state.numbering), remove=[store.rows_of(["birds2021"])["birds2021"]])
    store.close()
    with Index.open(tmp_path, encoder=HashedWordsEncoder()) as index:
        results = index.search("birds fly", top_k=1)
    assert [hit.paper_id for hit in results.hits] == ["birds2021"]
    assert results.notes[0].startswith("Papers whose words are missing: 1.")
