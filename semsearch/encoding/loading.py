"""How models are loaded into sentence-transformers: from a folder alone, and without a word."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from semsearch.encoding.model_files import sha256_of, tokenizer_files, weight_files
from semsearch.errors import ModelNotFoundError, first_line
from semsearch.records import Fingerprint
from semsearch.text import TEXT_RECIPE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sentence_transformers import CrossEncoder, SentenceTransformer

    Model = TypeVar("Model", SentenceTransformer, CrossEncoder)

BATCH: Final = 32
"""Texts at a time; sentence-transformers sorts them by length first, so that a batch wastes little on padding."""

_NO_LIMIT: Final = 1_000_000  # tokens, for a model without a window


@dataclass(frozen=True, slots=True)
class ModelSource:
    """A model that is not loaded yet.

    Attributes:
        name: What its user calls it.
        folder: With its files; nothing is ever fetched.
        device: What to compute on, as torch calls it.
    """

    name: str
    folder: Path
    device: str = "cpu"

    def load(self, kind: type[Model]) -> Model:
        """Load it as a kind of sentence-transformers.

        Raises:
            ModelNotFoundError: The folder holds none.
        """
        from transformers.utils import logging as transformers_logging

        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
        logging.getLogger("sentence_transformers").setLevel(logging.ERROR)
        try:
            model: Model = kind(str(self.folder), device=self.device, local_files_only=True)
        except (OSError, ValueError, RuntimeError, KeyError, ImportError, AttributeError, TypeError) as exc:
            what = f"{self.folder} does not hold a model that sentence-transformers can load: {first_line(exc)}"
            raise ModelNotFoundError(what, fix="Give the folder that holds its modules.json or config.json.") from exc
        return model

    def fingerprint(
        self,
        model: SentenceTransformer | CrossEncoder,
        *,
        dim: int,
        pooling: str,
        prompts: Iterable[str],
        normalization: str,
    ) -> Fingerprint:
        """What makes the numbers of the model comparable with others.

        Args:
            model: Loaded from here.
            dim: How many numbers it gives.
            pooling: How those of its tokens become these.
            prompts: What is put before texts, as in `Fingerprint`.
            normalization: How the numbers are scaled.
        """
        return Fingerprint(
            model=self.name,
            weights_sha256=sha256_of(weight_files(self.folder)),
            tokenizer_sha256=sha256_of(tokenizer_files(self.folder)),
            pooling=pooling,
            prompts=tuple(prompts),
            max_tokens=window(model),
            dim=dim,
            normalization=normalization,
            text_recipe=TEXT_RECIPE,
        )


def window(model: SentenceTransformer | CrossEncoder) -> int:
    """Tokens that a model sees, special tokens included; the rest is cut."""
    return int(min(model.max_seq_length or _NO_LIMIT, _NO_LIMIT))
