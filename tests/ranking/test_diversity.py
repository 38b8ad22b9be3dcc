"""Papers that differ, with numbers worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from semsearch.ranking.diversity import maximal_marginal_relevance

SCORES = np.asarray([1, 0.9, 0], dtype=np.float32)
VECTORS = np.asarray([[1, 0], [0.8, 0.6], [0, 1]], dtype=np.float32)


@pytest.mark.parametrize("shift", [0, -9], ids=["from 0 to 1", "all below 0"])
@pytest.mark.parametrize(
    ("mmr_lambda", "order"),
    [
        (1, [0, 1, 2]),  # the order of scores
        (0, [0, 2, 1]),  # the most different: cosine 0 before 0.8
        (0.5, [0, 1, 2]),  # 0.5 · 0.9 - 0.5 · 0.8 = 0.05 before 0.5 · 0 - 0.5 · 0 = 0
        (0.4, [0, 2, 1]),  # 0.4 · 0.9 - 0.6 · 0.8 = -0.12 behind 0
    ],
)
def test_the_next_one_is_good_and_unlike_those_before(mmr_lambda: float, order: list[int], shift: float) -> None:
    assert maximal_marginal_relevance(SCORES + shift, VECTORS, mmr_lambda=mmr_lambda, top_k=3) == order


def test_of_two_that_are_equally_good_the_earlier_one_is_chosen() -> None:
    twins, equal = np.asarray([[1, 0]] * 3, dtype=np.float32), np.ones(3, dtype=np.float32)
    assert maximal_marginal_relevance(equal, twins, mmr_lambda=0.5, top_k=3) == [0, 1, 2]


def test_no_more_are_chosen_than_there_are_or_are_asked_for() -> None:
    assert len(maximal_marginal_relevance(SCORES, VECTORS, mmr_lambda=0.5, top_k=9)) == 3
    assert maximal_marginal_relevance(SCORES, VECTORS, mmr_lambda=0.5, top_k=1) == [0]
    assert maximal_marginal_relevance(SCORES[:0], VECTORS[:0], mmr_lambda=0.5, top_k=9) == []
