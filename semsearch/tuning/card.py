"""The card of a tuned model: what it was made from, how, how good it is, and what it is not for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semsearch.tuning.records import BeforeAndAfter, PartSizes, TuningReport

_HEAD: Final = """---
library_name: sentence-transformers
pipeline_tag: sentence-similarity
tags:
- sentence-transformers
- semsearch
---
"""
_LIMITS: Final = (
    "It is adapted to one index and to questions like those of the pairs; measure it before you use it for others.",
    "The figures are of a part of the papers, among them those that the base model takes for the right ones.",
    "They tell the two models apart; RR@10 over a whole index is lower.",
    "Other papers than the named one may answer a question, too; they count as wrong.",
    "Everything else that holds for the base model, its license among it, holds for this one.",
)


def model_card(report: TuningReport) -> str:
    """Write the card, in Markdown."""
    return "\n".join([_HEAD, *_lines(report), ""])


def _lines(report: TuningReport) -> Iterator[str]:
    options = report.options
    yield f"# {report.base_name}, tuned"
    yield ""
    yield f"An encoder for questions and abstracts of papers, made of `{report.base_name}` with `semsearch tune`."
    yield "Use it with `semsearch index --rebuild --model FOLDER`, or with sentence-transformers as any other model."
    yield ""
    yield "## Data"
    yield ""
    yield "| part | questions | papers |"
    yield "|---|---|---|"
    yield _part("learned from", report.train)
    yield _part("chosen by", report.development)
    yield _part("judged by", report.held_out)
    yield ""
    tasks = ", ".join(f"{task.examples:,} of {task.name}" for task in report.examples)
    yield f"No paper and no question is in two parts. Examples to learn from: {tasks}."
    yield f"Pairs with a hard negative mined from the index: {report.mined:,}."
    yield ""
    yield "## Procedure"
    yield ""
    yield (
        f"InfoNCE at temperature 0.05 in batches of {options.batch}, texts cut at {options.max_tokens} tokens; "
        f"AdamW, learning rate {options.learning_rate:g} with warm-up and linear decay; "
        f"epochs: {options.epochs} at most, steps: {report.steps:,}, seed: {options.seed}."
    )
    yield (
        f"The weights are {report.share:g} · tuned + {1 - report.share:g} · base, as was best on the development part, "
        "where RR@10 is:"
    )
    yield ""
    yield "| share of the tuned weights | RR@10 |"
    yield "|---|---|"
    for tried in report.shares:
        yield f"| {tried.share:g} | {tried.reciprocal_rank:.4f} |"
    yield ""
    yield "## Figures"
    yield ""
    yield "| | questions | papers | RR@10 before | after | Success@10 before | after | p |"
    yield "|---|---|---|---|---|---|---|---|"
    yield _figures("held-out questions", report.pairs)
    if report.other_fields is not None:
        yield _figures("titles of papers of no pair", report.other_fields)
    yield ""
    yield "p is that of a two-sided paired randomization test of RR@10."
    yield ""
    yield "## Limits"
    yield ""
    for limit in (*_LIMITS, *report.notes):
        yield f"- {limit}"


def _part(name: str, part: PartSizes) -> str:
    return f"| {name} | {part.questions:,} | {part.papers:,} |"


def _figures(name: str, found: BeforeAndAfter) -> str:
    base, tuned = found.base, found.tuned
    return (
        f"| {name} | {found.questions:,} | {found.papers:,} | {base.reciprocal_rank:.4f} | {tuned.reciprocal_rank:.4f} "
        f"| {base.success:.4f} | {tuned.success:.4f} | {found.p_value:.4f} |"
    )
