"""Encodes the texts of an update, so that an interruption loses next to nothing."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from semsearch.records import EncodingProgress, Truncation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semsearch.engine.encoder_choice import EncoderChoice
    from semsearch.protocols import Progress
    from semsearch.store.staging import PendingText
    from semsearch.store.writer import StoreWriter

_COMMITTED_TOGETHER = 64  # texts: a few seconds of a laptop's work


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodingRun:
    """What an encoding did."""

    encoded: int
    truncation: Truncation
    seconds: float


def encode_pending(
    store: StoreWriter,
    choice: EncoderChoice,
    pending: Sequence[PendingText],
    *,
    resumed: int,
    progress: Progress | None,
) -> EncodingRun:
    """Encode texts in the given order, longest first, and commit every few of them.

    Longest first, so that the texts of a batch are of like length, and that the time left is not underestimated.
    """
    start = perf_counter()
    total = sum(text.length for text in pending)
    characters = 0
    truncation = Truncation()

    def report(texts: int) -> None:
        if progress is not None:
            progress(EncodingProgress(texts, len(pending), characters, total, resumed))

    report(0)
    for first in range(0, len(pending), _COMMITTED_TOGETHER):
        chunk = pending[first : first + _COMMITTED_TOGETHER]
        hashes = [text.text_hash for text in chunk]
        texts = store.staging.texts(hashes)
        vectors = choice.encoder.encode_documents(texts).astype("<f2")
        store.save_progress(hashes, (vector.tobytes() for vector in vectors))
        truncation += truncation_of(choice.encoder.count_tokens(texts), choice.encoder.max_tokens)
        characters += sum(text.length for text in chunk)
        report(first + len(chunk))
    return EncodingRun(encoded=len(pending), truncation=truncation, seconds=perf_counter() - start)


def truncation_of(token_counts: Sequence[int], max_tokens: int) -> Truncation:
    """How much of texts with so many tokens a window of `max_tokens` leaves out."""
    counts = np.asarray(token_counts, dtype=np.int64)
    beyond = np.maximum(counts - max_tokens, 0)
    return Truncation(len(counts), int((beyond > 0).sum()), int(counts.sum()), int(beyond.sum()))
