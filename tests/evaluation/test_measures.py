"""Measures, with figures worked out by hand."""

from __future__ import annotations

import math

import pytest

from evaluation.small import ranked
from semsearch.errors import UsageError
from semsearch.evaluation.measures import depth_for, measure_name, measured, measures_named
from semsearch.evaluation.records import Run
from semsearch.ranking.order import Scored

GRADES = {"q1": {"a": 2, "b": 1, "c": 0}, "q2": {"d": 1}}


def test_the_usual_measures_are_those_worked_out_by_hand() -> None:
    values = measured(ranked(q1="c a b", q2="x y d"), GRADES, measures_named(()))
    first = (2 / math.log2(3) + 1 / math.log2(4)) / (2 / math.log2(2) + 1 / math.log2(3))
    second = 1 / math.log2(4)
    assert values["nDCG@10"].by_question == {"q1": pytest.approx(first), "q2": pytest.approx(second)}
    assert {name: each.overall for name, each in values.items()} == {
        "nDCG@10": pytest.approx((first + second) / 2),
        "Recall@100": 1.0,
        "RR@10": pytest.approx((1 / 2 + 1 / 3) / 2),
        "P@10": pytest.approx((2 / 10 + 1 / 10) / 2),
        "Judged@10": pytest.approx((3 / 3 + 1 / 3) / 2),
    }


def test_a_question_without_an_answer_counts_as_zero() -> None:
    values = measured(ranked(q1="a b", q2=""), GRADES, measures_named(()))
    assert values["nDCG@10"].by_question == {"q1": pytest.approx(1.0), "q2": 0.0}
    assert values["nDCG@10"].overall == pytest.approx(0.5)
    assert values["Judged@10"].by_question["q2"] == 0.0


def test_answers_to_other_questions_do_not_count() -> None:
    values = measured(ranked(q1="a b", q2="d", q3="a"), GRADES, measures_named(("RR",)))
    assert values["RR"].by_question == {"q1": 1.0, "q2": 1.0}


def test_a_paper_of_negative_grade_is_judged_and_not_relevant() -> None:
    values = measured(ranked(q="bad good"), {"q": {"good": 1, "bad": -1}}, measures_named(()))
    assert values["RR@10"].overall == 0.5
    assert values["Judged@10"].overall == 1.0
    assert values["nDCG@10"].overall == pytest.approx(1 / math.log2(3))


def test_a_question_without_a_relevant_paper_counts_as_zero() -> None:
    values = measured(ranked(q1="a", q2="b"), {"q1": {"a": 1}, "q2": {"b": 0}}, measures_named(()))
    assert values["nDCG@10"].overall == 0.5


def test_err_is_computed_for_ids_of_any_kind() -> None:
    """Grade g satisfies with (2^g - 1) / 16, and the second paper counts, by half, for those whom the first did not."""
    grades = {"first question": {"doe 2018": 2, "b": 1}, "q-2": {"x": 1}}
    run = Run(name="run", answers={"first question": (Scored("doe 2018", 0.5), Scored("b", 0.25)), "q-2": ()})
    values = measured(run, grades, measures_named(("ERR@5", "nDCG(dcg='exp-log2')@5")))
    assert values["ERR@5"].by_question["first question"] == pytest.approx(3 / 16 + 13 / 16 * 1 / 16 / 2, abs=1e-5)
    assert values["nDCG(dcg='exp-log2')@5"].by_question == {"first question": 1.0, "q-2": 0.0}


@pytest.mark.parametrize("name", ["ERR@10", "nDCG(dcg='exp-log2')@10"])
def test_err_is_not_for_grades_above_four(name: str) -> None:
    with pytest.raises(UsageError, match="is for grades up to 4, but there is one of 5"):
        measured(ranked(q="a"), {"q": {"a": 5}}, measures_named((name,)))


def test_what_cannot_be_computed_for_a_run_is_told() -> None:
    """Accuracy compares papers that are relevant with those that are not, of which this run has none."""
    with pytest.raises(UsageError, match=r"Accuracy@2, Judged@10 cannot be computed: float division by zero\."):
        measured(ranked(q="a b"), {"q": {"a": 1, "b": 1}}, measures_named(("Accuracy@2",)))


def test_what_is_counted_is_summed_up() -> None:
    assert measured(ranked(q1="a b", q2="d"), GRADES, measures_named(("NumRet",)))["NumRet"].overall == 3.0


def test_each_measure_is_taken_once_and_the_share_of_judged_papers_always() -> None:
    measures = measures_named(("R@100", "Recall@100", "P(rel=2)@5", "AP"))
    assert [measure_name(each) for each in measures] == ["Recall@100", "P(rel=2)@5", "AP", "Judged@10"]
    assert [measure_name(each) for each in measures_named(("Judged@5",))] == ["Judged@5"]


@pytest.mark.parametrize(
    ("names", "depth"), [((), 100), (("nDCG@10",), 100), (("Recall@2000",), 2000), (("AP",), 1000), (("RR",), 1000)]
)
def test_answers_are_as_deep_as_the_measures_look(names: tuple[str, ...], depth: int) -> None:
    assert depth_for(measures_named(names)) == depth


@pytest.mark.parametrize(
    "name", ["nDGC@10", "nDCG@ten", "nDCG@1.5", "nDCG@0", "P@-1", "P", "P(x=1)@5", "", "nDCG 10", "__import__('os')"]
)
def test_what_is_no_measure_is_named_with_how_to_write_one(name: str) -> None:
    with pytest.raises(UsageError, match=r"nDCG@10, Recall@100") as caught:
        measures_named((name,))
    assert name in caught.value.what


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("AP(rel=0)", "would count papers as relevant that nobody judged so"),
        ("RR(rel=0)@10", "would count papers as relevant that nobody judged so"),
        ("nDCG@99999999999999999999", "is not a rank from 1 to 1,000,000"),
        ("nDCG@1000001", "is not a rank from 1 to 1,000,000"),
        ("P(rel=99999999999999999999)@5", "cannot be computed"),
        ("P@True", "P@True cannot be computed: unsupported measure P_True"),
        ("nDCG(gains={1:9999999999})@10", "are not whole numbers up to 999"),
        ("nDCG(gains={2:'a'})@10", "are not whole numbers up to 999"),
    ],
)
def test_a_measure_that_would_fail_later_is_refused_at_once(name: str, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        measures_named((name,))


def test_a_measure_that_needs_more_than_is_installed_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot be computed"):
        measures_named(("alpha_nDCG@10",))
