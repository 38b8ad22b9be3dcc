"""The training itself, by the trainer and the losses of sentence-transformers."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

from datasets import Dataset
from sentence_transformers import SentenceTransformerTrainer, SentenceTransformerTrainingArguments
from sentence_transformers.base.sampler import BatchSamplers, MultiDatasetBatchSamplers
from sentence_transformers.sentence_transformer.losses import (
    CachedMultipleNegativesRankingLoss,
    MultipleNegativesRankingLoss,
)
from transformers import EarlyStoppingCallback, PrinterCallback, ProgressCallback

from semsearch.encoding.loading import window
from semsearch.encoding.prompts import document_prompt, query_prompt
from semsearch.errors import SemsearchError, first_line
from semsearch.tuning.development import MEASURE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.evaluation import InformationRetrievalEvaluator
    from torch import nn
    from transformers import TrainerCallback

    from semsearch.tuning.records import TrainingOptions
    from semsearch.tuning.tasks import Task

logger = logging.getLogger(__name__)

_SCALE: Final = 20.0  # one over the temperature, 0.05
_AT_ONCE: Final = 16  # texts whose activations are in memory together: 2 GB in all for the default model; 96 took 5
_WARM_UP: Final = 0.1  # of the steps
_EVALUATIONS: Final = 2  # in each epoch, each followed by a checkpoint
_PATIENCE: Final = 2  # evaluations without a better one
_STATE: Final = "trainer_state.json"  # what the trainer writes into a checkpoint last of all


class _Trainer(SentenceTransformerTrainer):
    def add_model_card_callback(self, default_args_dict: dict[str, Any]) -> None:
        """Gather nothing for a card; ours is written at the end."""


def train(
    model: SentenceTransformer,
    tasks: Sequence[Task],
    evaluator: InformationRetrievalEvaluator,
    *,
    options: TrainingOptions,
    checkpoints: Path,
    watching: TrainerCallback,
) -> int:
    """Train a model, and leave in it the weights that were best on the development part; returns the steps done.

    Batches are of one task each, in proportion to how many examples it has, and no text is twice in a batch, since it
    would be its own negative. The loss is InfoNCE over the batch (van den Oord et al. 2018, Henderson et al. 2017), its
    gradient computed piece by piece, so that memory does not grow with the batch (Gao et al. 2021).

    Args:
        model: Its window is narrowed to `max_tokens` while it learns.
        tasks: With one example each at least.
        evaluator: Of the development part.
        options: Of the training.
        checkpoints: The folder for them; a training that finds some goes on from the last one.
        watching: Told of every step.

    Raises:
        SemsearchError: It broke off, as for lack of memory, or its weights grew beyond all numbers.
    """
    whole_window = model.max_seq_length
    model.max_seq_length = min(window(model), options.max_tokens)
    trainer = _trainer(model, tasks, evaluator, options=options, checkpoints=checkpoints)
    trainer.add_callback(watching)
    last = last_checkpoint(checkpoints)
    if last is not None:
        logger.info("continuing an interrupted training after step %s", step_of(last))
    try:
        trainer.train(resume_from_checkpoint=None if last is None else str(last))
    except (RuntimeError, MemoryError, ValueError) as exc:
        what = f"The training broke off: {first_line(exc).rstrip('.')}."
        raise SemsearchError(what, fix="Try a smaller --batch or --max-tokens.") from exc
    finally:
        model.max_seq_length = whole_window
    if not all(bool(weights.isfinite().all()) for weights in model.parameters()):
        what = "The training went astray: the weights of the model are not numbers anymore."
        raise SemsearchError(what, fix="Lower --learning-rate.")
    return int(trainer.state.global_step)


def last_checkpoint(folder: Path) -> Path | None:
    """The last checkpoint that was written to its end, if there is one."""
    found = [path for path in folder.glob("checkpoint-*") if (path / _STATE).is_file()]
    return max(found, key=step_of, default=None)


def step_of(checkpoint: Path) -> int:
    """The step after which a checkpoint was written."""
    return int(checkpoint.name.rpartition("-")[2])


def _trainer(
    model: SentenceTransformer,
    tasks: Sequence[Task],
    evaluator: InformationRetrievalEvaluator,
    *,
    options: TrainingOptions,
    checkpoints: Path,
) -> _Trainer:
    share = 1 / (_EVALUATIONS * options.epochs)
    arguments = SentenceTransformerTrainingArguments(
        output_dir=str(checkpoints),
        num_train_epochs=options.epochs,
        per_device_train_batch_size=options.batch,
        learning_rate=options.learning_rate,
        lr_scheduler_type="linear",
        warmup_steps=_WARM_UP,
        batch_sampler=BatchSamplers.NO_DUPLICATES,
        multi_dataset_batch_sampler=MultiDatasetBatchSamplers.PROPORTIONAL,
        prompts=_prompts(model),
        eval_strategy="steps",
        eval_steps=share,
        save_strategy="steps",
        save_steps=share,
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model=f"eval_{MEASURE}",
        greater_is_better=True,
        seed=options.seed,
        data_seed=options.seed,
        use_cpu=model.device.type == "cpu",
        dataloader_pin_memory=model.device.type == "cuda",
        logging_strategy="no",
        report_to="none",
        disable_tqdm=True,
    )
    trainer = _Trainer(
        model=model,
        args=arguments,
        train_dataset={task.name: _dataset(task) for task in tasks},
        loss=_loss(model),
        evaluator=evaluator,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=_PATIENCE)],
    )
    for printing in (PrinterCallback, ProgressCallback):
        trainer.remove_callback(printing)
    return trainer


def _loss(model: SentenceTransformer) -> nn.Module:
    try:
        return CachedMultipleNegativesRankingLoss(model, scale=_SCALE, mini_batch_size=_AT_ONCE)
    except ValueError:  # a table of word vectors: it has no layers whose activations would fill memory
        return MultipleNegativesRankingLoss(model, scale=_SCALE)


def _dataset(task: Task) -> Dataset:
    columns: dict[str, Any] = {
        "anchor": [example.anchor for example in task.examples],
        "positive": [example.positive for example in task.examples],
    }
    if task.examples[0].negative:
        columns["negative"] = [example.negative for example in task.examples]
    return Dataset.from_dict(columns)


def _prompts(model: SentenceTransformer) -> dict[str, str] | None:
    """What the model puts before each column; None if nothing."""
    document = document_prompt(model)
    found = {"anchor": query_prompt(model), "positive": document, "negative": document}
    return {name: prompt for name, prompt in found.items() if prompt} or None
