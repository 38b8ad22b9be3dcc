"""Answers by meaning and words together."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import make_paper
from meaning import MeaningEncoder
from semsearch.choices import Fusion, Mode
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine import candidates
from semsearch.engine.index import Index
from semsearch.engine.updating import update_index
from semsearch.errors import IndexDamagedError, UsageError
from semsearch.records import Filters, Ranking, YearRange

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semsearch.records import Paper, SearchResults

ALL = [
    make_paper(f"p{number:02}", f"fish swim in water number{number % 7}", title="Fish", year=2000 + number % 4)
    for number in range(40)
]


def ids(results: SearchResults) -> list[str]:
    return [hit.paper_id for hit in results.hits]


def built(papers: Sequence[Paper], folder: Path) -> Index:
    return Index.build(papers, folder, encoder=HashedWordsEncoder())


def test_each_paper_has_both_scores_whichever_side_found_it(index: Index) -> None:
    hits = {hit.paper_id: hit for hit in index.search("folding", top_k=5).hits}
    assert len(hits) == 5
    assert all(hit.semantic_score is not None and hit.lexical_score is not None for hit in hits.values())
    assert [name for name, hit in hits.items() if hit.lexical_score] == ["protein"]


def test_what_meaning_alone_found_has_the_lexical_score_that_words_give_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one about cars too comes first by meaning and, being long, last by words, behind all that they bring."""
    monkeypatch.setattr(candidates, "_DEPTH", 1)
    papers = [make_paper(f"p{number:02}", "engines") for number in range(20)]
    papers.append(make_paper("both", "engines of automobiles and much else that makes a text long"))
    with Index.build(papers, tmp_path, encoder=MeaningEncoder()) as index:
        by_words = index.search("cars engines", top_k=21, ranking=Ranking(mode=Mode.LEXICAL)).hits
        (hit,) = index.search("cars engines", top_k=1, ranking=Ranking(semantic_weight=1)).hits
    assert hit.paper_id == by_words[-1].paper_id == "both"
    assert hit.lexical_score == pytest.approx(by_words[-1].lexical_score)
    assert hit.lexical_score


def test_a_paper_named_by_its_arxiv_id_comes_first_though_meaning_misses_it(index: Index) -> None:
    question = "1706.03762 networks of nodes"
    assert ids(index.search(question, ranking=Ranking(mode=Mode.SEMANTIC)))[0] == "labels"
    assert ids(index.search(question, ranking=Ranking(semantic_weight=0.5)))[0] == "music"


def test_stop_words_are_found_by_meaning_where_words_have_no_say(index: Index) -> None:
    assert len(ids(index.search("...", top_k=9))) == 5
    assert ids(index.search("...", ranking=Ranking(mode=Mode.LEXICAL))) == []


def test_quotes_and_minus_hold_for_papers_found_by_meaning_too(index: Index) -> None:
    assert ids(index.search('"graph networks" memory', top_k=9)) == ["protein"]
    assert sorted(ids(index.search("networks -nodes", top_k=9))) == ["attention", "music", "protein", "video"]


def test_a_phrase_that_no_paper_has_need_not_be_there_which_a_note_tells(index: Index) -> None:
    results = index.search('"no such words" memory', top_k=9)
    assert len(results.hits) == 5
    assert results.notes[0] == "No paper has “no such words”, so it need not be there word for word."


@settings(max_examples=25)
@given(st.integers(1, 50), st.sampled_from(Mode), st.sampled_from(Fusion), st.integers(1999, 2004))
def test_k_papers_come_in_each_mode_whenever_k_pass(top_k: int, mode: Mode, fusion: Fusion, year: int) -> None:
    with tempfile.TemporaryDirectory() as folder, built(ALL, Path(folder)) as index:
        passing = [paper.paper_id for paper in ALL if paper.year == year]
        ranking = Ranking(mode=mode, fusion=fusion)
        found = ids(index.search("fish", top_k=top_k, filters=Filters(years=YearRange(year, year)), ranking=ranking))
        assert len(found) == min(top_k, len(passing))
        assert set(found) <= set(passing)


@settings(max_examples=15)
@given(st.permutations(ALL), st.sampled_from(Fusion))
def test_answers_do_not_depend_on_the_order_in_which_papers_came(papers: list[Paper], fusion: Fusion) -> None:
    ranking = Ranking(fusion=fusion)
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        with built(ALL, Path(one)) as index:
            expected = index.search("fish number3 number5", top_k=20, ranking=ranking)
        with built(papers, Path(other)) as index:
            results = index.search("fish number3 number5", top_k=20, ranking=ranking)
    assert ids(results) == ids(expected)
    assert [hit.score for hit in results.hits] == pytest.approx([hit.score for hit in expected.hits], abs=2e-6)


def test_a_rebuild_answers_as_before(tmp_path: Path) -> None:
    with built(ALL, tmp_path) as index:
        index.remove(["p03"])
        before = ids(index.search("number3", top_k=20))
    update_index(tmp_path, [], encoder=HashedWordsEncoder(), rebuild=True)
    with Index.open(tmp_path) as index:
        assert ids(index.search("number3", top_k=20)) == before


def test_who_asks_for_more_than_each_side_brings_gets_the_same_papers_first(tmp_path: Path) -> None:
    many = [
        make_paper(f"p{n:03}", f"fish {n % 7} swim {n % 11} in {n % 13} water {n}", title="Fish") for n in range(450)
    ]
    with built(many, tmp_path) as index:
        assert ids(index.search("fish 5 swim 3", top_k=400))[:20] == ids(index.search("fish 5 swim 3", top_k=20))


def test_papers_of_the_same_text_have_the_same_score_and_come_by_id(tmp_path: Path) -> None:
    with built([make_paper(name, "The same words.", title="Same") for name in "dbac"], tmp_path) as index:
        for fusion in Fusion:
            hits = index.search("same words", ranking=Ranking(fusion=fusion)).hits
            assert [hit.paper_id for hit in hits] == ["a", "b", "c", "d"]
            assert len({hit.score for hit in hits}) == 1


def test_without_words_meaning_answers_with_a_note_and_words_alone_cannot(index: Index) -> None:
    for folder in index.folder.glob("lexical-*"):
        shutil.rmtree(folder)
    with Index.open(index.folder) as opened:
        results = opened.search("protein", top_k=1)
        assert (ids(results), results.mode) == (["protein"], Mode.SEMANTIC)
        assert results.notes[0].startswith("The words of this index are missing")
        with pytest.raises(IndexDamagedError, match=r"words of .* are missing"):
            opened.search("protein", ranking=Ranking(mode=Mode.LEXICAL))


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    "question", ["the", "of a", "?!", "-video", "-", '"', "日本語", "İ🎉", "a\x00b", "\ud800", "word " * 10_000]
)
def test_any_question_has_an_answer(tmp_path: Path, question: str, mode: Mode) -> None:
    with built([make_paper("one", "flat video")], tmp_path) as index:
        results = index.search(question, top_k=1000, ranking=Ranking(mode=mode))
        assert ids(results) in ([["one"]] if mode is not Mode.LEXICAL else [["one"], []])


@pytest.mark.parametrize("mode", Mode)
def test_an_index_without_papers_answers_nothing(index: Index, mode: Mode) -> None:
    index.remove([paper.paper_id for paper in index.papers()])
    assert ids(index.search("video", ranking=Ranking(mode=mode))) == []


def test_names_of_choices_will_do_and_wrong_values_are_refused(index: Index) -> None:
    by_name: Any = "lexical"
    assert index.search("video", ranking=Ranking(mode=by_name)).mode is Mode.LEXICAL
    wrong: list[dict[str, Any]] = [
        {"mode": "nonsense"},
        {"fusion": "nonsense"},
        {"semantic_weight": 1.1},
        {"semantic_weight": float("nan")},
        {"mmr_lambda": -0.1},
        {"mmr_lambda": True},
        {"reranker": 5},
    ]
    for values in wrong:
        with pytest.raises(UsageError):
            index.search("video", ranking=Ranking(**values))
