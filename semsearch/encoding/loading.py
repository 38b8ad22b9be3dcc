"""How models are loaded into sentence-transformers: from a folder alone, and without a word."""

from __future__ import annotations

import logging
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

_NO_LIMIT: Final = 1_000_000  # tokens, for a model without a window


def load_model(kind: type[Model], folder: Path, *, device: str) -> Model:
    """Load a model; nothing is ever fetched.

    Args:
        kind: Of sentence-transformers.
        folder: With the model's files.
        device: What to compute on, as torch calls it.

    Raises:
        ModelNotFoundError: The folder holds none.
    """
    from transformers.utils import logging as transformers_logging

    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.getLogger("sentence_transformers").setLevel(logging.ERROR)
    try:
        model: Model = kind(str(folder), device=device, local_files_only=True)
    except (OSError, ValueError, RuntimeError, KeyError, ImportError, AttributeError, TypeError) as exc:
        what = f"{folder} does not hold a model that sentence-transformers can load: {first_line(exc)}"
        raise ModelNotFoundError(what, fix="Give the folder that holds its modules.json or config.json.") from exc
    return model


def window(model: SentenceTransformer | CrossEncoder) -> int:
    """Tokens that a model sees, special tokens included; the rest is cut."""
    return int(min(model.max_seq_length or _NO_LIMIT, _NO_LIMIT))


def fingerprint_of(
    name: str,
    folder: Path,
    *,
    model: SentenceTransformer | CrossEncoder,
    dim: int,
    pooling: str,
    prompts: Iterable[str],
    normalization: str,
) -> Fingerprint:
    """What makes the numbers of a model comparable with others.

    Args:
        name: What its user calls it.
        folder: With the model's files.
        model: Loaded from there.
        dim: How many numbers it gives.
        pooling: How those of its tokens become these.
        prompts: What is put before texts, as in `Fingerprint`.
        normalization: How the numbers are scaled.
    """
    return Fingerprint(
        model=name,
        weights_sha256=sha256_of(weight_files(folder)),
        tokenizer_sha256=sha256_of(tokenizer_files(folder)),
        pooling=pooling,
        prompts=tuple(prompts),
        max_tokens=window(model),
        dim=dim,
        normalization=normalization,
        text_recipe=TEXT_RECIPE,
    )
