"""Models prepared when they are first needed, and what takes their place where that fails."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from semsearch.choices import Precision
from semsearch.encoding import devices
from semsearch.encoding.model_files import source_sha256
from semsearch.encoding.model_names import FAKES, model_folder
from semsearch.encoding.prepared.cache import prepared_from
from semsearch.errors import CacheError, ModelDamagedError, PreparationError, UsageError, first_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from semsearch.encoding.model_kinds import ModelKind
    from semsearch.encoding.prepared.manifest import PreparedModel

logger = logging.getLogger(__name__)

Model = TypeVar("Model")


def prepare(
    model: str, *, precision: Precision, replacing: bool = False, kind: ModelKind | None = None
) -> PreparedModel:
    """Prepare a model for this CPU, unless it is prepared already.

    Args:
        model: The name of an encoder, as for `load_encoder`, or of a reranker.
        precision: int8 or float32.
        replacing: Even if it is prepared already.
        kind: What it has to be; None if either will do.

    Raises:
        UsageError: There is nothing to prepare.
        ModelNotFoundError: Nothing by that name can be loaded, or it is of the other kind.
        CacheError: The user's cache cannot be written to.
        PreparationError: It broke off.
    """
    if (model in FAKES and kind is None) or precision is Precision.REFERENCE:
        what = f"{model if model in FAKES else 'The precision reference'} cannot be prepared, and need not be."
        raise UsageError(what, fix="Name a sentence-transformers model, and int8 or float32.")
    folder = model_folder(model, kind=kind)
    source = source_sha256(folder)
    found = None if replacing else prepared_from(source, precision)
    if found is None:
        from semsearch.encoding.prepared.preparation import prepare_model

        logger.info("preparing %s for this CPU as %s, which takes up to a minute", model, precision)
        found = prepare_model(model, folder=folder, asked=precision, source_sha256=source, replacing=replacing)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUse(Generic[Model]):
    """A model under the name that its user gives it, and how it is loaded.

    Attributes:
        name: Said in notices.
        word: What it is used for there, as "encoding".
        makes: What it gives, as "vectors".
        from_graph: Loads it as prepared in int8 or float32.
        reference: Loads it in sentence-transformers, on a device as torch calls it.
        agree: Whether what the first one gives, on a card, is what the second one gives, on the CPU.
    """

    name: str
    word: str
    makes: str
    from_graph: Callable[[PreparedModel], Model]
    reference: Callable[[str], Model]
    agree: Callable[[Model, Model], bool]

    def load(self, prepared: PreparedModel) -> Model:
        """Load it as it was prepared, and say why that is not what was asked for, if so."""
        if prepared.reason:
            logger.warning("%s: %s; %s as %s", self.name, prepared.reason, self.word, prepared.precision)
        if prepared.precision is Precision.REFERENCE:
            return self.reference("cpu")
        return self.from_graph(prepared.called(self.name))

    def load_or_prepare(self, find: Callable[[], PreparedModel], again: Callable[[], PreparedModel]) -> Model:
        """Load what `find` gives, what `again` prepares if that is damaged, or else the reference."""
        try:
            try:
                return self.load(find())
            except ModelDamagedError as exc:
                logger.info("%s", exc.what)
                return self.load(again())
        except (CacheError, PreparationError) as exc:
            what = exc.what.rstrip(".")
            logger.warning("%s; %s with sentence-transformers, which is slower", what, self.word)
            return self.reference("cpu")

    def on_card(self) -> Model | None:
        """The reference on a graphics card, if there is one that computes as it should."""
        device = devices.accelerator()
        if device is None:
            return None
        try:
            there = self.reference(device)
            if self.agree(there, self.reference("cpu")):
                return there
            problem = f"gives wrong {self.makes}"
        except Exception as exc:  # noqa: BLE001 - drivers fail in many ways
            problem = f"fails ({first_line(exc)})"
        logger.warning("%s %s on %s here; %s on the CPU", self.name, problem, device, self.word)
        return None
