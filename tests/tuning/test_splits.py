"""The three parts of the pairs, counted by hand."""

from __future__ import annotations

import pytest

from semsearch.errors import SourceError
from semsearch.text import fold
from semsearch.tuning.records import PartSizes, TuningPair
from semsearch.tuning.splits import group_names, sizes, split


def pair(question: str, paper_id: str) -> TuningPair:
    return TuningPair(question=question, paper_id=paper_id)


def pairs_of(papers: int, *, each: int) -> list[TuningPair]:
    """Questions about papers, so many about each."""
    return [pair(f"{number} of p{paper}", f"p{paper}") for paper in range(papers) for number in range(each)]


def test_of_100_pairs_15_are_held_out_15_to_choose_by_and_70_to_learn_from() -> None:
    parts = split(pairs_of(100, each=1), seed=0)
    assert [len(each) for each in (parts.train, parts.development, parts.held_out)] == [70, 15, 15]


def test_questions_about_one_paper_stay_together() -> None:
    # Two pairs a paper: a part is full with 8 papers, since 7 would be 14 of the 15 pairs wanted.
    parts = split(pairs_of(50, each=2), seed=0)
    assert sizes(parts.held_out) == sizes(parts.development) == PartSizes(questions=16, papers=8)
    assert sizes(parts.train) == PartSizes(questions=68, papers=34)


@pytest.mark.parametrize("seed", range(5))
def test_no_paper_and_no_question_is_in_two_parts(seed: int) -> None:
    # Every third question has two papers.
    shared = [pair(f"Question {number // 2}", f"p{number}") for number in range(60)]
    parts = split(shared + pairs_of(60, each=1), seed=seed)
    each_part = (parts.train, parts.development, parts.held_out)
    for name in (lambda each: each.paper_id, lambda each: fold(each.question)):
        names = [{name(each) for each in part} for part in each_part]
        assert sum(map(len, names)) == len(set.union(*names))


def test_the_same_pairs_are_split_alike_in_any_order_and_another_seed_splits_otherwise() -> None:
    pairs = pairs_of(100, each=1)
    usual, backward, other = split(pairs, seed=0), split(pairs[::-1], seed=0), split(pairs, seed=1)
    assert set(usual.held_out) == set(backward.held_out) != set(other.held_out)
    assert usual.held_out == backward.held_out[::-1]


def test_papers_are_grouped_along_chains_of_shared_questions() -> None:
    chain = [pair("one", "c"), pair("One?", "b"), pair("two", "b"), pair("two", "a"), pair("three", "d")]
    assert group_names(chain) == ["a", "a", "a", "a", "d"]


def test_a_group_too_large_to_be_set_aside_is_learned_from() -> None:
    whole = [pair("the one question", f"large {number}") for number in range(20)]
    parts = split(whole + pairs_of(80, each=1), seed=0)
    assert set(whole) <= set(parts.train)
    assert (len(parts.development), len(parts.held_out)) == (15, 15)


def test_fewer_than_50_pairs_are_refused_with_how_many_it_takes() -> None:
    with pytest.raises(SourceError, match=r"49 pairs of papers in the index; it takes 50") as caught:
        split(pairs_of(49, each=1), seed=0)
    assert "300 pairs" in caught.value.fix
    assert split(pairs_of(50, each=1), seed=0).held_out


def test_pairs_that_hang_together_cannot_be_judged_by() -> None:
    with pytest.raises(SourceError, match="no part can be set aside"):
        split([pair("the one question", f"p{number}") for number in range(60)], seed=0)
