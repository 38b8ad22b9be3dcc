"""What an update will take: time, disk and memory, told before they are spent."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.errors import DiskSpaceError
from semsearch.memory import own_peak_bytes
from semsearch.reports import BuildPlan
from semsearch.store.folder import staging_path
from semsearch.text import shown_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from semsearch.reports import EncodingProgress
    from semsearch.store.staging import PendingText
    from semsearch.store.writer import StoreWriter

SAMPLE: Final = 64
"""Texts that are encoded first, to see how long all will take."""
LONG_RUN: Final = 512
"""Texts from which on the time is worth telling."""


_FLOAT16_BYTES: Final = 2  # bytes of a float16
_ROW_OF_PROGRESS: Final = 250  # bytes beside the vector: two hashes, and SQLite's own
_WORDS: Final = 0.5  # bytes of the words of papers for each byte staged, while their segments are merged
_SPARE: Final = 16 * 2**20  # bytes: logs of SQLite, and what others write meanwhile


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateNeeds:
    """Bytes that an update adds to the disk at its height, and those of the vectors alone, which memory has to hold."""

    disk_bytes: int
    vector_bytes: int


def sample_first(pending: Sequence[PendingText]) -> list[PendingText]:
    """Put texts of all lengths in front, if there are many; the others stay in their order."""
    if len(pending) < LONG_RUN:
        return list(pending)
    step = len(pending) // SAMPLE
    places = range(step // 2, step * SAMPLE, step)
    chosen = set(places)
    return [pending[place] for place in places] + [each for place, each in enumerate(pending) if place not in chosen]


def needs_of(store: StoreWriter, *, texts: int, resumed: int, everything: bool, dim: int) -> UpdateNeeds:
    """Estimate what an update of the staged papers takes.

    The vectors of all papers are written anew while the old ones are still there, those of new texts are in the
    store meanwhile, and what is staged goes through the log of SQLite into the store; its words are written last.

    Args:
        store: With the staged papers.
        texts: How many have to be encoded.
        resumed: How many were encoded by an interrupted update.
        everything: Whether no vector of the current state is used.
        dim: Length of a vector.
    """
    vector = dim * _FLOAT16_BYTES
    papers = texts + resumed + (store.state.papers if store.state and not everything else 0)
    staged = staging_path(store.folder).stat().st_size
    words = int(_WORDS * staged)
    return UpdateNeeds(
        disk_bytes=papers * vector + texts * (vector + _ROW_OF_PROGRESS) + 2 * staged + words + _SPARE,
        vector_bytes=papers * vector,
    )


def refuse_without_space(folder: Path, needs: UpdateNeeds) -> None:
    """Stop before anything is encoded that could not be written.

    Raises:
        DiskSpaceError: The disk has less than is needed.
    """
    needed, free = needs.disk_bytes, shutil.disk_usage(folder).free
    if needed > free:
        what = f"{folder} needs {shown_bytes(needed)} more, but the disk has {shown_bytes(free)}; nothing was changed."
        raise DiskSpaceError(what, fix="Make room and run the same command again, or choose another --index.")


def plan_of(sample: EncodingProgress, seconds: float, needs: UpdateNeeds, folder: Path) -> BuildPlan:
    """Conclude from the first texts, which took so many seconds, what all take: time goes with characters."""
    return BuildPlan(
        texts=sample.total_texts,
        seconds=seconds * sample.total_characters / max(sample.characters, 1),
        disk_bytes=needs.disk_bytes,
        free_bytes=shutil.disk_usage(folder).free,
        memory_bytes=(own_peak_bytes() or 0) + needs.vector_bytes,
    )
