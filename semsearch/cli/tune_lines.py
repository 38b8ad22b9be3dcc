"""What a tuning came to, as lines and as an object."""

from __future__ import annotations

import shlex
import textwrap
from typing import TYPE_CHECKING, Any, Final

from semsearch.choices import ReportFormat
from semsearch.cli.columns import columns
from semsearch.cli.summary import counted, shown_duration
from semsearch.export.json_objects import as_json, as_object
from semsearch.export.plain import one_line, rounded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semsearch.tuning.records import BeforeAndAfter, TuningReport

_WIDTH: Final = 100
_HEADER: Final = ("", "questions", "papers", "RR@10 before", "after", "Success@10 before", "after")
_ON_DIFFERENCES: Final = (
    "After less before, with a 95 % confidence interval; p of a two-sided paired randomization test; in brackets the "
    "questions at which it is better and worse now."
)


def tuning_as(report: TuningReport, output_format: ReportFormat) -> Iterator[str]:
    """A tuning as text, piece by piece."""
    if output_format is ReportFormat.JSON:
        yield as_json(tuning_object(report), indent=2)
        yield "\n"
    else:
        yield from (f"{line}\n" for line in tuning_lines(report))


def tuning_lines(report: TuningReport) -> Iterator[str]:
    """What was learned from, before and after, and what to do next."""
    train, tried, judged = report.train, report.development, report.held_out
    yield (
        f"{one_line(report.model)} · {counted(train.questions, 'question')} to learn from, "
        f"{tried.questions:,} to choose by, {judged.questions:,} to judge by"
    )
    tasks = ", ".join(f"{task.examples:,} of {task.name}" for task in report.examples)
    yield f"examples: {tasks} · {counted(report.steps, 'step')} · {shown_duration(report.seconds)}"
    yield f"weights: {report.share:g} of the tuned, {1 - report.share:g} of the base model"
    yield ""
    trials = {"held-out questions": report.pairs, "titles of other papers": report.other_fields}
    found = {name: each for name, each in trials.items() if each is not None}
    yield from columns([_HEADER, *(_cells(name, each) for name, each in found.items())])
    yield ""
    yield from columns([_difference(name, each) for name, each in found.items()], left=2)
    yield from textwrap.wrap(_ON_DIFFERENCES, _WIDTH)
    yield ""
    for note in report.notes:
        yield from _wrapped(note)
    if report.is_kept:
        yield f"{one_line(report.output)}: the tuned model. To use it, encode the papers again:"
        yield f"  {_next_command(report)}"
    else:
        yield "The tuned model is not kept:"
        for objection in report.objections:
            yield from _wrapped(objection)


def tuning_object(report: TuningReport) -> dict[str, Any]:
    """All that is known of a tuning."""
    told: dict[str, Any] = as_object(report)
    told["is_kept"] = report.is_kept
    told["examples"] = {task.name: task.examples for task in report.examples}
    told["shares"] = [{"share": each.share, "reciprocal_rank": rounded(each.reciprocal_rank)} for each in report.shares]
    told["seconds"] = round(report.seconds, 1)
    told["pairs"] = _trial_object(report.pairs)
    told["other_fields"] = None if report.other_fields is None else _trial_object(report.other_fields)
    told["next"] = _next_command(report) if report.is_kept else None
    return told


def _next_command(report: TuningReport) -> str:
    return f"semsearch index --rebuild --model {shlex.quote(report.output)} --index {shlex.quote(report.index)}"


def _cells(name: str, found: BeforeAndAfter) -> tuple[str, ...]:
    base, tuned = found.base, found.tuned
    figures = (base.reciprocal_rank, tuned.reciprocal_rank, base.success, tuned.success)
    return (
        name,
        f"{found.questions:,}",
        f"{found.papers:,}",
        *(f"{figure:.4f}" for figure in figures),
    )


def _difference(name: str, found: BeforeAndAfter) -> tuple[str, ...]:
    interval = f"[{found.interval.low:+.4f}, {found.interval.high:+.4f}]" if found.interval else ""
    tally = f"({found.better:,} / {found.worse:,})"
    return (name, f"RR@10 {found.difference:+.4f}", interval, f"p = {found.p_value:.4f}", tally)


def _trial_object(found: BeforeAndAfter) -> dict[str, Any]:
    told: dict[str, Any] = as_object(found)
    told["difference"] = rounded(found.difference)
    told["p_value"] = rounded(found.p_value)
    for name in ("base", "tuned", "interval"):
        if told[name] is not None:
            told[name] = {key: rounded(value) for key, value in told[name].items()}
    return told


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(one_line(text), _WIDTH, subsequent_indent="  ")
