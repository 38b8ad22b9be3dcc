"""Runs against each other."""

from __future__ import annotations

import pytest

from semsearch.evaluation.comparing import comparisons
from semsearch.evaluation.records import MeasureValues, Result


def result(name: str, *values: float, measure: str = "nDCG@10") -> Result:
    by_question = {f"q{number}": value for number, value in enumerate(values)}
    of_one = MeasureValues(overall=sum(values) / len(values), by_question=by_question)
    return Result(name=name, values={measure: of_one, "Judged@10": of_one})


def test_the_better_run_comes_first_with_its_questions_counted() -> None:
    (found,) = comparisons([result("lexical", 0.5, 0.25, 0.75, 0.1 + 0.2), result("semantic", 1.0, 0.5, 0.5, 0.3)])
    assert (found.measure, found.one, found.other) == ("nDCG@10", "semantic", "lexical")
    assert found.difference == pytest.approx(0.5 / 4)
    assert (found.better, found.equal, found.worse) == (2, 1, 1)  # 0.1 + 0.2 and 0.3 are equal
    # Of the 8 ways to choose the signs of 0.5, 0.25 and -0.25, six are at least 0.5 away from 0.
    assert found.p_value == found.adjusted_p == pytest.approx(6 / 8)


def test_all_pairs_are_compared_and_their_p_adjusted_together() -> None:
    runs = [result(name, *[value] * 5) for name, value in (("a", 0.1), ("b", 0.2), ("c", 0.3))]
    found = list(comparisons(runs))
    assert [(each.one, each.other) for each in found] == [("b", "a"), ("c", "a"), ("c", "b")]
    assert {each.p_value for each in found} == {2 / 32}
    assert [each.adjusted_p for each in found] == [pytest.approx(6 / 32)] * 3


def test_a_single_run_is_compared_with_nothing() -> None:
    assert list(comparisons([result("a", 0.5)])) == []
