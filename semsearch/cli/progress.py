"""The progress bar while abstracts are encoded or a model is trained, shown only on a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from semsearch.cli import streams
from semsearch.cli.summary import counted, plan_line, shown_duration

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from semsearch.reports import EncodingProgress
    from semsearch.tuning.records import TrainingProgress


@contextmanager
def encoding_progress() -> Iterator[Callable[[EncodingProgress], None]]:
    """Show how far the encoding is; say first if it continues an interrupted run, and what a long one will take.

    The bar and the time left count characters, because texts differ in length.
    """
    if not sys.stderr.isatty():
        yield _say_what_is_new
        return

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[speed]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr, highlight=False), transient=True) as bar:
        task = bar.add_task("reading", total=None, speed="")

        def show(progress: EncodingProgress) -> None:
            _say_what_is_new(progress)
            if not progress.texts:
                bar.reset(task, description="encoding", total=progress.total_characters)
            bar.update(task, completed=progress.characters, speed=_speed(progress, bar.tasks[0].elapsed or 0.0))

        yield show


@contextmanager
def training_progress() -> Iterator[Callable[[TrainingProgress], None]]:
    """Show how far a training is; say after the first steps what it will take."""
    if not sys.stderr.isatty():
        yield _say_how_long
        return

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("training"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr, highlight=False), transient=True) as bar:
        task = bar.add_task("training", total=None, visible=False)

        def show(progress: TrainingProgress) -> None:
            _say_how_long(progress)
            is_under_way = progress.steps < progress.total_steps
            bar.update(task, completed=progress.steps, total=progress.total_steps, visible=is_under_way)

        yield show


def _say_how_long(progress: TrainingProgress) -> None:
    if progress.seconds is not None:
        steps = counted(progress.total_steps, "step")
        streams.say(f"{steps} to train, then judge: about {shown_duration(progress.seconds)} from here")


def _speed(progress: EncodingProgress, seconds: float) -> str:
    done = f"{progress.texts:,} of {progress.total_texts:,}"
    return f"{done}, {progress.texts / seconds:,.0f} abstracts/s" if progress.texts and seconds else done


def _say_what_is_new(progress: EncodingProgress) -> None:
    if progress.plan is not None:
        streams.say(plan_line(progress.plan))
    if progress.resumed_texts and not progress.texts:
        total = progress.resumed_texts + progress.total_texts
        streams.say(
            f"continuing an interrupted run: {progress.resumed_texts:,} of {total:,} abstracts were already encoded"
        )
