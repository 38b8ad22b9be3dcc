"""Chance that is the same each time, and stays nearly the same when papers come and go: by the hash of a name."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_BYTES = 8


def place_of(name: str, *, seed: int, purpose: str) -> float:
    """A number from 0 up to but less than 1 for a name.

    Args:
        name: As the id of a paper.
        seed: Another one gives other numbers.
        purpose: What the number is for, so that draws for different purposes have nothing to do with each other.
    """
    digest = hashlib.blake2b(f"{seed}\x1f{purpose}\x1f{name}".encode(errors="surrogatepass"), digest_size=_BYTES)
    # 53 bits are what a float holds exactly, so that the largest is below 1.
    return (int.from_bytes(digest.digest(), "big") >> 11) / (1 << 53)


def shuffled(names: Iterable[str], *, seed: int, purpose: str) -> list[str]:
    """The names in an order of chance, each once; a name that comes or goes leaves the order of the others."""
    return sorted(set(names), key=lambda name: (place_of(name, seed=seed, purpose=purpose), name))
