"""Shares of less similar pairs, with numbers worked out by hand."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from semsearch.ranking.closeness import LEVELS, shares_below, similarity_quantiles

EVEN = LEVELS  # of pairs whose similarities are spread evenly from 0 to 1

similarities = st.floats(-1, 1)


def test_quantiles_are_those_of_each_pair_once_and_of_no_paper_with_itself() -> None:
    """Cosines 0.6, 0 and 0.8: the lowest is 0, the middle 0.6, the highest 0.8, and at 0.9 it is 0.6 + 0.8 · 0.2."""
    quantiles = similarity_quantiles(np.asarray([[1, 0], [0.6, 0.8], [0, 1]], dtype=np.float32))
    found = dict(zip(LEVELS, quantiles, strict=True))
    assert [found[level] for level in (0.0, 0.5, 0.9, 1.0)] == [0.0, 0.6, 0.76, 0.8]


def test_fewer_than_two_papers_make_no_pair() -> None:
    assert similarity_quantiles(np.ones((1, 1), dtype=np.float32)) == ()
    assert similarity_quantiles(np.empty((0, 1), dtype=np.float32)) == ()


def test_a_share_is_linear_between_two_quantiles() -> None:
    np.testing.assert_allclose(shares_below([0.25, 0.9, 0.925, 0.99995], EVEN), [0.25, 0.9, 0.925, 0.99995])


def test_beyond_all_pairs_a_share_is_0_or_1() -> None:
    assert shares_below([-0.5, 0.0, 1.0, 1.5], EVEN).tolist() == [0, 0, 1, 1]


def test_pairs_that_are_just_as_similar_are_not_less_similar() -> None:
    """Nine of ten pairs have 0.2; the others are spread from there to 1.2."""
    quantiles = [0.2 if level <= 0.9 else 0.2 + (level - 0.9) * 10 for level in LEVELS]
    np.testing.assert_allclose(shares_below([0.2, 0.45], quantiles), [0, 0.925])


@given(st.lists(similarities, min_size=len(LEVELS), max_size=len(LEVELS)).map(sorted), st.lists(similarities))
def test_a_higher_similarity_never_has_a_lower_share(quantiles: list[float], asked: list[float]) -> None:
    shares = shares_below(sorted([*asked, *quantiles]), quantiles)
    assert (np.diff(shares) >= 0).all()
    assert ((shares >= 0) & (shares <= 1)).all()
