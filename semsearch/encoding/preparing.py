"""Models prepared when they are first needed, and what takes their place where that fails."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from semsearch.choices import Precision
from semsearch.encoding import devices
from semsearch.encoding.loading import ModelSource
from semsearch.encoding.model_files import source_sha256
from semsearch.encoding.model_kinds import ModelKind
from semsearch.encoding.model_names import FAKES, model_folder
from semsearch.encoding.prepared.cache import prepared_from
from semsearch.errors import CacheError, ModelDamagedError, PreparationError, UsageError, first_line

if TYPE_CHECKING:
    from collections.abc import Callable

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
class Wording:
    """What notices say of models of a kind.

    Attributes:
        activity: What they are used for.
        output: What they give.
    """

    activity: str
    output: str


WORDINGS: Final = {
    ModelKind.ENCODER: Wording(activity="encoding", output="vectors"),
    ModelKind.RERANKER: Wording(activity="reranking", output="scores"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUse(Generic[Model]):
    """A model under the name that its user gives it, and how it is loaded.

    Attributes:
        name: Said in notices.
        kind: What it has to be.
        from_graph: Loads it as prepared in int8 or float32.
        from_source: Loads it in sentence-transformers.
        agrees: Whether what the first one gives, on a card, is what the second one gives, on the CPU.
    """

    name: str
    kind: ModelKind
    from_graph: Callable[[PreparedModel], Model]
    from_source: Callable[[ModelSource], Model]
    agrees: Callable[[Model, Model], bool]

    @property
    def wording(self) -> Wording:
        """What notices say of it."""
        return WORDINGS[self.kind]

    def prepare(self, precision: Precision, *, replacing: bool = False) -> PreparedModel:
        """Prepare it as int8 or float32, as the function `prepare` does."""
        return prepare(self.name, precision=precision, replacing=replacing, kind=self.kind)

    def reference(self, device: str = "cpu") -> Model:
        """Load it in sentence-transformers, on a device as torch calls it."""
        return self.from_source(ModelSource(self.name, model_folder(self.name, kind=self.kind), device))

    def load(self, prepared: PreparedModel) -> Model:
        """Load it as it was prepared, and say why that is not what was asked for, if so."""
        if prepared.reason:
            logger.warning("%s: %s; %s as %s", self.name, prepared.reason, self.wording.activity, prepared.precision)
        if prepared.precision is Precision.REFERENCE:
            return self.reference()
        return self.from_graph(prepared.called(self.name))

    def load_or_prepare(self, find: Callable[[], PreparedModel], *, precision: Precision) -> Model:
        """Load what `find` gives, or prepare it again as `precision` if that is damaged, or else the reference."""
        try:
            try:
                return self.load(find())
            except ModelDamagedError as exc:
                logger.info("%s", exc.what)
                return self.load(self.prepare(precision, replacing=True))
        except (CacheError, PreparationError) as exc:
            what = exc.what.rstrip(".")
            logger.warning("%s; %s with sentence-transformers, which is slower", what, self.wording.activity)
            return self.reference()

    def on_card(self) -> Model | None:
        """The reference on a graphics card, if there is one that computes as it should."""
        device = devices.accelerator()
        if device is None:
            return None
        try:
            there = self.reference(device)
            if self.agrees(there, self.reference()):
                return there
            problem = f"gives wrong {self.wording.output}"
        except Exception as exc:  # noqa: BLE001 - drivers fail in many ways
            problem = f"fails ({first_line(exc)})"
        logger.warning("%s %s on %s here; %s on the CPU", self.name, problem, device, self.wording.activity)
        return None
