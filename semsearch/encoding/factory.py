"""From the name of a model, or the fingerprint of an index, to the encoder."""

from __future__ import annotations

import logging
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from semsearch.choices import Precision
from semsearch.encoding.model_files import embedded_folder, hub_folder, source_sha256
from semsearch.encoding.prepared.cache import prepared_for, prepared_from
from semsearch.errors import CacheError, ModelDamagedError, ModelNotFoundError, PreparationError, UsageError, first_line
from semsearch.settings import DEFAULT_MODEL, FAKE_MODEL

if TYPE_CHECKING:
    from semsearch.encoding.prepared.manifest import PreparedModel
    from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder
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
        ModelNotFoundError: Nothing by that name can be loaded.
        ModelDamagedError: The embedded model's files are not the published ones.
    """
    if model == FAKE_MODEL:
        return _fake()
    if precision is Precision.REFERENCE:
        return _reference(model)
    # Prepared even where a card encodes the papers, since questions are encoded on the CPU.
    on_cpu = _on_cpu(model, asked=precision or Precision.INT8, expected=None if _is_folder(model) else expected)
    if precision is None and (on_card := _on_card(model)):
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
                    return _from_prepared(prepared, model)
            except ModelDamagedError as exc:
                logger.warning("%s", exc)
                is_damaged = True
        if not is_damaged:
            command = f"semsearch models prepare {shlex.quote(model)} --precision {wanted[0]}"
            logger.warning("%s is not prepared on this machine, so it takes seconds to load", model)
            logger.warning("Prepare it once: %s", command)
    return _reference(model)


def prepare(model: str, *, precision: Precision, replacing: bool = False) -> PreparedModel:
    """Prepare a model for this CPU, unless it is prepared already.

    Args:
        model: As for `load_encoder`.
        precision: int8 or float32.
        replacing: Even if it is prepared already.

    Raises:
        UsageError: There is nothing to prepare.
        ModelNotFoundError: Nothing by that name can be loaded.
        CacheError: The user's cache cannot be written to.
        PreparationError: It broke off.
    """
    if model == FAKE_MODEL or precision is Precision.REFERENCE:
        what = f"{model if model == FAKE_MODEL else 'The precision reference'} cannot be prepared, and need not be."
        raise UsageError(what, fix="Name a sentence-transformers model, and int8 or float32.")
    folder = _folder(model)
    source = source_sha256(folder)
    found = None if replacing else prepared_from(source, precision)
    if found is None:
        from semsearch.encoding.prepared.preparation import prepare_model

        logger.info("preparing %s for this CPU as %s, which takes up to a minute", model, precision)
        found = prepare_model(model, folder=folder, asked=precision, source_sha256=source, replacing=replacing)
    return found


def canonical_name(model: str) -> str:
    """The name under which an index remembers a model: of a path, the absolute one."""
    return str(Path(model).resolve()) if _is_folder(model) else model


def _on_cpu(model: str, *, asked: Precision, expected: Fingerprint | None) -> Encoder:
    try:
        try:
            prepared = (prepared_for(expected, asked) if expected else None) or prepare(model, precision=asked)
            prepared.check_content()  # a question does without, for it has no 15 ms to spare
            return _from_prepared(prepared, model)
        except ModelDamagedError as exc:
            logger.info("%s", exc.what)
            return _from_prepared(prepare(model, precision=asked, replacing=True), model)
    except (CacheError, PreparationError) as exc:
        logger.warning("%s; encoding with sentence-transformers, which is slower", exc.what.rstrip("."))
        return _reference(model)


def _on_card(model: str) -> Encoder | None:
    """The reference on a graphics card, if there is one that computes as it should."""
    from semsearch.encoding.devices import accelerator

    device = accelerator()
    if device is None:
        return None
    from semsearch.encoding.device_check import agrees_with_cpu

    on_card = _reference(model, device=device)
    try:
        if agrees_with_cpu(on_card, _reference(model)):
            return on_card
        problem = "gives wrong vectors"
    except Exception as exc:  # noqa: BLE001 - drivers fail in many ways
        problem = f"fails ({first_line(exc)})"
    logger.warning("%s %s on %s here; encoding on the CPU", model, problem, device)
    return None


def _from_prepared(prepared: PreparedModel, model: str) -> Encoder:
    """Load it under that name, and say why it is not what was asked for, if so."""
    if prepared.reason:
        logger.warning("%s: %s; encoding as %s", model, prepared.reason, prepared.precision)
    if prepared.precision is Precision.REFERENCE:
        return _reference(model)
    from semsearch.encoding.onnx_encoder import OnnxEncoder

    return OnnxEncoder(prepared.called(model))


def _reference(model: str, *, device: str = "cpu") -> SentenceTransformerEncoder:
    from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder

    return SentenceTransformerEncoder(model, folder=_folder(model), device=device)


def _fake() -> Encoder:
    from semsearch.encoding.hashed_words import HashedWordsEncoder

    return HashedWordsEncoder()


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
