"""Each option of the ranking has its effect through the command, wherever it stands, or says why it has none."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from itertools import permutations
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from making import make_paper
from semsearch.choices import Fusion, Mode
from semsearch.cli.ranking_options import ranking_of
from semsearch.encoding.word_overlap import FAKE_RERANKER
from semsearch.engine.index import Index
from semsearch.errors import ModelNotFoundError, RerankerNotFoundError
from semsearch.records import Ranking
from semsearch.settings import DEFAULT_RERANKER, DEFAULT_SEMANTIC_WEIGHT, FAKE_MODEL, INDEX_VARIABLE

if TYPE_CHECKING:
    from pathlib import Path

    from cli.running import Run

QUESTION = "linear attention for long texts"
PAPERS = (
    make_paper("same1", "linear attention for long texts"),
    make_paper("same2", "linear attention for long texts."),
    make_paper("other", "attention of drivers in traffic"),
    make_paper("bread", "bread rises in a warm oven"),
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ranked") / "index"
    Index.build(PAPERS, folder, model=FAKE_MODEL).close()
    return folder


@pytest.fixture(autouse=True)
def index(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(INDEX_VARIABLE, str(built))


def answer(run: Run, *words: str) -> dict[str, Any]:
    outcome = run("search", *words, "-f", "json")
    assert outcome.code == 0, outcome.err
    found: dict[str, Any] = json.loads(outcome.out)
    return found


def scores(run: Run, *words: str) -> list[float]:
    return [hit["score"] for hit in answer(run, QUESTION, *words)["hits"]]


def test_without_options_the_ranking_is_the_usual_one() -> None:
    assert ranking_of(mode=Mode.HYBRID, fusion=None, semantic_weight=None, rerank=None, diverse=None) == Ranking()


def test_options_are_the_fields_of_the_ranking() -> None:
    assert ranking_of(
        mode=Mode.HYBRID, fusion=Fusion.WEIGHTED_SUM, semantic_weight="0.25", rerank="m", diverse="1"
    ) == Ranking(semantic_weight=0.25, reranker="m", mmr_lambda=1.0)


def test_fusion_by_ranks_gives_sums_of_one_over_60_and_more(run: Run) -> None:
    assert scores(run, "--fusion", "rrf")[0] == pytest.approx(2 / 61, abs=1e-6)
    assert scores(run, "--fusion", "RRF") == scores(run, "--fusion", "rrf")
    assert scores(run, "--fusion", "weighted-sum") == scores(run)


def test_the_semantic_weight_decides_which_paper_comes_first(run: Run) -> None:
    """Most of the question is in same1; its rarest word, which counts most by words alone, is in bread."""

    def first(*words: str) -> str:
        return run("search", "linear attention bread", *words, "-k", "1", "-f", "ids").out

    assert first() == first("--semantic-weight", "1") == "same1\n"
    assert first("--semantic-weight", "0") == "bread\n"
    assert scores(run, "--semantic-weight", str(DEFAULT_SEMANTIC_WEIGHT)) == scores(run)


@pytest.mark.parametrize("option", [("--rerank", FAKE_RERANKER), (f"--rerank={FAKE_RERANKER}",)])
def test_the_reranker_scores_papers_wherever_it_stands(run: Run, option: tuple[str, ...]) -> None:
    for order in permutations([(QUESTION,), option, ("-k", "3"), ("--why",)]):
        hits = answer(run, *(word for words in order for word in words))["hits"]
        assert [hit["paper_id"] for hit in hits] == ["same1", "same2", "other"]
        assert [hit["score"] for hit in hits] == [hit["rerank_score"] for hit in hits] == [1.0, 1.0, 0.2]


def test_the_time_of_reranking_is_told_on_stderr(run: Run, tmp_path: Path) -> None:
    outcome = run("search", QUESTION, "--rerank", FAKE_RERANKER, "-f", "ids", "-k", "1")
    assert outcome.out == "same1\n"
    assert re.fullmatch(r"Reranking took [\d.]+ m?s\.\n", outcome.err)
    (tmp_path / "questions").write_text("attention\nbread\n")
    many = run("search", "--questions", str(tmp_path / "questions"), "--rerank", FAKE_RERANKER, "-f", "ids")
    assert re.fullmatch(r"Reranking took [\d.]+ m?s, [\d.]+ m?s a question\.\n", many.err)


def test_a_lone_word_behind_the_reranker_is_the_question_and_the_usual_model_is_used(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def fail(name: str, **_: object) -> NoReturn:
        asked.append(name)
        raise RerankerNotFoundError(f"The model {name!r} is not here.", fix="Check the name.")

    monkeypatch.setattr("semsearch.encoding.rerankers.load_reranker", fail)
    outcome = run("search", "--rerank", QUESTION)
    assert asked == [DEFAULT_RERANKER]
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        f"semsearch: The model '{DEFAULT_RERANKER}' is not here.\n"
        "Check the name. A cross-encoder in a folder works offline: --rerank=FOLDER.\n"
    )


def test_a_missing_encoder_is_no_matter_of_rerankers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the message names the reranker, as where both have one name."""

    def fail(*_: object, **__: object) -> NoReturn:
        raise ModelNotFoundError(f"The model {FAKE_RERANKER} is not here.", fix="Check the name.")

    monkeypatch.setattr("semsearch.engine.encoder_choice.ChosenEncoder.load", fail)
    outcome = run("search", QUESTION, "--rerank", FAKE_RERANKER)
    assert (outcome.code, outcome.err) == (2, f"semsearch: The model {FAKE_RERANKER} is not here.\nCheck the name.\n")


@pytest.mark.parametrize("words", ["--diverse=0.1", "--diverse 0.1"])
def test_diverse_papers_come_before_one_that_repeats_the_first_and_their_cost_is_told(run: Run, words: str) -> None:
    assert run("search", QUESTION, "-k", "2", "-f", "ids").out == "same1\nsame2\n"
    for order in ([QUESTION, *words.split()], [*words.split(), QUESTION]):
        outcome = run("search", *order, "-k", "2", "-f", "ids")
        first, second = outcome.out.split()
        assert (first, second in {"other", "bread"}) == ("same1", True)
        assert outcome.err.startswith("Choosing diverse papers took the mean score from ")


def test_without_a_number_diverse_papers_are_chosen_with_the_usual_one(run: Run) -> None:
    usual = answer(run, QUESTION, "--diverse=0.7")["hits"]
    assert answer(run, QUESTION, "--diverse")["hits"] == usual
    assert answer(run, "--diverse", QUESTION)["hits"] == usual


def test_why_is_told_only_if_asked_for(run: Run) -> None:
    assert "why:" not in run("search", QUESTION).out
    assert re.search(r"why: meaning \w+ \([\d.]+\) +· words 1st \(", run("search", QUESTION, "--why").out)
    (hit,) = answer(run, QUESTION, "--why", "-k", "1")["hits"]
    assert hit["evidence"]["lexical_rank"] == 1
    assert {"linear", "attention", "long", "texts"} <= set(hit["evidence"]["matched_words"])
    assert answer(run, QUESTION)["hits"][0]["evidence"] is None


def test_why_is_told_for_each_of_many_questions(run: Run, tmp_path: Path) -> None:
    (tmp_path / "questions").write_text("attention\nbread\n")
    out = run("search", "--questions", str(tmp_path / "questions"), "--why", "-k", "1", "-f", "csv").out
    assert [row["matched_words"] for row in csv.DictReader(io.StringIO(out))] == ["attention", "bread"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "--mode semantic --fusion rrf",
            "--fusion rrf has no effect with --mode semantic.\nLeave one of them out, or ",
        ),
        ("--mode lexical --semantic-weight 1", "--semantic-weight 1 has no effect with --mode lexical.\n"),
        (
            "--fusion rrf --semantic-weight 0",
            "--semantic-weight 0 has no effect with --fusion rrf.\nLeave one of them ",
        ),
        ("--semantic-weight 2", "--semantic-weight=2 is not a number from 0 to 1.\nWrite, for example, --semantic-w"),
        ("--semantic-weight nan", "--semantic-weight=nan is not a number from 0 to 1.\n"),
        ("--diverse much", "--diverse=much is not a number from 0 to 1.\nWrite, for example, --diverse=0.5.\n"),
        ("--diverse -1", "--diverse=-1 is not a number from 0 to 1.\n"),
        ("--diverse=", "--diverse= is not a number from 0 to 1.\n"),
        ("--rerank=", "--rerank= names no model.\nWrite --rerank=MODEL, or --rerank alone for the usual one.\n"),
        ("--rerank ./nowhere", "There is no folder './nowhere' with a model.\n"),
        ("--fusion best", "Invalid value for '--fusion': 'best' is not one of 'weighted-sum', 'rrf'.\n"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_do_instead(run: Run, words: str, message: str) -> None:
    outcome = run("search", "fish", *shlex.split(words))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"semsearch: {message}")


def test_a_number_alone_is_no_question(run: Run) -> None:
    outcome = run("search", "--diverse", "0.5")
    assert outcome.code == 2
    assert outcome.err == (
        "semsearch: There is no question: 0.5 behind --diverse is taken for its value.\n"
        "Give a question too. If 0.5 is your question: --diverse -- 0.5\n"
    )
    assert run("search", "--diverse", "0.5", "--help").code == 0
