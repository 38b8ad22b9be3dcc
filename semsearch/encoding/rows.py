"""Rows of length 1, whatever a model returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from semsearch.protocols import Vectors


def unit_rows(vectors: Vectors) -> Vectors:
    """Scale each row of (n, dim) float32 to length 1; a row of zeros, or not finite, becomes zeros."""
    finite = np.where(np.isfinite(vectors).all(axis=1, keepdims=True), vectors, np.float32(0))
    lengths = np.linalg.norm(finite, axis=1, keepdims=True)
    scaled: Vectors = np.divide(finite, lengths, out=np.zeros_like(finite), where=lengths > 0)
    return scaled
