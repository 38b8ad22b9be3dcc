"""The order of an answer."""

from __future__ import annotations

import numpy as np

from semsearch.ranking.order import Scored, best_first, ranks


def test_the_highest_scores_come_first_and_ties_go_by_id() -> None:
    candidates = [Scored("b", 0.5), Scored("c", 0.9), Scored("a", 0.5), Scored("d", 0.1)]
    assert [each.paper_id for each in best_first(candidates, 3)] == ["c", "a", "b"]


def test_equal_scores_share_a_rank_and_the_next_one_skips() -> None:
    assert ranks(np.asarray([0.5, 0.9, 0.5, 0.1], dtype=np.float32)).tolist() == [2, 1, 2, 4]
