"""The reference encoder: any sentence-transformers model, as its authors meant it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from semsearch.encoding.loading import fingerprint_of, load_model, window
from semsearch.encoding.prompts import document_prompt
from semsearch.encoding.rows import part_by_part, unit_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from sentence_transformers import SentenceTransformer
    from tokenizers import Tokenizer

    from semsearch.protocols import EncodedTexts, Vectors
    from semsearch.records import Fingerprint

_BATCH = 32


class SentenceTransformerEncoder:
    """Encodes with a model in a folder; implements `Encoder`. Loads it when it is first needed."""

    def __init__(self, name: str, *, folder: Path, device: str = "cpu") -> None:
        """Remember where the model is.

        Args:
            name: What its user calls it.
            folder: With the model's files; nothing is ever fetched.
            device: What to compute on, as torch calls it.
        """
        self._device = device
        self._name = name
        self._folder = folder

    @cached_property
    def fingerprint(self) -> Fingerprint:
        """What makes its vectors comparable with others."""
        prompts = self.model.prompts
        return fingerprint_of(
            self._name,
            self._folder,
            model=self.model,
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
        # It sorts by length itself, so that a batch wastes little on padding.
        vectors = encode(list(texts), batch_size=_BATCH, show_progress_bar=False, convert_to_numpy=True)
        return unit_rows(np.asarray(vectors, dtype=np.float32), model=self._name)

    @cached_property
    def model(self) -> SentenceTransformer:
        """The model itself.

        Raises:
            ModelNotFoundError: The folder holds none.
        """
        from sentence_transformers import SentenceTransformer

        return load_model(SentenceTransformer, self._folder, device=self._device)

    @cached_property
    def _uncut_tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer

        tokenizer = self.model.tokenizer
        tokenizer = Tokenizer.from_str(getattr(tokenizer, "backend_tokenizer", tokenizer).to_str())
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer


def _pooling(model: SentenceTransformer) -> str:
    """Name the modules after the transformer, with the mode of pooling: "mean, Normalize"."""
    return ", ".join(_name_of(module) for module in list(model.children())[1:])


def _name_of(module: object) -> str:
    name = str(getattr(module, "pooling_mode", type(module).__name__))
    return name if getattr(module, "include_prompt", True) else f"{name} without prompt"
