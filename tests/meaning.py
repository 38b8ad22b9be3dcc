"""An encoder that knows what a few words mean, for tests in which meaning and words disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.encoding.rows import unit_rows
from semsearch.text import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semsearch.protocols import Vectors

_MEANINGS: Final = (
    {"cars", "automobiles"},
    {"engines", "motors"},
    {"roads", "streets"},
    {"night", "darkness"},
    {"rain", "drizzle"},
    {"hats", "bonnets"},
)
_UNKNOWN: Final = len(_MEANINGS)


class MeaningEncoder(HashedWordsEncoder):
    """Has an axis for each meaning and one for texts without any; words that it does not know count nothing.

    The cosine of two texts is the number of meanings that they share, over the root of the product of how many each
    has: "cars at night" and "darkness and hats" have 1 / √(2 · 2) = 0.5.
    """

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dim), dtype=np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            words = set(fold(text).split())
            axes = [axis for axis, meaning in enumerate(_MEANINGS) if meaning & words]
            vector[axes or [_UNKNOWN]] = 1
        return unit_rows(vectors, model="meaning")
