"""Whether the tuned encoder is better than its base, and whether it paid for that elsewhere."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.significance import mean_interval, randomization_p
from semsearch.tuning.records import BeforeAndAfter, Figures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semsearch.protocols import Encoder
    from semsearch.tuning.trials import Trial

CUTOFF: Final = 10
LARGEST_LOSS: Final = 0.01
"""Of RR@10 on other fields."""


def first_ranks(encoder: Encoder, trial: Trial) -> list[int]:
    """For each question the rank, from 1, of its first right paper; equally similar ones in the order of their ids."""
    places = {paper_id: place for place, paper_id in enumerate(trial.papers)}
    papers = encoder.encode_documents(list(trial.papers.values()))
    questions = encoder.encode_queries([question.text for question in trial.questions])
    found = []
    for vector, question in zip(questions, trial.questions, strict=True):
        best_first = np.argsort(-(papers @ vector), kind="stable")
        right = np.isin(best_first, [places[paper_id] for paper_id in question.paper_ids])
        found.append(int(np.argmax(right)) + 1)
    return found


def figures_of(ranks: Sequence[int]) -> Figures:
    """RR@10 and Success@10 of these ranks, one a question (Voorhees 1999)."""
    return Figures(
        reciprocal_rank=statistics.fmean(map(_reciprocal, ranks)),
        success=statistics.fmean(rank <= CUTOFF for rank in ranks),
    )


def compared(base: Sequence[int], tuned: Sequence[int], *, papers: int) -> BeforeAndAfter:
    """The ranks before and after, question by question.

    Args:
        base: The rank of the right paper for each question.
        tuned: In the same order.
        papers: How many there were to choose from.
    """
    differences = [_reciprocal(after) - _reciprocal(before) for before, after in zip(base, tuned, strict=True)]
    return BeforeAndAfter(
        questions=len(differences),
        papers=papers,
        base=figures_of(base),
        tuned=figures_of(tuned),
        interval=mean_interval(differences),
        p_value=randomization_p(differences),
        better=sum(each > 0 for each in differences),
        worse=sum(each < 0 for each in differences),
    )


def judged(base: Encoder, tuned: Encoder, trial: Trial) -> BeforeAndAfter:
    """Ask both encoders the same."""
    return compared(first_ranks(base, trial), first_ranks(tuned, trial), papers=len(trial.papers))


def objections(pairs: BeforeAndAfter, other_fields: BeforeAndAfter | None) -> tuple[str, ...]:
    """Why a tuned model should not be used: it is no better on the held-out part, or it lost on other fields.

    Args:
        pairs: On the held-out part.
        other_fields: On papers of no pair; None if that could not be looked at.
    """
    found = []
    if pairs.difference <= 0:
        found.append(f"It is no better on the held-out part: RR@10 {_before_and_after(pairs)}.")
    if other_fields is not None and other_fields.difference < -LARGEST_LOSS:
        what = f"It lost more than {LARGEST_LOSS} on papers of no pair: RR@10 {_before_and_after(other_fields)}."
        found.append(what)
    return tuple(found)


def _before_and_after(found: BeforeAndAfter) -> str:
    return f"{found.base.reciprocal_rank:.4f} before, {found.tuned.reciprocal_rank:.4f} after"


def _reciprocal(rank: int) -> float:
    return 1 / rank if rank <= CUTOFF else 0.0
