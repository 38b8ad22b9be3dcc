"""A fake reranker for tests and dry runs: no model, no wait, and texts with words of the question come first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.text import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semsearch.protocols import Vector

FAKE_RERANKER: Final = "word-overlap"


class WordOverlapReranker:
    """Scores a text by the share of the question's words that stand in it; implements `Reranker`."""

    name = FAKE_RERANKER

    def scores(self, question: str, texts: Sequence[str]) -> Vector:
        """Score texts: (n,) float32 from 0 to 1, in the order of `texts`."""
        words = set(fold(question).split())
        shares = [len(words.intersection(fold(text).split())) / max(len(words), 1) for text in texts]
        return np.asarray(shares, dtype=np.float32)
