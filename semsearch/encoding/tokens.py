"""Texts, and pairs of them, as tokens, cut at the window of a model, without transformers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from numpy.typing import NDArray
    from tokenizers import Encoding, Tokenizer


@dataclass(frozen=True, slots=True)
class Tokens:
    """One text, or a pair of them, as a model sees it.

    Attributes:
        ids: (1, tokens) int64, special tokens included.
        type_ids: (1, tokens) int64.
        count: How many a text has as if nothing were cut; of a pair, those that are left.
    """

    ids: NDArray[np.int64]
    type_ids: NDArray[np.int64]
    count: int

    def feeds(self, inputs: Collection[str]) -> dict[str, NDArray[np.int64]]:
        """What a graph with these inputs is given."""
        known = {"input_ids": self.ids, "token_type_ids": self.type_ids}
        return {name: known[name] for name in inputs}


class TokenCutter:
    """Cuts texts into tokens; safe to use from several threads."""

    def __init__(self, path: Path) -> None:
        """Load a tokenizer that cuts texts at the window of its model and does not pad.

        Raises:
            Exception: The file is missing or not a tokenizer; the library raises nothing more special.
        """
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(path))
        self._special = self._tokenizer.num_special_tokens_to_add(is_pair=False)

    def tokens(self, text: str) -> Tokens:
        """Cut one text."""
        encoding = self._tokenizer.encode(text)
        return _tokens(encoding, self._count(encoding))

    def pair(self, question: str, text: str) -> Tokens:
        """Cut a question and a text that share the window; what does not fit is cut from the longer of them."""
        encoding = self._tokenizer.encode(question, text)
        return _tokens(encoding, len(encoding.ids))

    def counts(self, texts: Sequence[str]) -> list[int]:
        """How many tokens each text has as if nothing were cut."""
        return [self._count(encoding) for encoding in self._tokenizer.encode_batch_fast(list(texts))]

    def _count(self, encoding: Encoding) -> int:
        # What is beyond the window comes in pieces, each with special tokens of its own.
        return len(encoding.ids) + sum(len(piece.ids) - self._special for piece in encoding.overflowing)


def uncut(tokenizer: Tokenizer) -> Tokenizer:
    """A copy that neither cuts nor pads."""
    from tokenizers import Tokenizer

    copied = Tokenizer.from_str(tokenizer.to_str())
    copied.no_truncation()
    copied.no_padding()
    return copied


def _tokens(encoding: Encoding, count: int) -> Tokens:
    ids, type_ids = (np.asarray([each], dtype=np.int64) for each in (encoding.ids, encoding.type_ids))
    return Tokens(ids, type_ids, count)
