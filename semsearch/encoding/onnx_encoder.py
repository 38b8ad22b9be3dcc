"""The encoder for CPUs: a prepared model on onnxruntime, which loads in a moment and needs no torch."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from semsearch.encoding.graphs import PreparedGraph
from semsearch.encoding.rows import unit_rows
from semsearch.protocols import EncodedTexts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from concurrent.futures import Future

    from semsearch.encoding.prepared.manifest import PreparedModel
    from semsearch.protocols import Vector, Vectors

_PARTS_AHEAD = 2


@dataclass(frozen=True, slots=True)
class _Encoded:
    """One text: (dim,) float32, of any length, and its tokens as if nothing were cut."""

    vector: Vector
    token_count: int


class OnnxEncoder:
    """Encodes with a prepared model; implements `Encoder`."""

    def __init__(self, prepared: PreparedModel) -> None:
        """Load the model.

        Raises:
            ModelDamagedError: Its files are not what was prepared.
        """
        self.prepared = prepared
        self.fingerprint = prepared.fingerprint
        self._graph = PreparedGraph(prepared)

    @property
    def dim(self) -> int:
        """Length of a vector."""
        return self.fingerprint.dim

    @property
    def max_tokens(self) -> int:
        """Tokens of a text that it sees, special tokens included; the rest is cut."""
        return self.fingerprint.max_tokens

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """Encode texts of papers: (n, dim) float32, rows of length 1, in the order of `texts`."""
        return self._encode_together(texts, self.prepared.document_prompt)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: (n, dim) float32, rows of length 1, in the order of `texts`."""
        return self._encode_together(texts, self.prepared.query_prompt)

    def encode_stream(self, parts: Iterable[Sequence[str]]) -> Iterator[EncodedTexts]:
        """Encode texts of papers part by part, up to two parts ahead of what is asked for."""
        waiting: deque[list[Future[_Encoded]]] = deque()
        try:
            for part in parts:
                texts = [self.prepared.document_prompt + text for text in part]
                waiting.append([self._graph.workers.submit(self._encode, text) for text in texts])
                if len(waiting) > _PARTS_AHEAD:
                    yield self._collected(waiting.popleft())
            while waiting:
                yield self._collected(waiting.popleft())
        finally:
            for future in (each for part in waiting for each in part):
                future.cancel()

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text of a paper as if nothing were cut, those of its prompt included."""
        return self._graph.cutter.counts([self.prepared.document_prompt + text for text in texts])

    def _encode_together(self, texts: Sequence[str], prompt: str) -> Vectors:
        vectors = self._graph.rows(lambda text: self._encode(prompt + text).vector, texts)
        return unit_rows(vectors, model=self.fingerprint.model)

    def _collected(self, part: Sequence[Future[_Encoded]]) -> EncodedTexts:
        if not part:
            return EncodedTexts(np.empty((0, self.dim), dtype=np.float32), [])
        encoded = [future.result() for future in part]
        vectors = np.stack([each.vector for each in encoded])
        return EncodedTexts(unit_rows(vectors, model=self.fingerprint.model), [each.token_count for each in encoded])

    def _encode(self, text: str) -> _Encoded:
        tokens = self._graph.cutter.tokens(text)
        return _Encoded(self._graph.numbers(tokens), tokens.count)
