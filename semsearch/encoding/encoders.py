"""From the name of a model, or the fingerprint of an index, to the encoder."""

from __future__ import annotations

import logging
import shlex
from typing import TYPE_CHECKING

from semsearch.choices import Precision
from semsearch.encoding import device_check
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.encoding.model_kinds import ModelKind
from semsearch.encoding.model_names import is_folder
from semsearch.encoding.onnx_encoder import OnnxEncoder
from semsearch.encoding.prepared.cache import prepared_for
from semsearch.encoding.preparing import ModelUse
from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder
from semsearch.errors import ModelDamagedError
from semsearch.settings import FAKE_MODEL

if TYPE_CHECKING:
    from semsearch.encoding.prepared.manifest import PreparedModel
    from semsearch.protocols import Encoder
    from semsearch.records import Fingerprint

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
        return HashedWordsEncoder()
    use = _use(model)
    if precision is Precision.REFERENCE:
        return use.reference()
    asked = precision or Precision.INT8
    known = None if is_folder(model) else expected

    def find() -> PreparedModel:
        found = prepared_for(known, asked) if known else None
        prepared = found or use.prepare(asked)
        prepared.check_content()  # a question does without, for it has no 15 ms to spare
        return prepared

    # Prepared even where a card encodes the papers, since questions are encoded on the CPU.
    on_cpu = use.load_or_prepare(find, precision=asked)
    if precision is None and (on_card := use.on_card()):
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
        return HashedWordsEncoder()
    use = _use(model)
    if precision is not Precision.REFERENCE:
        wanted = (precision,) if precision else (Precision.INT8, Precision.FLOAT32)
        is_damaged = False
        for asked in wanted:
            try:
                if prepared := prepared_for(fingerprint, asked):
                    return use.load(prepared)
            except ModelDamagedError as exc:
                logger.warning("%s", exc)
                is_damaged = True
        if not is_damaged:
            command = f"semsearch models prepare {shlex.quote(model)} --precision {wanted[0]}"
            logger.warning("%s is not prepared on this machine, so it takes seconds to load", model)
            logger.warning("Prepare it once: %s", command)
    return use.reference()


def _use(model: str) -> ModelUse[Encoder]:
    return ModelUse(
        name=model,
        kind=ModelKind.ENCODER,
        from_graph=OnnxEncoder,
        from_source=SentenceTransformerEncoder,
        agrees=device_check.encodes_as_on_cpu,
    )
