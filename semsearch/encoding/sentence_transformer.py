"""The reference encoder: any sentence-transformers model, as its authors meant it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from semsearch.encoding.loading import BATCH, window
from semsearch.encoding.prompts import document_prompt
from semsearch.encoding.rows import part_by_part, unit_rows
from semsearch.encoding.tokens import uncut

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sentence_transformers import SentenceTransformer
    from tokenizers import Tokenizer

    from semsearch.encoding.loading import ModelSource
    from semsearch.protocols import EncodedTexts, Vectors
    from semsearch.records import Fingerprint


class SentenceTransformerEncoder:
    """Encodes with a model in a folder; implements `Encoder`. Loads it when it is first needed."""

    def __init__(self, source: ModelSource) -> None:
        """Remember where the model is."""
        self.source = source

    @cached_property
    def fingerprint(self) -> Fingerprint:
        """What makes its vectors comparable with others."""
        prompts = self.model.prompts
        return self.source.fingerprint(
            self.model,
            dim=self.dim,
            pooling=_pooling(self.model),
            prompts=[f"{name}={prompt}" for name, prompt in sorted(prompts.items()) if prompt],
            normalization="unit",
        )

    @cached_property
    def dim(self) -> int:
        """Length of a vector."""
        dim = self.model.get_embedding_dimension()
        return dim if dim is not None else len(self.model.encode_query(""))

    @cached_property
    def max_tokens(self) -> int:
        """Tokens of a text that it sees, special tokens included; the rest is cut."""
        return window(self.model)

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """Encode texts of papers: (n, dim) float32, rows of length 1, in the order of `texts`."""
        return self._vectors(self.model.encode_document, texts)

    def encode_stream(self, parts: Iterable[Sequence[str]]) -> Iterator[EncodedTexts]:
        """Encode texts of papers part by part; one result a part, in order."""
        return part_by_part(self, parts)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: (n, dim) float32, rows of length 1, in the order of `texts`."""
        return self._vectors(self.model.encode_query, texts)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text of a paper as if nothing were cut, those of its prompt included."""
        prompt = document_prompt(self.model)
        encodings = self._uncut_tokenizer.encode_batch_fast([prompt + text for text in texts])
        return [len(encoding.ids) for encoding in encodings]

    def _vectors(self, encode: Any, texts: Sequence[str]) -> Vectors:  # noqa: ANN401 - a bound method of theirs
        if not texts:
            return np.empty((0, self.dim), dtype=np.float32)
        vectors = encode(list(texts), batch_size=BATCH, show_progress_bar=False, convert_to_numpy=True)
        return unit_rows(np.asarray(vectors, dtype=np.float32), model=self.source.name)

    @cached_property
    def model(self) -> SentenceTransformer:
        """The model itself.

        Raises:
            ModelNotFoundError: The folder holds none.
        """
        from sentence_transformers import SentenceTransformer

        return self.source.load(SentenceTransformer)

    @cached_property
    def _uncut_tokenizer(self) -> Tokenizer:
        tokenizer = self.model.tokenizer
        return uncut(getattr(tokenizer, "backend_tokenizer", tokenizer))


def _pooling(model: SentenceTransformer) -> str:
    """Name the modules after the transformer, with the mode of pooling: "mean, Normalize"."""
    return ", ".join(_name_of(module) for module in list(model.children())[1:])


def _name_of(module: object) -> str:
    name = str(getattr(module, "pooling_mode", type(module).__name__))
    return name if getattr(module, "include_prompt", True) else f"{name} without prompt"
