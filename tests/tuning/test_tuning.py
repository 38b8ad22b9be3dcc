"""A whole tuning, of a small random model on the sample corpus."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from semsearch.encoding.encoders import load_encoder
from semsearch.encoding.prepared.cache import prepared_models
from semsearch.engine.index import Index
from semsearch.engine.updating import update_index
from semsearch.errors import SourceError, UsageError
from semsearch.tuning.records import TrainingOptions, TrainingProgress, TuningPlan, TuningReport
from semsearch.tuning.tuning import tune
from tuning.reports import PAIRS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# Of these, the gain is far from chance: with this seed RR@10 goes from below 0.01 to about 0.2, and with others alike.
OPTIONS = TrainingOptions(epochs=8, batch=16, learning_rate=0.004, max_tokens=64, seed=3)


@pytest.fixture
def tuned(sample_index: Path, sample_pairs: Path, tmp_path: Path) -> Callable[..., TuningReport]:
    def run(
        *, options: TrainingOptions = OPTIONS, progress: Callable[[TrainingProgress], None] | None = None
    ) -> TuningReport:
        plan = TuningPlan(
            index=sample_index, pairs=str(sample_pairs), output=tmp_path / "models" / "mine", options=options
        )
        return tune(plan, progress=progress)

    return run


def interrupt(progress: TrainingProgress) -> None:
    """Stop after the second checkpoint, of which there are two in each of the eight epochs."""
    if progress.steps > progress.total_steps // 7:
        raise KeyboardInterrupt


def test_a_better_model_is_kept_and_the_index_takes_it(
    tuned: Callable[..., TuningReport], sample_index: Path, tmp_path: Path
) -> None:
    report = tuned()
    assert report.is_kept, report.objections
    assert report.pairs.difference > 0
    # 186 pairs; groups of papers that share a question go together, and none is in two parts.
    assert report.train.papers + report.development.papers + report.held_out.papers <= 199
    assert report.train.questions + report.development.questions + report.held_out.questions == 89
    assert [task.name for task in report.examples] == ["questions", "titles", "sentences"]
    assert [each.share for each in report.shares] == [1.0, 0.75, 0.5, 0.25, 0.0]

    output = tmp_path / "models" / "mine"
    assert [path.name for path in output.parent.iterdir()] == ["mine"]
    assert f"| {report.pairs.tuned.reciprocal_rank:.4f} |" in (output / "README.md").read_text(encoding="utf-8")
    assert not any("unfinished" in each.fingerprint.model for each in prepared_models())
    assert load_encoder(str(output)).max_tokens == 64

    with Index.open(sample_index) as index:
        papers = list(index.papers())
    Index.build(papers, tmp_path / "copy", model=str(output)).close()
    rebuilt = update_index(tmp_path / "copy", [], model=str(output), rebuild=True)
    assert rebuilt.papers == len(papers) == 199


def test_a_model_that_learned_nothing_is_not_kept(tuned: Callable[..., TuningReport], tmp_path: Path) -> None:
    report = tuned(options=TrainingOptions(epochs=1, batch=64, learning_rate=0.0))
    (objection,) = report.objections
    figure = f"{report.pairs.base.reciprocal_rank:.4f}"
    assert objection == f"It is no better on the held-out part: RR@10 {figure} before, {figure} after."
    assert not report.is_kept
    assert list((tmp_path / "models").iterdir()) == []


def test_an_interrupted_tuning_goes_on_to_a_whole_model(tuned: Callable[..., TuningReport], tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        tuned(progress=interrupt)
    assert [path.name for path in (tmp_path / "models").iterdir()] == ["mine.unfinished"]

    told: list[TrainingProgress] = []
    resumed = tuned(progress=told.append)
    assert told[0].steps > 0
    assert resumed.is_kept
    assert [path.name for path in (tmp_path / "models").iterdir()] == ["mine"]


def test_an_interrupted_tuning_with_other_options_begins_again(tuned: Callable[..., TuningReport]) -> None:
    with pytest.raises(KeyboardInterrupt):
        tuned(progress=interrupt)
    steps: list[int] = []

    def look(progress: TrainingProgress) -> None:
        steps.append(progress.steps)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tuned(options=replace(OPTIONS, learning_rate=0.003), progress=look)
    assert steps == [0]


def test_too_few_pairs_are_told_before_anything_is_trained(
    sample_index: Path, sample_pairs: Path, tmp_path: Path
) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text("".join(sample_pairs.read_text().splitlines(keepends=True)[:12]))
    plan = TuningPlan(index=sample_index, pairs=str(few), output=tmp_path / "mine", options=OPTIONS)
    with pytest.raises(SourceError, match="12 pairs of papers in the index; it takes 50"):
        tune(plan)
    assert [path.name for path in tmp_path.iterdir()] == ["few.jsonl"]


def test_an_output_that_is_there_is_told_before_anything_is_read(sample_index: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "weights").write_text("…")
    plan = TuningPlan(index=sample_index, pairs="nowhere", output=tmp_path / "mine", options=OPTIONS)
    with pytest.raises(UsageError, match="is there already"):
        tune(plan)


def test_a_gain_that_may_be_chance_is_kept_with_a_note(
    tuned: Callable[..., TuningReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("semsearch.tuning.tuning.judged", lambda *_: replace(PAIRS, p_value=0.2))
    report = tuned(options=TrainingOptions(epochs=1, batch=64, learning_rate=0.0))
    assert report.is_kept
    assert report.notes[-1] == "The gain on the held-out part may be chance (p = 0.20); more pairs would tell."
