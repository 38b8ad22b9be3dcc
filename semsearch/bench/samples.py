"""Which papers are measured with, and what many times come to."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from semsearch.bench.records import Spread

if TYPE_CHECKING:
    from collections.abc import Sequence


def spread_places(total: int, count: int) -> list[int]:
    """Places from 0 to total - 1, ascending: the middles of `count` stretches of equal length, or all if they are few.

    They are the same in every run, so that figures can be compared.
    """
    count = min(total, count)
    return [(2 * stretch + 1) * total // (2 * count) for stretch in range(count)]


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all does not exceed, interpolated between neighbors.

    Definition 7 of Hyndman & Fan 1996: of n values in order, counted from 0, the one at (n - 1) · share. So a share
    of 0.5 gives the median.

    Args:
        values: At least one, in any order.
        share: From 0 to 1.
    """
    ordered = sorted(values)
    place = (len(ordered) - 1) * share
    below, above = ordered[math.floor(place)], ordered[math.ceil(place)]
    return below + (above - below) * (place - math.floor(place))


def spread(milliseconds: Sequence[float]) -> Spread:
    """What half of these times, and 95 % of them, do not exceed."""
    return Spread(p50_ms=percentile(milliseconds, 0.5), p95_ms=percentile(milliseconds, 0.95))
