"""From the name that a user gives a model to the folder with its files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from semsearch.encoding.model_files import embedded_folder, hub_folder
from semsearch.encoding.model_kinds import ModelKind, kind_of
from semsearch.encoding.word_overlap import FAKE_RERANKER
from semsearch.errors import ModelNotFoundError
from semsearch.settings import DEFAULT_MODEL, FAKE_MODEL

FAKES: Final = {FAKE_MODEL: ModelKind.ENCODER, FAKE_RERANKER: ModelKind.RERANKER}

_OURS: Final = frozenset({DEFAULT_MODEL, *FAKES})
_ORGANIZATIONS: Final = {ModelKind.ENCODER: "sentence-transformers", ModelKind.RERANKER: "cross-encoder"}


def is_folder(model: str) -> bool:
    """Whether a name is the path of a folder."""
    try:
        return model != "" and model not in _OURS and Path(model).is_dir()
    except (OSError, ValueError):  # a name that no file can have, or a folder that may not be looked into
        return False


def canonical_name(model: str) -> str:
    """The name under which an index remembers a model: of a path, the absolute one."""
    return str(Path(model).resolve()) if is_folder(model) else model


def full_name(model: str, kind: ModelKind) -> str:
    """The canonical name, with the hub's owner where a short name leaves out the usual one for models of that kind."""
    is_short = model.strip() and "/" not in model and model not in _OURS and not is_folder(model)
    return f"{_ORGANIZATIONS[kind]}/{model}" if is_short else canonical_name(model)


def model_folder(model: str, *, kind: ModelKind | None = None) -> Path:
    """The folder with the files of a model, fetched from the hub if need be.

    Args:
        model: The embedded model's name, a path, or a name on the hub.
        kind: What it has to be; None if either will do.

    Raises:
        ModelNotFoundError: There is none of that name, or it is of the other kind.
        ModelDamagedError: The embedded model's files are not the published ones.
    """
    _check(model, FAKES.get(model), wanted=kind)
    folder = _folder(model)
    _check(model, kind_of(folder), wanted=kind)
    return folder


def _folder(model: str) -> Path:
    if model == DEFAULT_MODEL:
        return embedded_folder()
    if is_folder(model):
        return Path(model)
    if model.startswith((".", "/", "~")) or model.count("/") > 1 or not model.strip():
        what = f"There is no folder {model!r} with a model."
        raise ModelNotFoundError(what, fix="Give the path of a model for sentence-transformers or its name on the hub.")
    return hub_folder(full_name(model, ModelKind.ENCODER))


def _check(model: str, found: ModelKind | None, *, wanted: ModelKind | None) -> None:
    if wanted is None or found is None or found is wanted:
        return
    if wanted is ModelKind.ENCODER:
        what = f"{model} is a cross-encoder: it scores a text together with a question, and makes no vectors."
        raise ModelNotFoundError(what, fix="Use it to rerank answers, and another model to encode.")
    what = f"{model} is no cross-encoder: it makes vectors, and cannot score a text together with a question."
    raise ModelNotFoundError(what, fix="Name a cross-encoder, such as cross-encoder/ms-marco-MiniLM-L6-v2.")
