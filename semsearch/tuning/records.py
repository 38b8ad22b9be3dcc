"""What an encoder is tuned with, and what came out. None of these records knows a library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from semsearch.tuning.defaults import (
    DEFAULT_BATCH,
    DEFAULT_EPOCHS,
    DEFAULT_LEARNING_RATE,
    DEFAULT_MAX_TOKENS,
    DEFAULT_SEED,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import TypeAlias

    from semsearch.significance import Interval

    Progress: TypeAlias = Callable[["TrainingProgress"], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class TuningPair:
    """A question with a paper that answers it.

    Attributes:
        question: In plain words.
        paper_id: Of the paper.
        rejected: Papers that look like an answer but are none.
    """

    question: str
    paper_id: str
    rejected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingOptions:
    """How the weights are trained.

    Attributes:
        epochs: Times that each example is seen.
        batch: Examples that are told apart from each other at a time.
        learning_rate: At its highest, after the warm-up.
        max_tokens: Where texts are cut while training; the tuned model has the window of the base model.
        seed: Of everything that is drawn by chance.
    """

    epochs: int = DEFAULT_EPOCHS
    batch: int = DEFAULT_BATCH
    learning_rate: float = DEFAULT_LEARNING_RATE
    max_tokens: int = DEFAULT_MAX_TOKENS
    seed: int = DEFAULT_SEED


@dataclass(frozen=True, slots=True, kw_only=True)
class TuningPlan:
    """What to tune, and with what.

    Attributes:
        index: The folder of the index.
        pairs: Name of the file with questions and papers; "-" for standard input.
        output: The folder for the tuned model.
        model: Name or path of the base model; None for that of the index.
        options: Of the training.
    """

    index: Path
    pairs: str
    output: Path
    model: str | None = None
    options: TrainingOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingProgress:
    """How far a training is.

    Attributes:
        steps: Done, one a batch.
        total_steps: To do.
        seconds: What everything takes from now on; comes once, after the first steps.
    """

    steps: int
    total_steps: int
    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartSizes:
    """How many questions each part of the pairs has, and of how many papers."""

    questions: int
    papers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """How well an encoder finds papers.

    Attributes:
        reciprocal_rank: RR@10: one over the rank of the first right paper if that is 10 at most, else 0; the mean.
        success: Success@10: the share of questions with a right paper among the first ten.
    """

    reciprocal_rank: float
    success: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeAndAfter:
    """The base and the tuned encoder, asked the same questions about the same papers.

    Attributes:
        questions: That were asked.
        papers: Among which the right one had to be found.
        base: Before.
        tuned: After.
        interval: Where the true difference of RR@10 is with 95 % confidence; None for a single question.
        p_value: Of a two-sided paired randomization test of RR@10.
        better: Questions whose paper has a better rank, within the first ten.
        worse: Questions whose paper has a worse one.
    """

    questions: int
    papers: int
    base: Figures
    tuned: Figures
    interval: Interval | None
    p_value: float
    better: int
    worse: int

    @property
    def difference(self) -> float:
        """RR@10 of the tuned encoder less that of the base."""
        return self.tuned.reciprocal_rank - self.base.reciprocal_rank


@dataclass(frozen=True, slots=True)
class TaskSize:
    """How many examples a task has."""

    name: str
    examples: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareTried:
    """RR@10 on the development part with a share of the tuned weights; the base model has the rest."""

    share: float
    reciprocal_rank: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TuningReport:
    """What a tuning did.

    Attributes:
        output: The folder of the tuned model, if it is kept.
        index: The folder of the index.
        model: The base model.
        options: Of the training.
        train: The part that was learned from.
        development: The part by which the best weights were chosen.
        held_out: The part that the figures are of.
        examples: By task.
        mined: Questions whose hard negatives were mined from the index.
        steps: Of the training.
        seconds: What everything took.
        shares: Those that were tried, the base model as share 0.
        share: The one that was chosen.
        pairs: On the held-out part.
        other_fields: Titles of papers of no pair, asked for their abstracts; None with too few of them.
        objections: Why the model is not kept; none if it is.
        notes: What has to be known to read the figures.
    """

    output: str
    index: str
    model: str
    options: TrainingOptions
    train: PartSizes
    development: PartSizes
    held_out: PartSizes
    examples: tuple[TaskSize, ...]
    mined: int
    steps: int
    seconds: float
    shares: tuple[ShareTried, ...]
    share: float
    pairs: BeforeAndAfter
    other_fields: BeforeAndAfter | None
    objections: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def base_name(self) -> str:
        """The last part of the base model's name, which may be a path of this machine."""
        return self.model.rstrip("/\\").replace("\\", "/").rpartition("/")[2] or self.model

    @property
    def is_kept(self) -> bool:
        """Whether the tuned model was written."""
        return not self.objections
