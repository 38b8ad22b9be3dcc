"""The words of an index follow its papers, whatever happened to them."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from making import make_paper
from semsearch.choices import Mode
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine import state_lexical, updating
from semsearch.engine.index import Index
from semsearch.engine.state_lexical import open_lexical
from semsearch.engine.updating import remove_papers, update_index
from semsearch.errors import IndexDamagedError, IndexFolderError
from semsearch.lexical.question import read_question
from semsearch.lexical.writing import update_lexical
from semsearch.records import Ranking
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


def damage(words: Path) -> None:
    """Overwrite what only a search reads."""
    for path in [*words.glob("*.idx"), *words.glob("*.pos")]:
        path.unlink()


def test_damaged_words_leave_meaning_to_answer_and_are_mended_by_an_update_without_news(tmp_path: Path) -> None:
    update(tmp_path, [FISH, BIRDS])
    (words,) = tmp_path.glob("lexical-*")
    damage(words)
    with Index.open(tmp_path) as index:
        results = index.search("birds fly")
        assert [hit.paper_id for hit in results.hits] == ["birds2021", "fish2020"]
        assert results.notes[0].startswith("The words of this index are")
        with pytest.raises(IndexDamagedError, match="missing"):
            index.search("birds fly", ranking=Ranking(mode=Mode.LEXICAL))
    update(tmp_path, [FISH])
    assert found(tmp_path, "swim fly") == ["fish2020", "birds2021"]


def test_when_rows_are_numbered_anew_the_words_are_there_before_the_papers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever opens the index at the moment of the commit finds all words."""
    update(tmp_path, [FISH, BIRDS])
    monkeypatch.setattr(updating, "reconcile_lexical", lambda _: None)
    update(tmp_path, [], rebuild=True)
    assert found(tmp_path, "swim fly") == ["fish2020", "birds2021"]
    with Index.open(tmp_path) as index:
        assert index.search("birds fly").notes == ()


def test_words_that_cannot_be_written_are_told_apart_from_the_papers_that_are_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise IndexFolderError("The disk is full.", fix="Make room.")

    update(tmp_path, [FISH, BIRDS])
    monkeypatch.setattr(state_lexical, "update_lexical", full)
    with pytest.raises(IndexFolderError, match="The papers are in the index, but not all of their words: The disk is"):
        remove_papers(tmp_path, ["fish2020"])
    with Index.open(tmp_path) as index:
        assert index.info().papers == 1


def test_papers_that_are_gone_do_not_steer_what_is_found(tmp_path: Path) -> None:
    """Sixty of them are nearer to the question than all that are left, and their rows are still in the vectors."""
    gone = [make_paper(f"gone{number}", "fish swim", title="Fish swim") for number in range(60)]
    left = [make_paper(f"left{n}", f"fish {'and others ' * n} swim in the {n % 5} seas") for n in range(60)]
    update(tmp_path / "long", [*gone, *left])
    remove_papers(tmp_path / "long", [paper.paper_id for paper in gone])
    update(tmp_path / "fresh", left)
    with Index.open(tmp_path / "long") as long, Index.open(tmp_path / "fresh") as fresh:
        for mode in Mode:
            ranking = Ranking(mode=mode)
            kept, new = (each.search("fish swim", ranking=ranking, evidence=True) for each in (long, fresh))
            assert [hit.paper_id for hit in kept.hits] == [hit.paper_id for hit in new.hits]
            assert [hit.evidence for hit in kept.hits] == [hit.evidence for hit in new.hits]
            assert [hit.score for hit in kept.hits] == pytest.approx([hit.score for hit in new.hits], abs=2e-6)


def test_a_paper_named_by_its_id_comes_first_and_does_not_dwarf_the_words_of_others(tmp_path: Path) -> None:
    update(tmp_path, [replace(FISH, doi="10.1016/S0140(05)"), BIRDS, make_paper("hats", "warm hats")])
    with Index.open(tmp_path) as index:
        hits = index.search("birds fly warm 10.1016/S0140(05)", evidence=True).hits
    assert [hit.paper_id for hit in hits][:2] == ["fish2020", "birds2021"]
    assert [hit.evidence and hit.evidence.matched_words for hit in hits[:2]] == [
        ("10.1016/S0140(05)",),
        ("birds", "fly"),
    ]


def test_halves_of_surrogate_pairs_in_a_question_are_overlooked(tmp_path: Path) -> None:
    update(tmp_path, [FISH, BIRDS])
    with Index.open(tmp_path) as index:
        for mode in Mode:
            assert index.search("birds\udc80", ranking=Ranking(mode=mode)).hits[0].paper_id == "birds2021"
