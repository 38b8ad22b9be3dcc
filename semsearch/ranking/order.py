"""The order of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

TOLERANCE: Final = 1e-6
"""Scores from 0 to 1 that differ by less are equal: the last bits of a sum depend on where a row stands."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A paper with its score."""

    paper_id: str
    score: float


def best_first(candidates: Iterable[Scored], top_k: int) -> list[Scored]:
    """The `top_k` with the highest scores; equal scores in the order of their ids."""
    return sorted(candidates, key=lambda each: (-each.score, each.paper_id))[:top_k]
