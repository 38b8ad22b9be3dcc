"""Abstracts a second, and what share of the machine's arithmetic that is."""

from __future__ import annotations

import logging
import statistics
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from semsearch.bench.measuring_process import MeasuringProcess
from semsearch.bench.records import ArithmeticShare, EncodingSpeed
from semsearch.fingerprints import fingerprint_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from semsearch.choices import Precision
    from semsearch.records import Fingerprint

logger = logging.getLogger(__name__)

_MODULE: Final = "semsearch.bench.encoding_process"
_ROUNDS: Final = 3
_OPERATIONS: Final = 2  # for each weight: its product, and the sum that it goes into


def encoding_speeds(
    texts: Sequence[str],
    *,
    folder: Path,
    fingerprint: Fingerprint,
    precision: Precision | None,
    against_reference: bool,
) -> list[EncodingSpeed]:
    """Encode texts as an update of the index would, and with sentence-transformers if that is wanted.

    Each has a process of its own, and they take turns, so that a busy moment of the machine hits both.

    Args:
        texts: Of papers.
        folder: Of the index, for messages.
        fingerprint: Of its encoder.
        precision: As for `semsearch.encoding.encoders.load_encoder`.
        against_reference: Whether to measure sentence-transformers, too.

    Returns:
        Ours, then the reference if it was measured.

    Raises:
        UsageError: The encoder has no reference.
        SemsearchError: A process broke off.
    """
    request = {
        "folder": str(folder),
        "fingerprint": fingerprint_text(fingerprint),
        "precision": precision.value if precision else None,
        "texts": list(texts),
    }
    with ExitStack() as stack:
        processes = []
        for reference in (False, True)[: 1 + against_reference]:
            logger.info("loading %s", "sentence-transformers" if reference else fingerprint.model)
            doing = "Encoding with sentence-transformers" if reference else f"Encoding with {fingerprint.model}"
            processes.append(stack.enter_context(MeasuringProcess(_MODULE, doing=doing)))
            processes[-1].ask(request | {"reference": reference})
        logger.info("encoding %d abstracts, %d times%s", len(texts), _ROUNDS, " each" if against_reference else "")
        rounds = [[process.ask({}) for process in processes] for _ in range(_ROUNDS)]
        tokens = rounds[0][0]["tokens"]
        return [
            EncodingSpeed(
                texts=len(texts),
                tokens=tokens,
                seconds=statistics.median(each["seconds"] for each in of_process),
                peak_bytes=process.finish()["peak_bytes"],
            )
            for process, of_process in zip(processes, zip(*rounds, strict=True), strict=True)
        ]


def arithmetic_share(tokens_per_second: float, *, multiplications: int, peak_per_second: float) -> ArithmeticShare:
    """How much of the machine's arithmetic an encoding uses, without the products within attention.

    Args:
        tokens_per_second: Encoded.
        multiplications: With weights, for each token.
        peak_per_second: Multiplications and additions that the machine reaches.
    """
    per_second = _OPERATIONS * multiplications * tokens_per_second
    return ArithmeticShare(per_second=per_second, peak_per_second=peak_per_second)
