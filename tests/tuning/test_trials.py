"""Questions, and the papers among which the right ones have to be found."""

from __future__ import annotations

from making import make_paper
from semsearch.tuning.records import TuningPair
from semsearch.tuning.trials import Trial, TrialQuestion, pool_ids, questions_of, title_trial


def test_a_question_with_several_papers_is_asked_once() -> None:
    asked = [("How so?", "a"), ("why", "b"), ("how so", "c")]
    assert questions_of(TuningPair(question=text, paper_id=name) for text, name in asked) == (
        TrialQuestion("How so?", frozenset({"a", "c"})),
        TrialQuestion("why", frozenset({"b"})),
    )


QUESTIONS = (TrialQuestion("one", frozenset({"right 1"})), TrialQuestion("two", frozenset({"right 2"})))
ANSWERS = (["near 1", "near 2", "near 3"], ["right 2", "near 4"])


def pool_of(limit: int) -> list[str]:
    return pool_ids(QUESTIONS, answers=ANSWERS, others=["other 1", "near 1", "other 2", "other 3"], limit=limit)


def test_a_quarter_of_the_pool_is_left_for_papers_that_the_base_does_not_find() -> None:
    # Of 8, 6 are the right ones and those found first, rank by rank.
    assert pool_of(8) == ["near 1", "near 2", "near 3", "near 4", "other 1", "other 2", "right 1", "right 2"]
    assert pool_of(4) == ["near 1", "other 1", "right 1", "right 2"]


def test_the_right_papers_are_in_the_pool_whatever_its_limit() -> None:
    assert pool_of(1) == ["right 1", "right 2"]


def test_a_small_index_is_in_the_pool_as_a_whole() -> None:
    assert pool_of(100) == sorted({"right 1", "right 2", *ANSWERS[0], *ANSWERS[1], "other 1", "other 2", "other 3"})


def test_the_titles_of_the_first_papers_are_asked_and_the_abstracts_of_all_may_be_found() -> None:
    papers = [make_paper("b", "Of b.", title="<i>B</i>"), make_paper("a", "Of a.", title="A")]
    trial = title_trial(papers, questions=1)
    assert trial == Trial((TrialQuestion("B", frozenset({"b"})),), {"a": "Of a.", "b": "Of b."})
    assert list(trial.papers) == ["a", "b"]
