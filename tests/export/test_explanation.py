"""Why a paper was found is told in a few words, in the same order for every paper."""

from __future__ import annotations

import pytest

from semsearch.export.explanation import explanation, ordinal, shown_closeness
from semsearch.records import Evidence, Hit, Paper

PAPER = Paper(paper_id="x", title="X")


def explained(
    *, semantic_rank: int | None = None, lexical_rank: int | None = None, words: tuple[str, ...] = (), **scores: float
) -> tuple[str, ...]:
    evidence = Evidence(semantic_rank=semantic_rank, lexical_rank=lexical_rank, matched_words=words)
    return explanation(Hit(paper=PAPER, rank=1, score=0.5, evidence=evidence, **scores))  # type: ignore[arg-type]


def test_without_evidence_there_is_no_explanation() -> None:
    assert explanation(Hit(paper=PAPER, rank=1, score=0.5, semantic_score=0.5, closeness=0.9)) == ()


def test_both_sides_the_reranker_and_the_words_have_their_say_in_this_order() -> None:
    assert explained(
        semantic_rank=3,
        lexical_rank=1,
        words=("attention", "long"),
        semantic_score=0.6125,
        lexical_score=14.21,
        rerank_score=-8.125,
    ) == (
        "meaning 3rd (0.613)",
        "words 1st (14.2)",
        "reranker -8.12",
        "matched: attention, long",
    )


def test_a_side_that_had_no_say_is_left_out() -> None:
    assert explained(semantic_rank=1, semantic_score=0.5, words=("lamp",)) == ("meaning 1st (0.500)", "matched: lamp")
    assert explained(lexical_rank=2, lexical_score=3.0, words=("lamp",)) == ("words 2nd (3.0)", "matched: lamp")


def test_a_paper_without_a_word_of_the_question_is_said_to_have_none() -> None:
    assert explained(semantic_rank=1, semantic_score=0.5, lexical_score=0.0) == ("meaning 1st (0.500)", "no words")


def test_a_paper_that_is_not_among_the_nearest_has_no_rank() -> None:
    assert explained(semantic_score=0.1) == ("meaning – (0.100)",)


def test_a_matched_word_commands_no_terminal() -> None:
    assert explained(words=("a\x1b[31m\nb",)) == ("matched: a[31m b",)


@pytest.mark.parametrize(
    ("rank", "shown"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
        (1001, "1,001st"),
    ],
)
def test_ranks_are_written_as_they_are_spoken(rank: int, shown: str) -> None:
    assert ordinal(rank) == shown


@pytest.mark.parametrize(
    ("closeness", "shown"),
    [
        (0.998, "99.8 %"),
        (0.9999, "99.9 %"),
        (1.0, "100 %"),
        (0.5 + 0.6 * (0.6 - 0.5), "56 %"),  # 0.5599999… in floats
        (0.0, "0 %"),
    ],
)
def test_closeness_is_rounded_down_so_that_all_is_said_only_of_all(closeness: float, shown: str) -> None:
    assert shown_closeness(closeness, at_length=False) == f"closer than {shown}"
    assert shown_closeness(closeness, at_length=True) == f"closer than {shown} of pairs"
