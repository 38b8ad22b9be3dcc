"""`semsearch tune`: what it prints, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from cli.running import PYTHON_PATH
from semsearch.cli.main import main
from semsearch.cli.tune_lines import _ON_DIFFERENCES, tuning_lines, tuning_object
from tuning.reports import PAIRS, report

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.tuning.records import Progress, TuningPlan, TuningReport

TUNE = "semsearch.tuning.tuning.tune"


def test_the_table_shows_before_and_after_and_what_to_do_next() -> None:
    assert list(tuning_lines(report())) == [
        "/somewhere/models/all-MiniLM-L6-v2 · 420 questions to learn from, 90 to choose by, 90 to judge by",
        "examples: 420 of questions, 210 of titles · 56 steps · 6 min 40 s",
        "weights: 0.75 of the tuned, 0.25 of the base model",
        "",
        "                        questions  papers  RR@10 before   after  Success@10 before   after",
        "held-out questions             90   2,000        0.5000  0.6000             0.7000  0.8000",
        "titles of other papers        300   1,000        0.9000  0.9000             0.9500  0.9500",
        "",
        "held-out questions      RR@10 +0.1000  [+0.0500, +0.1500]  p = 0.0010  (30 / 10)",
        "titles of other papers  RR@10 +0.0000                      p = 1.0000    (0 / 0)",
        *textwrap.wrap(_ON_DIFFERENCES, 100),
        "",
        "A note.",
        "models/mine: the tuned model. To use it, encode the papers again:",
        "  semsearch index --rebuild --model models/mine --index 'my index'",
    ]


def test_the_table_says_why_a_model_is_not_kept() -> None:
    lines = list(tuning_lines(report(objections=("It is no better.",), other_fields=None, notes=())))
    assert lines[-2:] == ["The tuned model is not kept:", "It is no better."]
    assert not any("--rebuild" in line for line in lines)


def test_json_has_all_figures() -> None:
    told = tuning_object(report())
    assert told["is_kept"] is True
    assert told["examples"] == {"questions": 420, "titles": 210}
    assert told["shares"][0] == {"share": 0.75, "reciprocal_rank": 0.61}
    assert told["options"]["learning_rate"] == 3e-5
    assert told["train"] == {"questions": 420, "papers": 210}
    assert told["pairs"] == {
        "questions": 90,
        "papers": 2000,
        "base": {"reciprocal_rank": 0.5, "success": 0.7},
        "tuned": {"reciprocal_rank": 0.6, "success": 0.8},
        "interval": {"low": 0.05, "high": 0.15},
        "p_value": 0.001,
        "better": 30,
        "worse": 10,
        "difference": 0.1,
    }
    assert told["other_fields"]["interval"] is None
    assert told["next"] == "semsearch index --rebuild --model models/mine --index 'my index'"
    assert tuning_object(report(objections=("No.",)))["next"] is None


def test_a_figure_without_an_interval_has_none() -> None:
    lines = list(tuning_lines(report(pairs=replace(PAIRS, interval=None), other_fields=None)))
    assert "held-out questions  RR@10 +0.1000    p = 0.0010  (30 / 10)" in lines


def test_the_sample_is_tuned_as_its_user_would(
    sample_index: Path,
    sample_pairs: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    words = f"tune --pairs {sample_pairs} --output mine -i {sample_index} --format json --epochs 1 --batch 64"
    code = main([*words.split(), "--learning-rate", "0"])
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert code == 1
    assert (told["is_kept"], told["output"], told["options"]["batch"]) == (False, "mine", 64)
    assert told["pairs"]["base"] == told["pairs"]["tuned"]
    assert (
        err.splitlines()[0] == f"looking for hard negatives of {told['examples']['questions']} pairs in {sample_index}"
    )
    assert not (tmp_path / "mine").exists()


def fake(result: TuningReport | BaseException) -> object:
    def tune(plan: TuningPlan, *, progress: Progress) -> TuningReport:
        from semsearch.tuning.records import TrainingProgress

        progress(TrainingProgress(steps=0, total_steps=56))
        progress(TrainingProgress(steps=5, total_steps=56, seconds=400.0))
        if isinstance(result, BaseException):
            raise result
        return replace(result, output=str(plan.output))

    return tune


def run(tmp_path: Path, *more: str) -> int:
    return main(["tune", "--pairs", "pairs.jsonl", "--output", str(tmp_path / "mine"), *more])


@pytest.mark.parametrize(("objections", "code"), [((), 0), (("It is no better.",), 1)])
def test_the_exit_code_tells_whether_the_model_is_kept(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    objections: tuple[str, ...],
    code: int,
) -> None:
    monkeypatch.setattr(TUNE, fake(report(objections=objections)))
    assert run(tmp_path) == code
    out, err = capsys.readouterr()
    assert "held-out questions" in out
    assert err == "56 steps to train, then judge: about 6 min 40 s from here\n"


def test_an_interruption_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TUNE, fake(KeyboardInterrupt()))
    assert run(tmp_path) == 130
    assert capsys.readouterr().err.endswith("run the same command again to continue.\n")


@pytest.mark.parametrize(
    "wrong", [["--epochs", "0"], ["--batch", "1"], ["--learning-rate", "-1"], ["--max-tokens", "1"], ["--seed", "-1"]]
)
def test_options_out_of_range_are_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: list[str]
) -> None:
    assert run(tmp_path, *wrong) == 2
    assert wrong[0] in capsys.readouterr().err


def test_a_missing_file_of_pairs_is_told_without_loading_torch(sample_index: Path, tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from semsearch.cli.main import main\n"
        f"code = main(['tune', '--pairs', 'none', '--output', {str(tmp_path / 'm')!r}, '-i', {str(sample_index)!r}])\n"
        "print(code, {'torch', 'transformers', 'datasets', 'accelerate'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=PYTHON_PATH)
    assert done.stdout == "3 set()\n"
    assert "none does not exist" in done.stderr
