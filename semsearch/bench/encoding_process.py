"""Encodes when it is told to, in a process of its own, and tells how long it took and how much memory."""

from __future__ import annotations

import json
import logging
import os
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from semsearch.choices import Precision
from semsearch.engine.planning import SAMPLE
from semsearch.errors import SemsearchError, UsageError
from semsearch.fingerprints import as_fingerprint
from semsearch.memory import own_peak_bytes
from semsearch.processes import told_error

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from semsearch.protocols import Encoder
    from semsearch.records import Fingerprint

_WARM_UP: Final = 8  # texts
_REFERENCE_BATCH: Final = 32  # what sentence-transformers takes unless told otherwise


def main() -> None:
    """Answer requests on standard input until it ends: the first one says what to encode, each other one is a round."""
    # Libraries may print; what they say must not come between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    logging.disable(logging.WARNING)  # the process that waits has said it already

    def answer(told: dict[str, Any]) -> None:
        answers.write(f"{json.dumps(told)}\n")
        answers.flush()

    try:
        work = _round_of(json.loads(sys.stdin.readline()))
        answer({})
        for _ in sys.stdin:
            start = perf_counter()
            tokens = work()
            answer({"seconds": perf_counter() - start, "tokens": tokens})
        answer({"peak_bytes": own_peak_bytes()})
    except SemsearchError as exc:
        answer(told_error(exc))


def _round_of(request: dict[str, Any]) -> Callable[[], int]:
    """Load the encoder, warm it up, and give what one round does; a round returns the tokens that were seen."""
    texts: list[str] = request["texts"]
    fingerprint = as_fingerprint(request["fingerprint"])
    if request["reference"]:
        return _reference_round(fingerprint, texts)
    from semsearch.engine.encoder_choice import paper_encoder

    precision = Precision(request["precision"]) if request["precision"] else None
    encoder = paper_encoder(Path(request["folder"]), must_match=fingerprint, precision=precision).load()
    # An update of an index takes the longest first, too.
    parts = _parts(sorted(texts, key=len, reverse=True))
    _encode(encoder, [texts[:_WARM_UP]])
    return lambda: _encode(encoder, parts)


def _encode(encoder: Encoder, parts: Sequence[Sequence[str]]) -> int:
    limit = encoder.max_tokens
    return sum(min(count, limit) for encoded in encoder.encode_stream(parts) for count in encoded.token_counts)


def _reference_round(fingerprint: Fingerprint, texts: list[str]) -> Callable[[], int]:
    from semsearch.encoding.encoders import load_encoder
    from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder

    encoder = load_encoder(fingerprint.model, precision=Precision.REFERENCE)
    if not isinstance(encoder, SentenceTransformerEncoder):
        raise UsageError(f"{fingerprint.model} has no reference to compare with.", fix="Leave out --against-reference.")
    model = encoder.model

    def encode(some: list[str]) -> int:
        model.encode(some, batch_size=_REFERENCE_BATCH, show_progress_bar=False)
        return 0  # it does not count them

    encode(texts[:_WARM_UP])
    return lambda: encode(texts)


def _parts(texts: Sequence[str]) -> list[Sequence[str]]:
    return [texts[first : first + SAMPLE] for first in range(0, len(texts), SAMPLE)]


if __name__ == "__main__":
    main()
