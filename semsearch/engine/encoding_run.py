"""Encodes the texts of an update, so that an interruption loses next to nothing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from semsearch.engine.planning import LONG_RUN, SAMPLE, needs_of, plan_of, refuse_without_space, sample_first
from semsearch.fingerprints import encoder_key
from semsearch.reports import EncodingProgress, Truncation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from semsearch.engine.encoder_choice import ChosenEncoder
    from semsearch.protocols import Encoder, Progress
    from semsearch.store.staging import PendingText
    from semsearch.store.writer import StoreWriter

_COMMITTED_TOGETHER = SAMPLE  # texts, so that the sample is done with the first part


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

    Longest first, so that the time left is not underestimated; of many texts, a sample of all lengths comes
    before, from which the time is told.

    Args:
        store: With the staged papers.
        chosen: Loaded only if there is something to encode.
        everything: Encode all of them, whatever vectors are stored.
        progress: Called before the encoding and after each part of it.

    Raises:
        DiskSpaceError: The disk has no room for the result.
    """
    start = perf_counter()  # again once the encoder is loaded
    key = encoder_key(chosen.fingerprint)
    pending = sample_first(store.staging.pending_texts(key, everything=everything))
    report = progress or _tell_nobody
    so_far = EncodingProgress(0, len(pending), 0, _characters(pending), store.staging.resumed_texts(key))
    report(so_far)
    truncation = Truncation()
    if pending:
        needs = needs_of(
            store,
            texts=len(pending),
            resumed=so_far.resumed_texts,
            everything=everything,
            dim=chosen.fingerprint.dim,
        )
        refuse_without_space(store.folder, needs)
        encoder = chosen.load()
        start = perf_counter()
        for part, token_counts in _saved_parts(store, encoder, pending, key=key):
            is_sample = not so_far.texts and len(pending) >= LONG_RUN
            so_far = replace(
                so_far,
                texts=so_far.texts + len(part),
                characters=so_far.characters + _characters(part),
                plan=None,
            )
            if is_sample:
                so_far = replace(so_far, plan=plan_of(so_far, perf_counter() - start, needs, store.folder))
            truncation += truncation_of(token_counts, encoder.max_tokens)
            report(so_far)
    return EncodingRun(
        encoded=len(pending), resumed=so_far.resumed_texts, truncation=truncation, seconds=perf_counter() - start
    )


def _saved_parts(
    store: StoreWriter, encoder: Encoder, pending: Sequence[PendingText], *, key: str
) -> Iterator[tuple[Sequence[PendingText], Sequence[int]]]:
    """Encode texts and commit their vectors, some at a time; yields those texts and how many tokens each has.

    While one part is committed, the encoder is at work on the next.
    """
    parts = [pending[first : first + _COMMITTED_TOGETHER] for first in range(0, len(pending), _COMMITTED_TOGETHER)]
    hashes = [[text.text_hash for text in part] for part in parts]
    stream = encoder.encode_stream(map(store.staging.texts, hashes))
    for part, part_hashes, encoded in zip(parts, hashes, stream, strict=True):
        vectors = encoded.vectors.astype("<f2")
        store.save_progress(key, part_hashes, (vector.tobytes() for vector in vectors))
        yield part, encoded.token_counts


def _characters(texts: Sequence[PendingText]) -> int:
    return sum(text.length for text in texts)


def _tell_nobody(_: EncodingProgress) -> None:
    pass


def truncation_of(token_counts: Sequence[int], max_tokens: int) -> Truncation:
    """How much of texts with so many tokens a window of `max_tokens` leaves out."""
    counts = np.asarray(token_counts, dtype=np.int64)
    beyond = np.maximum(counts - max_tokens, 0)
    return Truncation(len(counts), int((beyond > 0).sum()), int(counts.sum()), int(beyond.sum()))
