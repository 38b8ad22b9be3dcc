"""A fake encoder for tests and dry runs: no model, no wait, and yet like texts get like vectors."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.encoding.rows import part_by_part, unit_rows
from semsearch.records import Fingerprint
from semsearch.settings import FAKE_MODEL
from semsearch.text import TEXT_RECIPE, fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from semsearch.protocols import EncodedTexts, Vectors

_DIM: Final = 256
_MAX_TOKENS: Final = 256


class HashedWordsEncoder:
    """Sums a random direction for each word, named by the word's hash; implements `Encoder`.

    Two texts without a word in common have a cosine near 0 (standard deviation 1/16); word order
    has no say.
    """

    dim = _DIM
    max_tokens = _MAX_TOKENS
    fingerprint = Fingerprint(
        model=FAKE_MODEL,
        weights_sha256="",
        tokenizer_sha256="",
        pooling="sum of words (1)",
        prompts=(),
        max_tokens=_MAX_TOKENS,
        dim=_DIM,
        normalization="unit",
        text_recipe=TEXT_RECIPE,
    )

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """Encode texts of papers: (n, dim) float32, rows of length 1, in the order of `texts`."""
        if not texts:
            return np.empty((0, _DIM), dtype=np.float32)
        return unit_rows(np.stack([_vector(text) for text in texts]), model=FAKE_MODEL)

    def encode_stream(self, parts: Iterable[Sequence[str]]) -> Iterator[EncodedTexts]:
        """Encode texts of papers part by part; one result a part, in order."""
        return part_by_part(self, parts)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: (n, dim) float32, rows of length 1, in the order of `texts`."""
        return self.encode_documents(texts)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the words of each text."""
        return [len(fold(text).split()) for text in texts]


def _vector(text: str) -> Vectors:
    counts = Counter(fold(text).split()[:_MAX_TOKENS]) or Counter([""])
    vector = np.zeros(_DIM, dtype=np.float32)
    for word, count in counts.items():
        vector += np.float32(math.sqrt(count)) * _direction(word)
    return vector


@lru_cache(maxsize=100_000)
def _direction(word: str) -> Vectors:
    """A corner of the cube: (dim,) of -1 and 1, from the bits of the word's hash."""
    bits = np.unpackbits(np.frombuffer(hashlib.shake_256(word.encode()).digest(_DIM // 8), dtype=np.uint8))
    return bits.astype(np.float32) * 2 - 1
