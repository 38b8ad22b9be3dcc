"""Examples to learn from."""

from __future__ import annotations

import pytest

from making import make_paper
from semsearch.records import Paper
from semsearch.tuning.negatives import MinedPair
from semsearch.tuning.records import TuningPair
from semsearch.tuning.tasks import Example, question_task, sentence_task, title_task

TEXTS = {"right": "Right.", "mined": "Mined.", "rejected": "Rejected.", "other": "Other."}


def examples_of(negative: str | None, *rejected: str) -> list[Example]:
    pair = TuningPair(question="q", paper_id="right", rejected=rejected)
    task = question_task([MinedPair(pair, negative)], texts=TEXTS, fallback=iter(["Any."]))
    assert task.name == "questions"
    return list(task.examples)


def test_a_question_learns_from_its_paper_and_the_mined_negative() -> None:
    assert examples_of("mined") == [Example("q", "Right.", "Mined.")]


def test_rejected_papers_go_before_the_mined_one_each_in_an_example_of_its_own() -> None:
    assert examples_of("mined", "rejected", "other") == [
        Example("q", "Right.", "Rejected."),
        Example("q", "Right.", "Other."),
    ]


def test_rejected_papers_that_are_set_aside_to_judge_by_are_not_seen() -> None:
    assert examples_of("mined", "set aside") == [Example("q", "Right.", "Mined.")]


def test_a_pair_without_a_negative_gets_any_paper() -> None:
    assert examples_of(None) == [Example("q", "Right.", "Any.")]


def test_titles_are_asked_for_their_abstracts_where_a_paper_has_both() -> None:
    papers = [
        make_paper("both", "An <i>abstract</i>.", title="A title"),
        Paper(paper_id="title", title="Only a title"),
        make_paper("made", "Words of the abstract.", title="Words of", title_is_made=True),
    ]
    assert title_task(papers).examples == (Example("A title", "An abstract."),)


ABSTRACT = "Lamps shine longer than all candles. We show why. Fish do not care about any lamps."


@pytest.mark.parametrize("seed", range(4))
def test_a_sentence_is_asked_for_the_rest_of_its_paper(seed: int) -> None:
    (example,) = sentence_task([make_paper("lamps", ABSTRACT, title="On lamps")], seed=seed).examples
    assert example in {
        Example("Lamps shine longer than all candles.", "On lamps. We show why. Fish do not care about any lamps."),
        Example("Fish do not care about any lamps.", "On lamps. Lamps shine longer than all candles. We show why."),
    }


def test_which_sentence_is_asked_follows_the_seed() -> None:
    paper = [make_paper("lamps", ABSTRACT)]
    assert len({sentence_task(paper, seed=seed).examples for seed in range(10)}) == 2
    assert sentence_task(paper, seed=0) == sentence_task(paper, seed=0)


@pytest.mark.parametrize(
    "abstract", ["", "Two sentences that are long enough. And that is it, all of it.", "A. B. C. D."]
)
def test_abstracts_without_a_sentence_to_spare_are_left_out(abstract: str) -> None:
    assert sentence_task([make_paper("short", abstract)], seed=0).examples == ()
