"""The encoder for CPUs: a prepared model on onnxruntime, which loads in a moment and needs no torch."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from semsearch.encoding.devices import available_cores
from semsearch.encoding.prepared.manifest import GRAPH_FILE, TOKENIZER_FILE
from semsearch.encoding.rows import unit_rows
from semsearch.encoding.sessions import open_session
from semsearch.encoding.tokens import TokenCutter
from semsearch.errors import first_line
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
    """Encodes with a prepared model; implements `Encoder`.

    Each text goes through the model alone, on one core, while other texts have the other cores. So no
    time is spent on padding, and the vector of a text does not depend on its neighbors: int8 is scaled by
    the largest number in sight.
    """

    def __init__(self, prepared: PreparedModel) -> None:
        """Load the model.

        Raises:
            ModelDamagedError: Its files are not what was prepared.
        """
        self.prepared = prepared
        self.fingerprint = prepared.fingerprint
        try:
            self._cutter = TokenCutter(prepared.folder / TOKENIZER_FILE)
            self._session = open_session(prepared.folder / GRAPH_FILE)
        except Exception as exc:
            raise prepared.damaged(first_line(exc)) from exc
        width = self._session.get_outputs()[0].shape[-1]
        if isinstance(width, int) and width != self.dim:  # of a model that cuts its vectors, the graph does not say
            raise prepared.damaged(f"its vectors have {width} numbers instead of {self.dim}")
        self._inputs = frozenset(each.name for each in self._session.get_inputs())
        self._pool: ThreadPoolExecutor | None = None
        self._owner = 0

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
                waiting.append([self._workers.submit(self._encode, text) for text in texts])
                if len(waiting) > _PARTS_AHEAD:
                    yield self._collected(waiting.popleft())
            while waiting:
                yield self._collected(waiting.popleft())
        finally:
            for future in (each for part in waiting for each in part):
                future.cancel()

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text of a paper as if nothing were cut, those of its prompt included."""
        return self._cutter.counts([self.prepared.document_prompt + text for text in texts])

    def _encode_together(self, texts: Sequence[str], prompt: str) -> Vectors:
        if not texts:
            return np.empty((0, self.dim), dtype=np.float32)
        if len(texts) == 1:
            vectors = self._encode(prompt + texts[0]).vector[None, :]
        else:
            longest_first = sorted(range(len(texts)), key=lambda place: -len(texts[place]))
            vectors = np.empty((len(texts), self.dim), dtype=np.float32)
            encoded = self._workers.map(lambda place: self._encode(prompt + texts[place]), longest_first)
            for place, each in zip(longest_first, encoded, strict=True):
                vectors[place] = each.vector
        return unit_rows(vectors, model=self.fingerprint.model)

    def _collected(self, part: Sequence[Future[_Encoded]]) -> EncodedTexts:
        if not part:
            return EncodedTexts(np.empty((0, self.dim), dtype=np.float32), [])
        encoded = [future.result() for future in part]
        vectors = np.stack([each.vector for each in encoded])
        return EncodedTexts(unit_rows(vectors, model=self.fingerprint.model), [each.token_count for each in encoded])

    def _encode(self, text: str) -> _Encoded:
        tokens = self._cutter.tokens(text)
        (vectors,) = self._session.run(None, tokens.feeds(self._inputs))
        return _Encoded(vectors[0], tokens.count)

    @property
    def _workers(self) -> ThreadPoolExecutor:
        if self._pool is None or self._owner != os.getpid():  # a fork has the pool, but not its threads
            self._pool = ThreadPoolExecutor(available_cores(), thread_name_prefix="semsearch-encoder")
            self._owner = os.getpid()
        return self._pool
