"""Encodes the texts of an update, so that an interruption loses next to nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from semsearch.fingerprints import encoder_key
from semsearch.reports import EncodingProgress, Truncation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semsearch.engine.encoder_choice import ChosenEncoder
    from semsearch.protocols import Progress
    from semsearch.store.writer import StoreWriter

_COMMITTED_TOGETHER = 64  # texts: a few seconds of a laptop's work


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodingRun:
    """What an encoding did; `resumed` texts had their vectors from an interrupted one."""

    encoded: int = 0
    resumed: int = 0
    truncation: Truncation = field(default_factory=Truncation)
    seconds: float = 0.0


def encode_staged(
    store: StoreWriter, chosen: ChosenEncoder, *, everything: bool, progress: Progress | None
) -> EncodingRun:
    """Encode the staged texts that have no vector, the longest first, and commit every few of them.

    Longest first, so that the texts of a batch are of like length and the time left is not underestimated.

    Args:
        store: With the staged papers.
        chosen: Loaded only if there is something to encode.
        everything: Encode all of them, whatever vectors are stored.
        progress: Called before the encoding and after each part of it.
    """
    start = perf_counter()
    key = encoder_key(chosen.fingerprint)
    pending = store.staging.pending_texts(key, everything=everything)
    resumed = store.staging.resumed_texts(key)
    total = sum(text.length for text in pending)
    texts = characters = 0
    truncation = Truncation()

    def report(texts: int) -> None:
        if progress is not None:
            progress(EncodingProgress(texts, len(pending), characters, total, resumed))

    report(0)
    if pending:
        parts = [pending[first : first + _COMMITTED_TOGETHER] for first in range(0, len(pending), _COMMITTED_TOGETHER)]
        hashes = [[text.text_hash for text in part] for part in parts]
        encoder = chosen.load()
        stream = encoder.encode_stream(map(store.staging.texts, hashes))
        for part, part_hashes, encoded in zip(parts, hashes, stream, strict=True):
            vectors = encoded.vectors.astype("<f2")
            store.save_progress(key, part_hashes, (vector.tobytes() for vector in vectors))
            truncation += truncation_of(encoded.token_counts, encoder.max_tokens)
            texts += len(part)
            characters += sum(text.length for text in part)
            report(texts)
    return EncodingRun(encoded=len(pending), resumed=resumed, truncation=truncation, seconds=perf_counter() - start)


def truncation_of(token_counts: Sequence[int], max_tokens: int) -> Truncation:
    """How much of texts with so many tokens a window of `max_tokens` leaves out."""
    counts = np.asarray(token_counts, dtype=np.int64)
    beyond = np.maximum(counts - max_tokens, 0)
    return Truncation(len(counts), int((beyond > 0).sum()), int(counts.sum()), int(beyond.sum()))
