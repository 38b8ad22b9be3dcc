"""The model that a tuning starts from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semsearch.encoding.devices import accelerator
from semsearch.encoding.loading import ModelSource
from semsearch.encoding.model_kinds import ModelKind
from semsearch.encoding.model_names import FAKES, model_folder
from semsearch.errors import UsageError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer


def base_source(model: str) -> ModelSource:
    """Find a model that can be tuned, on the device that it will be trained on.

    Raises:
        UsageError: It has no weights.
        ModelNotFoundError: Nothing by that name can be loaded, or it is a cross-encoder.
        ModelDamagedError: The embedded model's files are not the published ones.
    """
    if model in FAKES:
        what = f"{model} has no weights that could be tuned."
        raise UsageError(what, fix="Name a sentence-transformers model with --model, such as all-MiniLM-L6-v2.")
    return ModelSource(model, model_folder(model, kind=ModelKind.ENCODER), accelerator() or "cpu")


def load_base(source: ModelSource) -> SentenceTransformer:
    """Load it so that the trainer can change it, and asks nobody about it.

    Raises:
        ModelNotFoundError: The folder holds none.
    """
    from sentence_transformers import SentenceTransformer

    model = source.load(SentenceTransformer)
    model.model_card_data.local_files_only = True  # or it is looked up on the hub
    return model
