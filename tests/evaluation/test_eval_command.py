"""`semsearch eval`: its two forms, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
import typer

from evaluation.small import ranked, write_collection
from semsearch.choices import Mode
from semsearch.cli.commands import eval as command
from semsearch.cli.eval_lines import evaluation_lines, evaluations_object
from semsearch.errors import UsageError
from semsearch.evaluation.records import Comparison, Evaluation, Latency, MeasureValues, Result
from semsearch.evaluation.runs import write_run
from semsearch.records import Ranking
from semsearch.settings import CACHE_VARIABLE, FAKE_MODEL
from semsearch.significance import Interval

if TYPE_CHECKING:
    from pathlib import Path


def values(overall: float) -> MeasureValues:
    return MeasureValues(overall=overall, by_question={"q1": overall, "q2": overall})


FOUND = Evaluation(
    collection="small",
    index="/cache/small-0123",
    model="hashed-words",
    papers=1_200,
    questions=2,
    left_out=1,
    judgments=5,
    relevant=3,
    unknown_papers=0,
    depth=100,
    results=(
        Result(
            name="semantic",
            values={"nDCG@10": values(0.75), "Judged@10": values(0.5)},
            ranking=Ranking(mode=Mode.SEMANTIC),
            latency=Latency(mean_ms=2.25, p50_ms=2.0, p95_ms=1234.0),
        ),
        Result(name="bm25.run", values={"nDCG@10": values(0.5), "Judged@10": values(0.5)}, path="bm25.run"),
    ),
    comparisons=(
        Comparison(
            measure="nDCG@10",
            one="semantic",
            other="bm25.run",
            difference=0.25,
            interval=Interval(-0.1, 0.6),
            p_value=0.25,
            adjusted_p=0.25,
            better=2,
            equal=0,
            worse=0,
        ),
    ),
    notes=("A note.",),
)


def test_the_table_tells_every_figure_and_marks_the_best() -> None:
    assert list(evaluation_lines([FOUND])) == [
        "small · 1,200 papers · 2 questions (1 without judgments left out) · 5 judgments, 3 of them relevant",
        "hashed-words · /cache/small-0123",
        "",
        "          nDCG@10  Judged@10  mean ms  p50 ms   p95 ms",
        "semantic  0.7500*     0.5000      2.2     2.0  1,234.0",
        "bm25.run  0.5000      0.5000",
        "* best of these modes and runs",
        "",
        "nDCG@10  semantic − bm25.run  +0.2500  [-0.1000, +0.6000]  p = 0.2500  (2 / 0 / 0)",
        "",
        "Differences of means with 95 % confidence intervals; p of a two-sided paired randomization test,",
        "adjusted by Holm for the pairs of a measure; in brackets the questions at which the first is better,",
        "equal and worse.",
        "",
        "A note.",
    ]


def test_several_collections_end_in_their_mean() -> None:
    lines = list(evaluation_lines([FOUND, FOUND]))
    assert lines[-5:] == [
        "mean of 2 collections",
        "          nDCG@10  Judged@10",
        "semantic  0.7500*     0.5000",
        "bm25.run  0.5000      0.5000",
        "* best of these modes and runs",
    ]


def test_the_object_holds_all_figures_and_those_of_each_question_if_asked() -> None:
    told = evaluations_object([FOUND])
    assert list(told) == ["collections", "means"]
    (small,) = told["collections"]
    assert {name: small[name] for name in ("collection", "papers", "questions", "left_out", "depth")} == {
        "collection": "small",
        "papers": 1200,
        "questions": 2,
        "left_out": 1,
        "depth": 100,
    }
    assert small["results"][0] == {
        "name": "semantic",
        "ranking": {"mode": "semantic", "fusion": None, "semantic_weight": None, "reranker": None},
        "measures": {"nDCG@10": 0.75, "Judged@10": 0.5},
        "timings_ms": {"mean": 2.25, "p50": 2.0, "p95": 1234.0},
        "path": None,
    }
    assert (small["results"][1]["ranking"], small["results"][1]["timings_ms"]) == (None, None)
    assert small["comparisons"][0]["interval"] == {"low": -0.1, "high": 0.6}
    assert told["means"]["bm25.run"] == {"nDCG@10": 0.5, "Judged@10": 0.5}
    (small,) = evaluations_object([FOUND], per_question=True)["collections"]
    assert small["results"][0]["per_question"]["q2"] == {"nDCG@10": 0.75, "Judged@10": 0.5}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    return str(write_collection(tmp_path / "small", packed=True))


def run(*arguments: str) -> None:
    app = typer.Typer()
    app.command()(command.eval)
    app(list(arguments), standalone_mode=False)


def test_a_collection_is_evaluated_as_a_table_and_as_json(
    folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_run(ranked(q1="lamps", q2="fish"), tmp_path / "bm25.run")
    common = (folder, "--model", FAKE_MODEL, "--mode", "semantic", "--baseline", str(tmp_path / "bm25.run"))
    run(*common)
    out = capsys.readouterr().out
    assert out.startswith("small · 4 papers · 3 questions (1 without judgments left out) · 5 judgments")
    assert "\nbm25.run " in out
    run(*common, "--measure", "RR@10", "--runs", str(tmp_path / "runs"), "--format", "json", "--per-question")
    (small,) = json.loads(capsys.readouterr().out)["collections"]
    assert [result["name"] for result in small["results"]] == ["semantic", "bm25.run"]
    assert list(small["results"][0]["measures"]) == ["RR@10", "Judged@10"]
    assert small["results"][0]["per_question"]["q1"]["RR@10"] == 1.0
    assert (tmp_path / "runs" / "small.semantic.run").exists()


def test_figures_of_each_question_are_for_json(folder: str) -> None:
    with pytest.raises(UsageError, match="--format json"):
        run(folder, "--per-question")


def test_without_a_collection_the_command_says_what_it_takes() -> None:
    with pytest.raises(UsageError, match="--queries and --qrels"):
        run()
