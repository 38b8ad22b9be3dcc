"""Scores that agree among similar papers, with numbers worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.ranking.smoothing import smoothed


def numbers(*values: float) -> np.ndarray:
    return np.asarray(values, dtype=np.float32)


def chance(seed: int, size: int, dim: int = 4) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    vectors = random.normal(size=(size, dim)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return random.random(size).astype(np.float32), vectors


def test_a_share_of_the_score_comes_from_neighbors_weighted_by_cosine() -> None:
    """The first: 0.8 · 1 + 0.2 · (0.6 · 0.5 + 0.8 · 0) / (0.6 + 0.8) = 0.842857."""
    vectors = np.asarray([[1, 0, 0], [0.6, 0.8, 0], [0.8, 0, 0.6]], dtype=np.float32)
    assert smoothed(numbers(1, 0.5, 0), vectors)[0] == pytest.approx(0.842857, abs=1e-6)


def test_one_among_good_ones_rises_and_one_among_bad_ones_falls() -> None:
    """Two pairs of twins: 0.8 · 0.5 + 0.2 · 0.9 = 0.58, and 0.8 · 0.5 + 0.2 · 0.1 = 0.42."""
    vectors = np.asarray([[1, 0], [1, 0], [0, 1], [0, 1]], dtype=np.float32)
    np.testing.assert_allclose(smoothed(numbers(0.5, 0.9, 0.5, 0.1), vectors), [0.58, 0.82, 0.42, 0.18], rtol=1e-5)


def test_a_paper_without_a_neighbor_on_its_side_keeps_its_score() -> None:
    vectors = np.asarray([[1, 0], [-1, 0]], dtype=np.float32)
    np.testing.assert_allclose(smoothed(numbers(0.5, 0.9), vectors), [0.5, 0.9], rtol=1e-6)


@pytest.mark.parametrize("size", [0, 1])
def test_fewer_than_two_keep_their_scores(size: int) -> None:
    scores, vectors = chance(0, size)
    assert smoothed(scores, vectors).tolist() == scores.tolist()


def test_the_best_two_hundred_stay_the_best_and_the_others_keep_their_scores() -> None:
    scores, vectors = chance(1, 300)
    order = np.argsort(-scores)
    after = smoothed(scores, vectors)
    assert after[order[200:]].tolist() == scores[order[200:]].tolist()
    assert after[order[:200]].min() > after[order[200:]].max()


@given(st.integers(0, 10_000), st.integers(2, 30))
def test_scores_stay_in_their_range_and_do_not_depend_on_the_order_of_candidates(seed: int, size: int) -> None:
    scores, vectors = chance(seed, size, dim=2)
    vectors[: size // 2] = vectors[0]  # twins, all equally near
    after = smoothed(scores, vectors)
    assert scores.min() - 1e-6 <= after.min() <= after.max() <= scores.max() + 1e-6
    order = np.random.default_rng(seed + 1).permutation(size)
    np.testing.assert_allclose(smoothed(scores[order], vectors[order]), after[order], atol=1e-5)
