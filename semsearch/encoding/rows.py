"""What models give, made fit for use: rows of length 1, scores that are numbers, and rows part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from semsearch.errors import ModelDamagedError
from semsearch.protocols import EncodedTexts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from semsearch.protocols import Encoder, Vector, Vectors


def unit_rows(vectors: Vectors, *, model: str) -> Vectors:
    """Scale each row of (n, dim) float32 to length 1.

    Raises:
        ModelDamagedError: A row has no direction, because it is zero or not finite.
    """
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not (np.isfinite(lengths) & (lengths > 0)).all():
        raise _unusable(f"The model {model} makes vectors that are zero or not finite.")
    scaled: Vectors = vectors / lengths
    return scaled


def finite_scores(scores: Vector, *, model: str) -> Vector:
    """The same (n,) float32 scores, if all of them can be put in order.

    Raises:
        ModelDamagedError: One is not finite.
    """
    if not np.isfinite(scores).all():
        raise _unusable(f"The model {model} gives scores that are not finite.")
    return scores


def part_by_part(encoder: Encoder, parts: Iterable[Sequence[str]]) -> Iterator[EncodedTexts]:
    """Encode texts of papers part by part with an encoder that does not work ahead."""
    return (EncodedTexts(encoder.encode_documents(part), encoder.count_tokens(part)) for part in parts)


def _unusable(what: str) -> ModelDamagedError:
    return ModelDamagedError(what, fix="Get its files again, or use another model.")
