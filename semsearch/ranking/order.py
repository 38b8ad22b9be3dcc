"""The order of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from semsearch.protocols import Vector

TOLERANCE: Final = 1e-6
"""Numbers that differ by no more count as equal: the last bits of a float32 sum depend on where a row stands."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A paper with its score."""

    paper_id: str
    score: float


def best_first(candidates: Iterable[Scored], top_k: int) -> list[Scored]:
    """The `top_k` with the highest scores; equal scores in the order of their ids."""
    return sorted(candidates, key=lambda each: (-each.score, each.paper_id))[:top_k]


def ranks(scores: Vector) -> NDArray[np.int64]:
    """The rank of each score, from 1 for the highest: (n,) int64; equal scores have the same rank."""
    not_higher = np.searchsorted(np.sort(scores), scores, side="right").astype(np.int64)
    return len(scores) - not_higher + 1
