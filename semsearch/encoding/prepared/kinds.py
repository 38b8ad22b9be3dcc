"""What is looked at before a prepared model of either kind is trusted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.encoding.model_kinds import ModelKind
from semsearch.encoding.onnx_encoder import OnnxEncoder
from semsearch.encoding.onnx_reranker import OnnxReranker
from semsearch.encoding.prepared.verification import (
    LOWEST_CORRELATION,
    LOWEST_COSINE,
    correlation,
    lowest_cosine,
    scores_of,
    vectors_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from semsearch.choices import Precision
    from semsearch.encoding.prepared.manifest import PreparedModel
    from semsearch.encoding.prepared.verification import Samples


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """How models of a kind are compared with their reference.

    Attributes:
        samples: What a prepared model makes of sample texts.
        likeness: Of that with what the reference makes of them, at most 1.
        measure: What the likeness is called.
        lowest: The likeness that a precision must have.
    """

    samples: Callable[[PreparedModel], Samples]
    likeness: Callable[[Samples, Samples], float]
    measure: str
    lowest: Mapping[Precision, float]


CHECKS: Final = {
    ModelKind.ENCODER: Check(
        samples=lambda prepared: vectors_of(OnnxEncoder(prepared)),
        likeness=lowest_cosine,
        measure="cosine",
        lowest=LOWEST_COSINE,
    ),
    ModelKind.RERANKER: Check(
        samples=lambda prepared: scores_of(OnnxReranker(prepared)),
        likeness=correlation,
        measure="correlation",
        lowest=LOWEST_CORRELATION,
    ),
}
