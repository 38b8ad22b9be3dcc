"""What the arguments of the hybrid ranking leave out, with numbers worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from semsearch.ranking.hybrid import hybrid_scores
from semsearch.ranking.rocchio import query_with_feedback
from semsearch.ranking.smoothing import smoothed
from semsearch.records import Ranking

QUERY = np.asarray([1, 0], dtype=np.float32)
VECTORS = np.asarray([[1, 0], [0.6, 0.8], [0, 1]], dtype=np.float32)
WORDS = np.asarray([0, 4, 2], dtype=np.float32)


def test_without_feedback_and_smoothing_the_weighted_sum_is_left() -> None:
    """0.5 · (1, 0.6, 0) + 0.5 · (0, 4, 2) / 4, where the maximum is what can be attained."""
    ranking = Ranking(semantic_weight=0.5)
    core = np.ones(3, dtype=bool)
    scores = hybrid_scores(QUERY, VECTORS, WORDS, core=core, attainable=4, ranking=ranking, feedback=0, share=0)
    np.testing.assert_allclose(scores, [0.5, 0.8, 0.25], atol=1e-6)


def test_the_more_feedback_counts_the_further_the_question_moves() -> None:
    """(1, 0) + 1 · (0, 1) lies halfway between both."""
    assert query_with_feedback(QUERY, VECTORS[2:], feedback=0).tolist() == [1, 0]
    np.testing.assert_allclose(query_with_feedback(QUERY, VECTORS[2:], feedback=1), [0.5**0.5] * 2, rtol=1e-6)


@pytest.mark.parametrize(("share", "middle"), [(0, 0.0), (0.5, 4 / 14), (1, 8 / 14)])
def test_a_paper_takes_over_the_asked_share_of_its_neighbors(share: float, middle: float) -> None:
    """The one in the middle has cosines of 0.6 and 0.8 with scores of 0 and 1: their mean is 0.8 / 1.4."""
    scores = smoothed(np.asarray([0, 0, 1], dtype=np.float32), VECTORS, neighbors=2, share=share)
    assert scores[1] == pytest.approx(middle)


def test_with_one_neighbor_only_the_nearest_counts() -> None:
    scores = smoothed(np.asarray([0, 0, 1], dtype=np.float32), VECTORS, neighbors=1, share=0.5)
    assert scores[1] == pytest.approx(0.5)
