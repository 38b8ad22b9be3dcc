"""From the name of a model to its encoder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from semsearch.encoding.model_files import embedded_folder, hub_folder
from semsearch.errors import ModelNotFoundError
from semsearch.settings import DEFAULT_MODEL, FAKE_MODEL

if TYPE_CHECKING:
    from semsearch.protocols import Encoder


def load_encoder(model: str) -> Encoder:
    """Load the encoder of that name.

    Args:
        model: "all-MiniLM-L6-v2" for the embedded model, "hashed-words" for the fake one, the path
            of a sentence-transformers model, or its name on the hub.

    Raises:
        ModelNotFoundError: Nothing by that name can be loaded.
        ModelDamagedError: The embedded model's files are not the published ones.
    """
    if model == FAKE_MODEL:
        from semsearch.encoding.hashed_words import HashedWordsEncoder

        return HashedWordsEncoder()

    from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder

    return SentenceTransformerEncoder(model, folder=_folder(model))


def canonical_name(model: str) -> str:
    """The name under which an index remembers a model: of a path, the absolute one."""
    return str(Path(model).resolve()) if _is_folder(model) else model


def _folder(model: str) -> Path:
    if model == DEFAULT_MODEL:
        return embedded_folder()
    if _is_folder(model):
        return Path(model)
    if model.startswith((".", "/", "~")) or model.count("/") > 1 or not model.strip():
        what = f"There is no folder {model!r} with a model."
        raise ModelNotFoundError(what, fix="Give the path of a sentence-transformers model or its name on the hub.")
    return hub_folder(model)


def _is_folder(model: str) -> bool:
    try:
        return model not in {DEFAULT_MODEL, FAKE_MODEL, ""} and Path(model).is_dir()
    except (OSError, ValueError):  # a name that no file can have, or a folder that may not be looked into
        return False
