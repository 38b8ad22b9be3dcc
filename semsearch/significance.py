"""Whether one run is better than another, or only luckier with its questions.

Pure functions of the differences between two runs, one number a question.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

RESAMPLES: Final = 9_999
CONFIDENCE: Final = 0.95
_SEED: Final = 20070101
_NUMBERS_AT_ONCE: Final = 1 << 21


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval."""

    low: float
    high: float


def randomization_p(differences: Sequence[float]) -> float:
    """The p-value of Fisher's two-sided paired randomization test of the mean.

    If both runs were equally good, each difference could as well have the other sign; the p-value is the share of
    all ways to choose the signs whose mean is as far from 0 as the one found. Up to 13 questions all ways are counted;
    else 9,999 random ones, the same in every run, and the one found. Of the tests that are in use for runs, Smucker,
    Allan & Carterette 2007 recommend this one.

    Args:
        differences: One a question.

    Returns:
        1 if there is nothing to test: fewer than two questions, or no difference at all.
    """
    if len(differences) < 2 or not any(differences):  # noqa: PLR2004 - a pair
        return 1.0
    import numpy as np
    from scipy.stats import permutation_test

    tested = permutation_test(
        (np.asarray(differences, dtype=np.float64),),
        np.mean,
        permutation_type="samples",
        vectorized=True,
        n_resamples=RESAMPLES,
        batch=max(1, _NUMBERS_AT_ONCE // len(differences)),
        rng=np.random.default_rng(_SEED),
    )
    return float(tested.pvalue)


def mean_interval(differences: Sequence[float]) -> Interval | None:
    """Student's 95 % confidence interval of the mean: mean ± t(n - 1) · s / √n (Sakai 2014); None for one question."""
    count = len(differences)
    if count < 2:  # noqa: PLR2004
        return None
    from scipy.stats import t

    mean = math.fsum(differences) / count
    variance = math.fsum((each - mean) ** 2 for each in differences) / (count - 1)
    margin = float(t.ppf((1 + CONFIDENCE) / 2, count - 1)) * math.sqrt(variance / count)
    return Interval(mean - margin, mean + margin)


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust the p-values of several tests so that all of them together err as rarely as one (Holm 1979).

    Of m tests the one with the i-th smallest p-value, counted from 0, gets the largest of (m - j) · p_j for j up to i,
    at most 1.
    """
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    ascending = sorted(range(len(p_values)), key=p_values.__getitem__)
    for done, place in enumerate(ascending):
        largest = min(1.0, max(largest, (len(p_values) - done) * p_values[place]))
        adjusted[place] = largest
    return adjusted
