"""Which paper becomes the hard negative of a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from making import make_paper
from meaning import MeaningEncoder
from semsearch.engine.index import Index
from semsearch.text import encoded_text
from semsearch.tuning.negatives import Candidate, hardest, mine
from semsearch.tuning.records import TuningPair

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FOUND = [
    Candidate("twin", "The Right text!", 0.8),
    Candidate("right", "the right text", 0.8),
    Candidate("likely", "as good", 0.77),
    Candidate("unseen", "set aside", 0.5),
    Candidate("wrong", "another", 0.76),
    Candidate("worse", "far off", 0.1),
]


def hardest_of(similarity: float, candidates: list[Candidate] = FOUND) -> str | None:
    return hardest(candidates, similarity=similarity, right={"right", "unseen"}, right_texts={"the right text"})


def test_the_first_is_taken_that_is_not_nearly_as_like_the_question_as_the_right_paper() -> None:
    # 95 % of 0.8 is 0.76: "likely" with 0.77 may be right, too; "wrong" with 0.76 is just below.
    assert hardest_of(0.8) == "wrong"
    assert hardest_of(0.79) == "worse"  # the limit is 0.7505
    assert hardest_of(0.82) == "likely"  # 0.779


def test_a_paper_with_the_text_of_the_right_one_is_not_wrong() -> None:
    assert hardest_of(0.9, FOUND[:2]) is None


@pytest.mark.parametrize("similarity", [0.0, -0.2])
def test_where_the_right_paper_is_not_like_the_question_nothing_can_be_told(similarity: float) -> None:
    below = [Candidate("wrong", "another", -0.9)]
    assert hardest_of(similarity, below) is None
    assert hardest_of(0.1, below) == "wrong"


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    papers = [
        make_paper("right", "Cars at night."),  # cosine with "cars, night": 1
        make_paper("near", "Automobiles in rain."),  # 1 / 2
        make_paper("far", "Hats."),  # 0
        make_paper("set aside", "Engines at night."),  # 1 / 2, and found first, since it shares a word
    ]
    with Index.build(papers, tmp_path / "index", encoder=MeaningEncoder()) as built:
        yield built


def mined(index: Index, *pairs: TuningPair, unseen: frozenset[str] = frozenset()) -> list[str | None]:
    texts = {paper.paper_id: encoded_text(paper) for paper in index.papers()}
    return [each.negative for each in mine(index, pairs, texts=texts, unseen=unseen)]


def test_negatives_are_mined_from_what_the_index_answers(index: Index) -> None:
    pair = TuningPair(question="cars night", paper_id="right")
    assert mined(index, pair) == ["set aside"]
    assert mined(index, pair, unseen=frozenset({"set aside"})) == ["near"]


def test_another_right_paper_of_the_question_is_no_negative(index: Index) -> None:
    both = [
        TuningPair(question=text, paper_id=name) for text, name in (("cars night", "right"), ("Cars, night?", "near"))
    ]
    assert mined(index, *both, unseen=frozenset({"set aside"}))[0] == "far"


def test_a_right_paper_that_was_not_found_is_compared_all_the_same(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its similarity is 0, and those of what was found are 1 / 2, so that all of them may be right."""
    monkeypatch.setattr("semsearch.tuning.negatives.DEPTH", 2)
    assert mined(index, TuningPair(question="engines night", paper_id="far")) == [None]
    assert mined(index, TuningPair(question="engines night", paper_id="near")) == [None]
    assert mined(index, TuningPair(question="engines night", paper_id="set aside")) == ["right"]
