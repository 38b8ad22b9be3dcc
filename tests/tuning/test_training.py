"""The training: what it learns, what it leaves alone, and how it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from making import save_small_model
from semsearch.errors import SemsearchError
from semsearch.tuning.base import base_source, load_base
from semsearch.tuning.development import copy_of_weights, evaluator_of, measured
from semsearch.tuning.records import TrainingOptions, TrainingProgress
from semsearch.tuning.tasks import Example, Task
from semsearch.tuning.training import _dataset, _loss, _prompts, last_checkpoint, train
from semsearch.tuning.trials import Trial, TrialQuestion
from semsearch.tuning.watching import TIMED, Watching

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sentence_transformers import SentenceTransformer

# Each word is asked for another one, which a random model cannot know; what the next word is asked for is wrong.
MEANINGS = {"graph": "protein", "network": "video", "attention": "depth", "folding": "by"}
WRONG = ("video", "depth", "by", "protein")
EXAMPLES = tuple(
    Example(f"{word} {filler}", f"{meaning} {filler}", f"{wrong} {filler}")
    for (word, meaning), wrong in zip(MEANINGS.items(), WRONG, strict=True)
    for filler in ("the", "of", "a", "from")
)
TASKS = (Task("questions", EXAMPLES), Task("titles", tuple(Example(each.anchor, each.positive) for each in EXAMPLES)))
TRIAL = Trial(
    tuple(TrialQuestion(each.anchor, frozenset({each.positive})) for each in EXAMPLES),
    {text: text for text in sorted(each.positive for each in EXAMPLES)},
)
OPTIONS = TrainingOptions(epochs=4, batch=4, learning_rate=0.01, max_tokens=8)


def trained(
    model: SentenceTransformer,
    folder: Path,
    *,
    options: TrainingOptions = OPTIONS,
    progress: Callable[[TrainingProgress], None] = lambda _: None,
) -> int:
    watching = Watching(progress, evaluation_seconds=2.0, later_seconds=30.0)
    return train(model, TASKS, evaluator_of(TRIAL), options=options, checkpoints=folder, watching=watching)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """It learns to the end, even while nothing becomes better."""
    monkeypatch.setattr("semsearch.tuning.training._PATIENCE", 100)


@pytest.fixture
def model(tmp_path: Path) -> SentenceTransformer:
    return load_base(base_source(str(save_small_model(tmp_path / "small", spread=0.3))))


@pytest.mark.usefixtures("patient")
def test_a_model_learns_which_words_answer_which(model: SentenceTransformer, tmp_path: Path) -> None:
    evaluator = evaluator_of(TRIAL)
    assert measured(model, evaluator).reciprocal_rank < 0.5
    told: list[TrainingProgress] = []
    steps = trained(model, tmp_path / "checkpoints", progress=told.append)
    assert measured(model, evaluator).reciprocal_rank > 0.8
    assert model.max_seq_length == 16  # narrowed to 8 only while it learned
    # 16 examples of each task in batches of 4 are 8 steps an epoch.
    assert {each.total_steps for each in told} == {32}
    assert [each.steps for each in told] == [*range(steps + 1), steps]  # and once more at the end
    (timed,) = [(each.steps, each.seconds) for each in told if each.seconds is not None]
    # 27 steps are left, with an evaluation after every 4 of them: 6 of 2 s, and 30 s of what comes after.
    assert timed[0] == TIMED
    assert 42 < timed[1] < 42 + 27  # a step is far below a second


def test_a_training_ends_when_two_evaluations_in_a_row_bring_nothing(
    model: SentenceTransformer, tmp_path: Path
) -> None:
    """There is one after every 4 of the 32 steps; with a rate of 0 none is better than the first."""
    idle = TrainingOptions(epochs=4, batch=4, learning_rate=0.0, max_tokens=8)
    told: list[TrainingProgress] = []
    assert trained(model, tmp_path / "checkpoints", options=idle, progress=told.append) == 12
    assert told[-1] == TrainingProgress(steps=12, total_steps=12)


@pytest.mark.usefixtures("patient")
def test_an_interrupted_training_ends_with_the_weights_of_one_that_was_not(tmp_path: Path) -> None:
    def fresh(name: str) -> SentenceTransformer:
        return load_base(base_source(str(save_small_model(tmp_path / name, spread=0.3))))

    options = TrainingOptions(epochs=2, batch=4, learning_rate=0.01, max_tokens=8)
    whole, broken, resumed = fresh("whole"), fresh("broken"), fresh("resumed")
    assert trained(whole, tmp_path / "a", options=options) == 16

    def interrupt(progress: TrainingProgress) -> None:
        if progress.steps == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        trained(broken, tmp_path / "b", options=options, progress=interrupt)
    told: list[TrainingProgress] = []
    assert trained(resumed, tmp_path / "b", options=options, progress=told.append) == 16
    assert told[0].steps == 8  # the last checkpoint before the tenth step
    expected = copy_of_weights(whole)
    for name, weights in copy_of_weights(resumed).items():
        assert bool((weights - expected[name]).abs().max() < 1e-5), name


def test_a_checkpoint_that_was_not_written_to_its_end_does_not_count(tmp_path: Path) -> None:
    assert last_checkpoint(tmp_path / "nowhere") is None
    for step, is_whole in ((8, True), (16, True), (100, False)):
        folder = tmp_path / f"checkpoint-{step}"
        folder.mkdir()
        if is_whole:
            (folder / "trainer_state.json").write_text("{}")
    assert last_checkpoint(tmp_path) == tmp_path / "checkpoint-16"


def test_weights_that_are_no_numbers_anymore_are_an_error(model: SentenceTransformer, tmp_path: Path) -> None:
    with pytest.raises(SemsearchError, match="went astray") as caught:
        trained(model, tmp_path / "checkpoints", options=TrainingOptions(epochs=1, batch=4, learning_rate=1e30))
    assert "--learning-rate" in caught.value.fix


def test_a_training_that_breaks_off_says_why(model: SentenceTransformer, tmp_path: Path) -> None:
    def fail(_: TrainingProgress) -> None:
        raise RuntimeError("not enough memory: you tried to allocate 9 GB.\nmore")

    with pytest.raises(SemsearchError, match=r"broke off: not enough memory: you tried to allocate 9 GB\.") as caught:
        trained(model, tmp_path / "checkpoints", progress=fail)
    assert "smaller --batch" in caught.value.fix


def test_the_prompts_of_a_model_are_put_before_what_it_learns(tmp_path: Path) -> None:
    prompted = save_small_model(tmp_path / "prompted", prompts={"query": "video ", "document": "depth "})
    expected = {"anchor": "video ", "positive": "depth ", "negative": "depth "}
    assert _prompts(load_base(base_source(str(prompted)))) == expected
    plain = save_small_model(tmp_path / "plain")
    assert _prompts(load_base(base_source(str(plain)))) is None


def test_a_task_without_negatives_has_no_column_for_them() -> None:
    assert [_dataset(task).column_names for task in TASKS] == [
        ["anchor", "positive", "negative"],
        ["anchor", "positive"],
    ]


def test_a_table_of_word_vectors_is_tuned_too(tmp_path: Path) -> None:
    import numpy as np
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0, "graph": 1, "video": 2}, unk_token="[UNK]"))  # noqa: S106 - a word
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    static = StaticEmbedding(tokenizer, embedding_weights=np.eye(3, 8, dtype=np.float32))
    SentenceTransformer(modules=[static]).save(str(tmp_path / "static"))
    assert type(_loss(load_base(base_source(str(tmp_path / "static"))))).__name__ == "MultipleNegativesRankingLoss"
