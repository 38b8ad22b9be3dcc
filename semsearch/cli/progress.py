"""The progress bar while abstracts are encoded, shown only on a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from semsearch.cli import streams
from semsearch.cli.summary import plan_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from semsearch.reports import EncodingProgress


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
