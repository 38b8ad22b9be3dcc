"""From the name of a model, or the fingerprint of an index, to the encoder."""

from __future__ import annotations

import logging
import shlex
from typing import TYPE_CHECKING, Final

from semsearch.choices import Precision
from semsearch.encoding import device_check
from semsearch.encoding.model_kinds import ModelKind
from semsearch.encoding.model_names import canonical_name, is_folder, model_folder
from semsearch.encoding.prepared.cache import prepared_for
from semsearch.encoding.preparing import ModelUse, prepare
from semsearch.errors import ModelDamagedError
from semsearch.settings import FAKE_MODEL

if TYPE_CHECKING:
    from semsearch.encoding.prepared.manifest import PreparedModel
    from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder
    from semsearch.protocols import Encoder
    from semsearch.records import Fingerprint

__all__: Final = ["canonical_name", "encoder_of", "load_encoder", "prepare"]

logger = logging.getLogger(__name__)


def load_encoder(model: str, *, precision: Precision | None = None, expected: Fingerprint | None = None) -> Encoder:
    """Load the encoder of that name, to encode papers; prepares the model if it was never used on this CPU.

    Args:
        model: "all-MiniLM-L6-v2" for the embedded model, "hashed-words" for the fake one, the path
            of a sentence-transformers model, or its name on the hub.
        precision: By default int8 on the CPU, and the reference on a graphics card.
        expected: If the model with this fingerprint is prepared, take it without looking for the model's files;
            but a folder is looked into, since its model may have been trained on.

    Raises:
        ModelNotFoundError: Nothing by that name can be loaded, or it is a cross-encoder.
        ModelDamagedError: The embedded model's files are not the published ones.
    """
    if model == FAKE_MODEL:
        return _fake()
    if precision is Precision.REFERENCE:
        return _reference(model)
    # Prepared even where a card encodes the papers, since questions are encoded on the CPU.
    on_cpu = _on_cpu(model, asked=precision or Precision.INT8, expected=None if is_folder(model) else expected)
    if precision is None and (on_card := _use(model).on_card()):
        return on_card
    return on_cpu


def encoder_of(fingerprint: Fingerprint, *, precision: Precision | None = None) -> Encoder:
    """Load the encoder that made the vectors of that fingerprint, at once if it was prepared, to encode questions.

    Raises:
        ModelNotFoundError: It is neither prepared nor to be found under its name.
        ModelDamagedError: It is not prepared, and the embedded model's files are not the published ones.
    """
    model = fingerprint.model
    if model == FAKE_MODEL:
        return _fake()
    if precision is not Precision.REFERENCE:
        wanted = (precision,) if precision else (Precision.INT8, Precision.FLOAT32)
        is_damaged = False
        for asked in wanted:
            try:
                if prepared := prepared_for(fingerprint, asked):
                    return _use(model).load(prepared)
            except ModelDamagedError as exc:
                logger.warning("%s", exc)
                is_damaged = True
        if not is_damaged:
            command = f"semsearch models prepare {shlex.quote(model)} --precision {wanted[0]}"
            logger.warning("%s is not prepared on this machine, so it takes seconds to load", model)
            logger.warning("Prepare it once: %s", command)
    return _reference(model)


def _on_cpu(model: str, *, asked: Precision, expected: Fingerprint | None) -> Encoder:
    def find() -> PreparedModel:
        found = prepared_for(expected, asked) if expected else None
        prepared = found or prepare(model, precision=asked, kind=ModelKind.ENCODER)
        prepared.check_content()  # a question does without, for it has no 15 ms to spare
        return prepared

    def again() -> PreparedModel:
        return prepare(model, precision=asked, replacing=True, kind=ModelKind.ENCODER)

    return _use(model).load_or_prepare(find, again)


def _use(model: str) -> ModelUse[Encoder]:
    return ModelUse(
        name=model,
        word="encoding",
        makes="vectors",
        from_graph=_from_graph,
        reference=lambda device: _reference(model, device=device),
        agree=device_check.agrees_with_cpu,
    )


def _from_graph(prepared: PreparedModel) -> Encoder:
    from semsearch.encoding.onnx_encoder import OnnxEncoder

    return OnnxEncoder(prepared)


def _reference(model: str, *, device: str = "cpu") -> SentenceTransformerEncoder:
    from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder

    folder = model_folder(model, kind=ModelKind.ENCODER)
    return SentenceTransformerEncoder(model, folder=folder, device=device)


def _fake() -> Encoder:
    from semsearch.encoding.hashed_words import HashedWordsEncoder

    return HashedWordsEncoder()
