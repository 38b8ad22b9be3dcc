"""Answers ordered anew, made diverse, and explained."""

from __future__ import annotations

import re
import shutil
from dataclasses import fields, replace
from time import sleep
from typing import TYPE_CHECKING

import pytest

from making import make_paper
from meaning import MeaningEncoder
from semsearch.choices import Fusion, Mode, Precision
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.encoding.word_overlap import WordOverlapReranker
from semsearch.engine.index import Index
from semsearch.lexical.writing import LexicalDocument, update_lexical
from semsearch.records import Query, Ranking, Timings

if TYPE_CHECKING:
    from pathlib import Path


def test_a_reranker_orders_the_first_fifty_anew_and_brings_in_none_from_behind(tmp_path: Path) -> None:
    papers = [make_paper(f"p{number:02}", f"fish {'swim ' * (number % 5)}") for number in range(80)]
    with Index.build(papers, tmp_path, encoder=HashedWordsEncoder()) as index:
        plain = index.search("fish swim", top_k=80).hits
        hits = index.search("fish swim", top_k=50, ranking=Ranking(reranker="word-overlap")).hits
    assert {hit.paper_id for hit in hits} == {hit.paper_id for hit in plain[:50]}
    scores = [hit.score for hit in hits]
    assert scores == [hit.rerank_score for hit in hits] == sorted(scores, reverse=True)
    assert [hit.rank for hit in hits] == list(range(1, 51))


def test_who_asks_for_one_paper_gets_the_best_of_fifty_by_the_reranker(tmp_path: Path) -> None:
    """By meaning, cosines are 49 times 1, then 2/√(2 · 3) = 0.82 and 2/√(2 · 4) = 0.71; by words 0, then 1/2 and 1."""
    papers = [make_paper(f"p{number:02}", "automobiles drizzle") for number in range(49)]
    papers += [make_paper("fiftieth", "cars drizzle hats"), make_paper("behind", "cars rain hats night")]
    with Index.build(papers, tmp_path, encoder=MeaningEncoder()) as index:
        ranking = Ranking(mode=Mode.SEMANTIC)
        plain = index.search("cars rain", top_k=51, ranking=ranking).hits
        (hit,) = index.search("cars rain", top_k=1, ranking=replace(ranking, reranker="word-overlap")).hits
    assert (plain[0].paper_id, plain[49].paper_id, plain[50].paper_id) == ("p00", "fiftieth", "behind")
    assert (hit.paper_id, hit.rank, hit.score) == ("fiftieth", 1, 0.5)


@pytest.mark.parametrize("precision", [None, "float32", Precision.REFERENCE])
def test_a_reranker_is_loaded_once_in_the_precision_of_the_index_and_counts_for_the_first_question(
    index: Index, monkeypatch: pytest.MonkeyPatch, precision: Precision | None
) -> None:
    asked = []

    def load(name: str, *, precision: Precision | None) -> WordOverlapReranker:
        asked.append((name, precision))
        sleep(0.2)
        return WordOverlapReranker()

    monkeypatch.setattr("semsearch.encoding.rerankers.load_reranker", load)
    queries = [Query(text="video"), Query(text="protein")]
    with Index.open(index.folder, precision=precision) as opened:
        first, second = opened.search_all(queries, ranking=Ranking(reranker="model"))
    assert asked == [("model", None if precision is None else Precision(precision))]
    assert asked[0][1] is None or isinstance(asked[0][1], Precision)
    assert first.timings.rerank >= 200 > second.timings.rerank > 0


@pytest.mark.parametrize("reranker", [None, "word-overlap"])
def test_diversity_drops_a_twin_and_tells_its_cost(tmp_path: Path, reranker: str | None) -> None:
    texts = {"a": "fish swim", "b": "fish swim", "c": "fish fly"}
    papers = [make_paper(name, text, title="T") for name, text in texts.items()]
    with Index.build(papers, tmp_path, encoder=HashedWordsEncoder()) as index:
        results = index.search("fish swim", top_k=2, ranking=Ranking(mmr_lambda=0.1, reranker=reranker))
    assert [hit.paper_id for hit in results.hits] == ["a", "c"]
    (note,) = results.notes
    if reranker:  # b has both words of the question, c one: (1 + 1) / 2 and (1 + 1/2) / 2
        assert note == "Choosing diverse papers took the mean score from 1.000 to 0.750."
    else:
        assert re.fullmatch(r"Choosing diverse papers took the mean score from \S+ to \S+\.", note)


@pytest.mark.parametrize(
    ("top_k", "kept", "cost"),
    [
        (1, "a", "from 0.033 to 0.033"),  # 2/61 = 0.0328
        (2, "ac", "from 0.033 to 0.032"),  # (2/61 + 2/61) / 2, and (2/61 + 2/63) / 2 = 0.0323
        (3, "acb", "from 0.032 to 0.032"),  # the same three in another order
    ],
)
def test_the_cost_of_diversity_is_told_in_the_scores_of_the_answer(
    tmp_path: Path, top_k: int, kept: str, cost: str
) -> None:
    """By ranks, the twins a and b share the first place on both sides, and c has the third on both."""
    texts = {"a": "fish swim", "b": "fish swim", "c": "fish fly"}
    papers = [make_paper(name, text, title="T") for name, text in texts.items()]
    with Index.build(papers, tmp_path, encoder=HashedWordsEncoder()) as index:
        ranking = Ranking(mmr_lambda=0.1, fusion=Fusion.RRF)
        results = index.search("fish swim", top_k=top_k, ranking=ranking)
    assert [hit.paper_id for hit in results.hits] == list(kept)
    assert results.notes == (f"Choosing diverse papers took the mean score {cost}.",)


def test_an_answer_without_papers_tells_no_cost_of_diversity(index: Index) -> None:
    results = index.search("zeppelins", ranking=Ranking(mode=Mode.LEXICAL, mmr_lambda=0.1))
    assert (results.hits, results.notes) == ((), ())


def test_evidence_tells_ranks_and_words_as_they_were_typed(index: Index) -> None:
    first, *others = index.search("Network protein", top_k=5, evidence=True).hits
    assert first.evidence is not None
    assert first.paper_id == "protein"
    assert (first.evidence.semantic_rank, first.evidence.lexical_rank) == (1, 1)
    assert first.evidence.matched_words == ("Network", "protein")
    labels = next(hit.evidence for hit in others if hit.paper_id == "labels")
    assert labels is not None
    assert (labels.lexical_rank, labels.matched_words) == (2, ("Network",))
    music = next(hit.evidence for hit in others if hit.paper_id == "music")
    assert music is not None
    assert (music.lexical_rank, music.matched_words) == (None, ())


def test_evidence_comes_only_if_it_is_asked_for(index: Index) -> None:
    assert all(hit.evidence is None for hit in index.search("video").hits)


@pytest.mark.parametrize(
    ("ranking", "ran"),
    [
        (Ranking(), {"encode", "semantic", "lexical", "fuse", "fetch"}),
        (Ranking(mode=Mode.SEMANTIC), {"encode", "semantic", "fetch"}),
        (Ranking(mode=Mode.LEXICAL), {"lexical", "fetch"}),
        (Ranking(reranker="word-overlap", mmr_lambda=0.5), {"encode", "rerank", "diversify"}),
    ],
)
def test_each_stage_that_ran_took_time_and_the_total_is_their_sum(
    index: Index, ranking: Ranking, ran: set[str]
) -> None:
    timings = index.search("video", ranking=ranking, snippets=False).timings
    assert all(getattr(timings, name) > 0 for name in ran)
    assert timings.total == pytest.approx(sum(getattr(timings, each.name) for each in fields(Timings)))


def test_related_papers_are_scored_by_meaning_alone(index: Index) -> None:
    results = index.related(["protein"])
    assert results.mode is Mode.SEMANTIC
    assert all(hit.score == hit.semantic_score and hit.lexical_score is None for hit in results.hits)


@pytest.mark.parametrize("words", ["lost", "empty", "of papers that are gone"])
def test_related_papers_are_the_same_whatever_became_of_the_words(index: Index, words: str) -> None:
    """The scores are cosines of hashed words, which both papers about networks lead."""
    expected = index.related(["protein"], top_k=5)
    (folder,) = index.folder.glob("lexical-*")
    if words == "lost":
        shutil.rmtree(folder)
    elif words == "empty":
        update_lexical(folder, anew=True)
    else:
        update_lexical(folder, add=[LexicalDocument(row, "protein folding") for row in range(5, 20)], remove=range(5))
    with Index.open(index.folder) as opened:
        results = opened.related(["protein"], top_k=5)
    assert results.hits[0].paper_id == "labels"
    assert replace(results, timings=Timings()) == replace(expected, timings=Timings())
    assert results.notes == ()
