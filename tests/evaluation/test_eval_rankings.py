"""`semsearch eval` with other rankings than the usual one, which no figure can be mistaken for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from evaluation.small import plan, write_collection
from semsearch.choices import Fusion, Mode
from semsearch.cli.eval_lines import evaluation_lines, evaluations_object
from semsearch.cli.main import main
from semsearch.cli.ranking_options import rankings_of
from semsearch.encoding.word_overlap import FAKE_RERANKER
from semsearch.evaluation.asking import run_name
from semsearch.evaluation.collections import beir_collection
from semsearch.evaluation.evaluation import evaluate
from semsearch.evaluation.runs import read_run
from semsearch.records import Ranking
from semsearch.settings import CACHE_VARIABLE, DEFAULT_RERANKER, FAKE_MODEL

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.evaluation.records import Collection


@pytest.fixture
def collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Collection:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    return beir_collection(write_collection(tmp_path / "small"))


@pytest.fixture
def folder(collection: Collection) -> str:
    return str(collection.qrels.parents[1])


def results(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, dict[str, Any]]:
    """What the command tells of each run, by its name."""
    assert main(["eval", *words, "--model", FAKE_MODEL, "--format", "json"]) == 0
    (small,) = json.loads(capsys.readouterr().out)["collections"]
    return {result["name"]: result for result in small["results"]}


@pytest.mark.parametrize(
    ("ranking", "name"),
    [
        (Ranking(), "hybrid"),
        (Ranking(mode=Mode.LEXICAL), "lexical"),
        (Ranking(fusion=Fusion.RRF), "hybrid-rrf"),
        (Ranking(semantic_weight=0.5), "hybrid-0.5"),
        (Ranking(mode=Mode.SEMANTIC, semantic_weight=0.5), "semantic"),
        (Ranking(mode=Mode.SEMANTIC, reranker="a/b"), "semantic-reranked"),
        (Ranking(fusion=Fusion.RRF, reranker="a/b"), "hybrid-rrf-reranked"),
    ],
)
def test_a_run_is_called_by_its_mode_and_by_what_is_unusual(ranking: Ranking, name: str) -> None:
    assert run_name(ranking) == name


def test_what_is_for_the_hybrid_mode_goes_to_it_alone_and_the_reranker_to_all() -> None:
    assert rankings_of((Mode.LEXICAL, Mode.HYBRID, Mode.LEXICAL), fusion=None, semantic_weight="0.5", rerank="m") == (
        Ranking(mode=Mode.LEXICAL, reranker="m"),
        Ranking(semantic_weight=0.5, reranker="m"),
    )
    assert rankings_of(Mode, fusion=None, semantic_weight=None, rerank=None) == tuple(
        Ranking(mode=each) for each in Mode
    )


def test_fusion_by_ranks_is_measured_under_a_name_of_its_own(
    folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = results(capsys, folder, "--fusion", "rrf", "--runs", str(tmp_path / "runs"))
    assert list(found) == ["hybrid-rrf", "semantic", "lexical"]
    assert [result["ranking"]["fusion"] for result in found.values()] == ["rrf", None, None]
    best = read_run(tmp_path / "runs" / "small.hybrid-rrf.run").answers["q1"][0]
    assert best.paper_id == "lamps"
    assert best.score == pytest.approx(2 / 61, rel=1e-6)


def test_the_semantic_weight_decides_between_both_sides(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = results(capsys, folder, "--semantic-weight", "1")
    assert list(found) == ["hybrid-1.0", "semantic", "lexical"]
    assert found["hybrid-1.0"]["ranking"] == {
        "mode": "hybrid",
        "fusion": "weighted-sum",
        "semantic_weight": 1.0,
        "reranker": None,
    }


def test_a_reranker_orders_the_answers_of_every_mode(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = results(capsys, folder, "--rerank", FAKE_RERANKER, "--mode", "semantic", "--mode", "lexical")
    assert list(found) == ["semantic-reranked", "lexical-reranked"]
    assert {result["ranking"]["reranker"] for result in found.values()} == {FAKE_RERANKER}


def test_the_table_tells_what_each_name_stands_for(collection: Collection) -> None:
    rankings = (Ranking(semantic_weight=0.5, reranker=FAKE_RERANKER), Ranking(fusion=Fusion.RRF), Ranking())
    found = evaluate(collection, plan(rankings=rankings, measures=("RR@10",)))
    lines = list(evaluation_lines([found]))
    assert lines[2:5] == [
        f"hybrid-0.5-reranked: mode hybrid, fusion weighted-sum, semantic weight 0.5, reranker {FAKE_RERANKER}",
        "hybrid-rrf: mode hybrid, fusion rrf",
        "",
    ]
    assert [line.split()[0] for line in lines[6:9]] == ["hybrid-0.5-reranked", "hybrid-rrf", "hybrid"]
    assert "The first 100 papers of an answer were reranked, as by semsearch search -k 100." in lines
    assert list(evaluations_object([found])["means"]) == ["hybrid-0.5-reranked", "hybrid-rrf", "hybrid"]


def test_reranked_answers_have_the_scores_of_the_reranker(collection: Collection, tmp_path: Path) -> None:
    """Of 6 words of q1, 5 stand in the paper on lamps, and of 3 words of q3, 2 in the one on moons."""
    ranking = Ranking(mode=Mode.SEMANTIC, reranker=FAKE_RERANKER)
    evaluate(collection, plan(rankings=(ranking,), runs=tmp_path))
    answers = read_run(tmp_path / "small.semantic-reranked.run").answers
    assert [answers[query_id][0].paper_id for query_id in ("q1", "q3")] == ["lamps", "moons"]
    assert [answers[query_id][0].score for query_id in ("q1", "q3")] == pytest.approx([5 / 6, 2 / 3], rel=1e-6)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--mode", "semantic", "--fusion", "rrf"), "--fusion rrf has no effect with --mode semantic.\n"),
        (("--mode", "lexical", "--semantic-weight", "1"), "--semantic-weight 1 has no effect with --mode lexical.\n"),
        (("--fusion", "rrf", "--semantic-weight", "0"), "--semantic-weight 0 has no effect with --fusion rrf.\n"),
        (("--semantic-weight", "2"), "--semantic-weight=2 is not a number from 0 to 1.\n"),
        (("--rerank=",), "--rerank= names no model.\n"),
        (("--rerank", "./nowhere"), "There is no folder './nowhere' with a model.\n"),
    ],
)
def test_what_search_refuses_is_refused_here_too(
    folder: str, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str
) -> None:
    assert main(["eval", folder, "--model", FAKE_MODEL, *words]) == 2
    assert f"semsearch: {message}" in capsys.readouterr().err


def test_a_folder_alone_behind_the_reranker_is_asked_about(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "--rerank", folder]) == 2
    assert capsys.readouterr().err == (
        f"semsearch: There is no folder: {folder} behind --rerank is taken for its value.\n"
        f"Give a folder too. If {folder} is your folder: --rerank -- {folder}\n"
    )


def test_with_own_questions_a_word_behind_the_reranker_is_its_model(
    folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ("--corpus", f"{folder}/corpus.jsonl", "--queries", f"{folder}/queries.jsonl")
    found = results(capsys, "--rerank", FAKE_RERANKER, *files, "--qrels", f"{folder}/qrels/test.tsv")
    assert found["hybrid-reranked"]["ranking"]["reranker"] == FAKE_RERANKER


def test_a_missing_reranker_is_explained(
    folder: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert main(["eval", folder, "--model", FAKE_MODEL, "--mode", "lexical", "--rerank"]) == 2
    told = capsys.readouterr().err
    assert DEFAULT_RERANKER in told
    assert "A cross-encoder in a folder works offline: --rerank=FOLDER." in told
