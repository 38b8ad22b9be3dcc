"""Before and after, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from meaning import MeaningEncoder
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.tuning.judging import compared, figures_of, first_ranks, judged, objections
from semsearch.tuning.records import BeforeAndAfter, Figures
from semsearch.tuning.trials import Trial, TrialQuestion

PAPERS = {
    "a": "cars",
    "b": "cars at night",
    "c": "automobiles",
    "d": "rain",
}
TRIAL = Trial(
    (
        TrialQuestion("automobiles", frozenset({"c"})),
        TrialQuestion("darkness", frozenset({"b"})),
        TrialQuestion("night", frozenset({"a", "d"})),
    ),
    PAPERS,
)


def test_the_rank_is_that_of_the_first_right_paper_and_equal_ones_go_by_their_ids() -> None:
    # By meaning: a and c are alike to "automobiles"; b alone is like "darkness"; to "night", a is the first but b.
    assert first_ranks(MeaningEncoder(), TRIAL) == [2, 1, 2]


def test_the_figures_are_the_means_over_the_questions() -> None:
    found = figures_of([1, 2, 11])
    assert found.reciprocal_rank == pytest.approx(0.5)
    assert found.success == pytest.approx(2 / 3)
    assert figures_of([10]) == Figures(reciprocal_rank=0.1, success=1.0)


def test_both_encoders_are_compared_question_by_question() -> None:
    found = compared([1, 4, 11, 2], [1, 2, 5, 20], papers=30)
    # RR@10 before: 1, .25, 0, .5; after: 1, .5, .2, 0.
    assert [found.base.reciprocal_rank, found.tuned.reciprocal_rank] == pytest.approx([0.4375, 0.425])
    assert (found.base.success, found.tuned.success) == (0.75, 0.75)
    assert found.difference == pytest.approx(-0.0125)
    assert (found.questions, found.papers, found.better, found.worse) == (4, 30, 2, 1)
    # The differences .25, .2 and -.5 add up to -.05, and with other signs to at least as much, one way or the other.
    assert found.p_value == pytest.approx(1.0)
    assert found.interval is not None
    assert found.interval.low < -0.0125 < found.interval.high


def test_an_encoder_that_knows_meanings_is_better_than_one_that_knows_words() -> None:
    found = judged(HashedWordsEncoder(), MeaningEncoder(), TRIAL)
    assert found.tuned.reciprocal_rank == pytest.approx((1 / 2 + 1 + 1 / 2) / 3)
    assert found.difference == found.tuned.reciprocal_rank - found.base.reciprocal_rank
    assert found.papers == 4


def ranks(base: float, tuned: float) -> BeforeAndAfter:
    found = compared([1, 2], [1, 2], papers=10)
    before, after = (Figures(reciprocal_rank=each, success=1.0) for each in (base, tuned))
    return replace(found, base=before, tuned=after)


def test_a_model_that_is_better_and_loses_little_elsewhere_is_kept() -> None:
    assert objections(ranks(0.5, 0.6), ranks(0.9, 0.8901)) == ()
    assert objections(ranks(0.5, 0.6), None) == ()


@pytest.mark.parametrize("tuned", [0.5, 0.45])
def test_a_model_that_is_no_better_is_refused_with_both_figures(tuned: float) -> None:
    (objection,) = objections(ranks(0.5, tuned), None)
    assert objection == f"It is no better on the held-out part: RR@10 0.5000 before, {tuned:.4f} after."


def test_a_model_that_loses_on_other_fields_is_refused_with_both_figures() -> None:
    (objection,) = objections(ranks(0.5, 0.6), ranks(0.9, 0.8899))
    assert objection == "It lost more than 0.01 on papers of no pair: RR@10 0.9000 before, 0.8899 after."
