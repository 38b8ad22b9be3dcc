"""Runs against each other, question by question."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, Final

from semsearch.evaluation.measures import JUDGED
from semsearch.evaluation.records import Comparison
from semsearch.significance import holm, mean_interval, randomization_p

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from semsearch.evaluation.records import Result

_SAME: Final = 1e-9
"""What sums of the same numbers in another order may differ by."""


def comparisons(results: Sequence[Result]) -> Iterator[Comparison]:
    """Compare all pairs with every measure but the share of judged papers, which does not tell how good a run is.

    Args:
        results: Of the same questions and measures.
    """
    pairs = list(combinations(results, 2))
    if not pairs:
        return
    for measure in results[0].values:
        if measure.startswith(JUDGED):
            continue
        ordered = [_better_first(one, other, measure) for one, other in pairs]
        differences = [_differences(one, other, measure) for one, other in ordered]
        p_values = [randomization_p(of_pair) for of_pair in differences]
        compared = zip(ordered, differences, p_values, holm(p_values), strict=True)
        for (one, other), of_pair, p_value, adjusted in compared:
            yield Comparison(
                measure=measure,
                one=one.name,
                other=other.name,
                difference=math.fsum(of_pair) / len(of_pair),
                interval=mean_interval(of_pair),
                p_value=p_value,
                adjusted_p=adjusted,
                better=sum(value > 0 for value in of_pair),
                equal=of_pair.count(0.0),
                worse=sum(value < 0 for value in of_pair),
            )


def _better_first(one: Result, other: Result, measure: str) -> tuple[Result, Result]:
    is_behind = one.values[measure].overall < other.values[measure].overall
    return (other, one) if is_behind else (one, other)


def _differences(one: Result, other: Result, measure: str) -> list[float]:
    """One less the other for each question."""
    others = other.values[measure].by_question
    each = (value - others[query_id] for query_id, value in one.values[measure].by_question.items())
    return [value if abs(value) > _SAME else 0.0 for value in each]
