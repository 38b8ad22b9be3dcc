"""Questions while the words of an index are of an older or a newer state than its papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from making import make_paper
from semsearch.choices import Mode
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine import paper_words, updating
from semsearch.engine.index import Index
from semsearch.engine.state_lexical import open_lexical
from semsearch.engine.updating import remove_papers, update_index
from semsearch.records import Ranking

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from semsearch.lexical.index import LexicalIndex
    from semsearch.records import Paper, SearchResults
    from semsearch.store.state import StoreState

FISH = make_paper("fish2020", "fish swim in cold water")
BIRDS = make_paper("birds2021", "birds fly")
HATS = make_paper("hats2022", "hats keep warm")


def ids(results: SearchResults) -> list[str]:
    return [hit.paper_id for hit in results.hits]


def scores(results: SearchResults) -> list[float]:
    return [hit.score for hit in results.hits]


def asked(index: Index, question: str, mode: Mode, *, top_k: int = 10) -> SearchResults:
    return index.search(question, top_k=top_k, ranking=Ranking(mode=mode), snippets=False)


def update(folder: Path, papers: Sequence[Paper]) -> None:
    update_index(folder, papers, encoder=HashedWordsEncoder())


def without_words(monkeypatch: pytest.MonkeyPatch, write: Callable[[], None]) -> None:
    """Write, and break off once the state is committed but before its words are."""

    def break_off(_: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(updating, "reconcile_lexical", break_off)
        with pytest.raises(KeyboardInterrupt):
            write()


def while_opening(monkeypatch: pytest.MonkeyPatch, write: Callable[[], None]) -> None:
    """Let another one write between the moments in which a reader opens the vectors and the words."""

    def write_and_open(folder: Path, state: StoreState) -> LexicalIndex | None:
        monkeypatch.setattr(paper_words, "open_lexical", open_lexical)
        write()
        return open_lexical(folder, state)

    monkeypatch.setattr(paper_words, "open_lexical", write_and_open)


@pytest.mark.parametrize("mode", Mode)
def test_who_asked_before_an_update_goes_on_answering_from_the_state_that_was_opened(
    tmp_path: Path, mode: Mode
) -> None:
    update(tmp_path, [FISH, BIRDS, HATS])
    with Index.open(tmp_path) as before:
        expected = asked(before, "fish", mode)
        remove_papers(tmp_path, ["fish2020"])
        update(tmp_path, [make_paper("fish2023", "fish and fish")])
        results = asked(before, "fish", mode)
        assert ids(results)[0] == "fish2020"
        assert (ids(results), scores(results), results.notes) == (ids(expected), scores(expected), expected.notes)
        assert ids(asked(before, "fish2023", Mode.LEXICAL)) == []
    with Index.open(tmp_path) as after:
        assert ids(asked(after, "fish", mode))[0] == "fish2023"


@pytest.mark.parametrize("mode", Mode)
def test_words_that_are_newer_than_the_papers_bring_in_no_paper_that_the_state_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: Mode
) -> None:
    update(tmp_path, [FISH, BIRDS, HATS])
    while_opening(monkeypatch, lambda: update(tmp_path, [make_paper("fish2023", "fish and fish")]))
    with Index.open(tmp_path) as index:
        assert ids(asked(index, "fish", mode))[0] == "fish2020"
        assert set(ids(asked(index, 'fish "fish" -birds', mode))) <= {"fish2020", "birds2021", "hats2022"}
        assert ids(asked(index, "fish2023", Mode.LEXICAL)) == []
        assert index.info().papers == 3


def test_a_paper_that_was_removed_since_the_index_was_opened_is_still_found_by_meaning(tmp_path: Path) -> None:
    """No vector is written for it, so the reader keeps its state, and only finds newer words."""
    update(tmp_path, [FISH, BIRDS, HATS])
    with Index.open(tmp_path) as before:
        remove_papers(tmp_path, ["fish2020"])
        results = asked(before, "fish", Mode.HYBRID)
        assert ids(results)[0] == "fish2020"
        assert results.hits[0].lexical_score == 0
        assert results.notes[0].startswith("Papers whose words are missing: 1.")
        assert ids(asked(before, "fish", Mode.LEXICAL)) == []


@pytest.mark.parametrize("mode", Mode)
def test_papers_that_are_gone_appear_in_no_answer_while_their_words_are_still_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: Mode
) -> None:
    """Ninety with better words, who shorten no answer: three papers are left that have the word."""
    gone = [make_paper(f"gone{number:02}", "fish fish", title="Fish") for number in range(90)]
    left = [make_paper(f"left{number}", f"one fish {'among others ' * (number + 1)}") for number in range(3)]
    update(tmp_path, [*gone, *left, BIRDS])
    without_words(monkeypatch, lambda: remove_papers(tmp_path, [paper.paper_id for paper in gone]))
    with Index.open(tmp_path) as index:
        assert set(ids(asked(index, "fish", mode, top_k=3))) == {"left0", "left1", "left2"}
        assert set(ids(asked(index, "fish", mode, top_k=50))) - {"birds2021"} == {"left0", "left1", "left2"}
        assert ids(asked(index, "gone07", Mode.LEXICAL)) == []
        assert set(ids(index.related(["left0"]))) == {"left1", "left2", "birds2021"}


def test_papers_without_words_are_found_by_meaning_with_a_note_until_the_next_update_adds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update(tmp_path, [FISH])
    without_words(monkeypatch, lambda: update(tmp_path, [BIRDS, HATS]))
    note = "Papers whose words are missing: 2. They are found by meaning alone until the next update."
    with Index.open(tmp_path) as index:
        mixed, by_words = asked(index, "birds fly", Mode.HYBRID), asked(index, "birds fly", Mode.LEXICAL)
        assert (ids(mixed)[0], mixed.hits[0].lexical_score, mixed.notes) == ("birds2021", 0, (note,))
        assert (ids(by_words), by_words.notes) == ([], (note,))
        assert asked(index, "birds fly", Mode.SEMANTIC).notes == ()
    update(tmp_path, [FISH])
    with Index.open(tmp_path) as index:
        mixed, by_words = asked(index, "birds fly", Mode.HYBRID), asked(index, "birds fly", Mode.LEXICAL)
        assert (ids(mixed)[0], mixed.notes) == ("birds2021", ())
        assert (mixed.hits[0].lexical_score or 0) > 0
        assert (ids(by_words), by_words.notes) == (["birds2021"], ())


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.LEXICAL])
def test_the_note_on_missing_words_is_not_silenced_by_the_words_of_papers_that_are_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: Mode
) -> None:
    """One paper changed: its old words are there, its new ones are not."""
    update(tmp_path, [FISH, BIRDS])
    without_words(monkeypatch, lambda: update(tmp_path, [make_paper("fish2020", "fish sleep at night")]))
    with Index.open(tmp_path) as index:
        assert asked(index, "sleep", mode).notes[:1] == (
            "Papers whose words are missing: 1. They are found by meaning alone until the next update.",
        )


def test_words_that_are_newer_than_the_papers_shorten_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty new papers have better words than the one of the state that has them."""
    update(tmp_path, [FISH, BIRDS, HATS])
    new = [make_paper(f"new{number:02}", "fish fish", title="Fish") for number in range(20)]
    while_opening(monkeypatch, lambda: update(tmp_path, new))
    with Index.open(tmp_path) as index:
        assert ids(asked(index, "fish", Mode.LEXICAL)) == ["fish2020"]


def test_a_phrase_that_only_a_paper_that_is_gone_has_need_not_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update(tmp_path, [FISH, BIRDS, HATS])
    without_words(monkeypatch, lambda: remove_papers(tmp_path, ["fish2020"]))
    with Index.open(tmp_path) as index:
        results = asked(index, '"cold water" birds', Mode.HYBRID)
    assert ids(results)[0] == "birds2021"
