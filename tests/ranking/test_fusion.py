"""Meaning and words in one score, with numbers worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from semsearch.choices import Fusion
from semsearch.ranking.fusion import reciprocal_rank_fusion, weighted_sum
from semsearch.ranking.hybrid import hybrid_scores
from semsearch.records import Ranking


def numbers(*values: float) -> np.ndarray:
    return np.asarray(values, dtype=np.float32)


def scored(
    query: np.ndarray, vectors: np.ndarray, lexical_scores: np.ndarray, *, core: int = 3, fusion: Fusion | None = None
) -> np.ndarray:
    """What the hybrid mode makes of candidates, the first few of which are the core."""
    is_core = np.arange(len(vectors)) < core
    ranking = Ranking(fusion=fusion) if fusion else Ranking()
    return hybrid_scores(query, vectors, lexical_scores, core=is_core, attainable=9, ranking=ranking)


def test_words_are_scaled_by_the_best_of_them_and_weighted_with_meaning() -> None:
    """0.7 · 0.5 + 0.3 · 4/8 = 0.5; 0.7 · 0.1 + 0.3 · 8/8 = 0.37; 0.7 · 0.9 + 0 = 0.63."""
    fused = weighted_sum(numbers(0.5, 0.1, 0.9), numbers(4, 8, 0), attainable=8, semantic_weight=0.7)
    np.testing.assert_allclose(fused, [0.5, 0.37, 0.63], rtol=1e-6)


@pytest.mark.parametrize(("weight", "expected"), [(1, [0.5, 0.1]), (0, [0.5, 1])])
def test_at_the_ends_of_the_weight_one_side_decides(weight: float, expected: list[float]) -> None:
    np.testing.assert_allclose(
        weighted_sum(numbers(0.5, 0.1), numbers(4, 8), attainable=8, semantic_weight=weight), expected
    )


def test_without_a_word_only_meaning_counts() -> None:
    np.testing.assert_allclose(
        weighted_sum(numbers(0.5, -1), numbers(0, 0), attainable=0, semantic_weight=0.6), [0.3, -0.6]
    )


def test_ranks_add_up_as_one_over_sixty_and_the_rank() -> None:
    fused = reciprocal_rank_fusion(numbers(0.9, 0.5, 0.1), numbers(2, 3, 1))
    np.testing.assert_allclose(fused, [1 / 61 + 1 / 62, 1 / 62 + 1 / 61, 1 / 63 + 1 / 63], rtol=1e-6)


def test_who_has_no_word_of_the_question_gets_nothing_for_words() -> None:
    np.testing.assert_allclose(reciprocal_rank_fusion(numbers(0.1, 0.9), numbers(0, 0)), [1 / 62, 1 / 61], rtol=1e-6)


def test_nothing_in_nothing_out() -> None:
    none, no_vectors = numbers(), np.empty((0, 2), dtype=np.float32)
    assert (
        len(weighted_sum(none, none, attainable=0, semantic_weight=0.7)) == len(reciprocal_rank_fusion(none, none)) == 0
    )
    for fusion in Fusion:
        assert len(scored(numbers(1, 0), no_vectors, none, fusion=fusion)) == 0


def test_ranks_alone_go_without_feedback_and_smoothing() -> None:
    vectors = np.asarray([[0.6, 0.8], [1, 0], [0, 1]], dtype=np.float32)
    fused = scored(numbers(1, 0), vectors, numbers(5, 0, 0), fusion=Fusion.RRF)
    np.testing.assert_allclose(fused, [1 / 62 + 1 / 61, 1 / 61, 1 / 63], rtol=1e-6)


def test_the_question_moves_to_the_best_two_before_scores_are_smoothed() -> None:
    """By hand.

    (1, 0) + 0.5 · (0.7, 0.7) = (1.35, 0.35), of length 1.394633: cosines 0.924974, 0.781568, 0.250962, 0.967997.
    The first: 0.8 · 0.924974 + 0.2 · (0.96 · 0.781568 + 0.6 · 0.250962) / 1.56 = 0.855478; the third has cosines 0.6
    and 0.8 to the others. The last one, behind the core, moves and smoothes nothing, and is not smoothed.
    """
    vectors = np.asarray([[0.8, 0.6], [0.6, 0.8], [0, 1], [1, 0]], dtype=np.float32)
    core = np.asarray([True, True, True, False])
    ranking = Ranking(semantic_weight=1)
    scores = hybrid_scores(numbers(1, 0), vectors, numbers(0, 0, 0, 0), core=core, attainable=0, ranking=ranking)
    np.testing.assert_allclose(scores, [0.855478, 0.748975, 0.369375, 0.967997], atol=2e-6)


def test_papers_that_tie_are_trusted_together_whatever_their_rows() -> None:
    """Two tie for the second place of the first ranking; either alone would turn the question to its side."""
    vectors = np.asarray([[1, 0, 0], [0.6, 0.8, 0], [0.6, -0.8, 0]], dtype=np.float32)
    first, second, third = scored(numbers(1, 0, 0), vectors, numbers(0, 0, 0))
    assert second == third < first


def test_words_count_less_where_the_best_paper_has_few_of_them() -> None:
    fused = weighted_sum(numbers(0, 0), numbers(1, 0.5), attainable=16, semantic_weight=0.6)
    np.testing.assert_allclose(fused, [0.4 / 2, 0.2 / 2], rtol=1e-6)  # 1^(3/4) · 16^(1/4) = 2


@pytest.mark.parametrize("fusion", Fusion)
def test_candidates_behind_the_core_leave_its_scores_alone(fusion: Fusion) -> None:
    """The one behind is as near as the best: it would move the question, smooth its neighbors and take a rank."""
    vectors = np.asarray([[1, 0, 0], [0.6, 0.8, 0], [0.6, 0, 0.8], [1, 0, 0]], dtype=np.float32)
    words = numbers(0, 3, 1, 3)
    short, long = (scored(numbers(1, 0, 0), vectors[:end], words[:end], fusion=fusion) for end in (3, 4))
    np.testing.assert_array_equal(long[:3], short)
