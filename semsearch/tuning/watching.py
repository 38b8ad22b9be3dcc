"""Tells how far a training is."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from transformers import TrainerCallback

from semsearch.tuning.records import TrainingProgress

if TYPE_CHECKING:
    from transformers import TrainerControl, TrainerState, TrainingArguments

    from semsearch.tuning.records import Progress

TIMED: Final = 5
"""Steps after which the time is told; the first of them does not count, since everything is slower once."""


class Watching(TrainerCallback):
    """Hands on each step, and once the time that everything will take.

    Args:
        progress: Told of each step.
        evaluation_seconds: What one evaluation takes.
        later_seconds: What comes after the training takes.
    """

    def __init__(self, progress: Progress, *, evaluation_seconds: float, later_seconds: float) -> None:
        self._progress = progress
        self._evaluation_seconds = evaluation_seconds
        self._later_seconds = later_seconds
        self._first = 0
        self._start = 0.0

    def on_train_begin(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        **_: Any,  # noqa: ANN401
    ) -> None:
        """Begin, perhaps where an interrupted training was."""
        del args, control
        self._first = state.global_step
        self._progress(TrainingProgress(steps=state.global_step, total_steps=state.max_steps))

    def on_step_end(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        **_: Any,  # noqa: ANN401
    ) -> None:
        """Go on."""
        del args, control
        done = state.global_step - self._first
        if done == 1:
            self._start = perf_counter()
        seconds = self._seconds(state) if done == TIMED else None
        self._progress(TrainingProgress(steps=state.global_step, total_steps=state.max_steps, seconds=seconds))

    def on_train_end(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        **_: Any,  # noqa: ANN401
    ) -> None:
        """End, perhaps before the last step."""
        del args, control
        self._progress(TrainingProgress(steps=state.global_step, total_steps=state.global_step))

    def _seconds(self, state: TrainerState) -> float:
        left = state.max_steps - state.global_step
        a_step = (perf_counter() - self._start) / (TIMED - 1)
        evaluations = left // max(int(state.eval_steps), 1)
        return left * a_step + evaluations * self._evaluation_seconds + self._later_seconds
