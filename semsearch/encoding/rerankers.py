"""From the name of a cross-encoder to the reranker."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from semsearch.choices import Precision
from semsearch.encoding import device_check
from semsearch.encoding.cross_encoder import CrossEncoderReranker
from semsearch.encoding.model_files import changed_since
from semsearch.encoding.model_kinds import ModelKind
from semsearch.encoding.model_names import full_name, is_folder
from semsearch.encoding.onnx_reranker import OnnxReranker
from semsearch.encoding.prepared.cache import prepared_called
from semsearch.encoding.preparing import ModelUse
from semsearch.encoding.word_overlap import FAKE_RERANKER, WordOverlapReranker
from semsearch.errors import ModelNotFoundError, RerankerNotFoundError

if TYPE_CHECKING:
    from semsearch.encoding.prepared.manifest import PreparedModel
    from semsearch.protocols import Reranker


def load_reranker(model: str, *, precision: Precision | None = None) -> Reranker:
    """Load the reranker of that name; prepares the model if it was never used on this CPU.

    Args:
        model: "word-overlap" for the fake one, the path of a cross-encoder, or its name on the hub, where
            "cross-encoder/" may be left out.
        precision: By default int8, since a few dozen texts are scored sooner than torch is loaded; the reference
            computes on a graphics card if there is one.

    Raises:
        RerankerNotFoundError: Nothing by that name can be loaded, or it is no cross-encoder with one score a pair.
    """
    if model == FAKE_RERANKER:
        return WordOverlapReranker()
    try:
        return _loaded(full_name(model, ModelKind.RERANKER), precision)
    except ModelNotFoundError as exc:
        raise RerankerNotFoundError(exc.what, fix=exc.fix) from exc


def _loaded(name: str, precision: Precision | None) -> Reranker:
    use = _use(name)
    if precision is Precision.REFERENCE:
        return use.on_card() or use.reference()
    asked = precision or Precision.INT8
    return use.load_or_prepare(lambda: _known(name, asked) or use.prepare(asked), precision=asked)


def _known(name: str, asked: Precision) -> PreparedModel | None:
    """The one that was prepared under that name, if the model is still the same; found without reading its weights."""
    found = prepared_called(name, asked)
    if found is None or found.kind is not ModelKind.RERANKER:
        return None
    return None if is_folder(name) and changed_since(Path(name), found.created) else found


def _use(name: str) -> ModelUse[Reranker]:
    return ModelUse(
        name=name,
        kind=ModelKind.RERANKER,
        from_graph=OnnxReranker,
        from_source=CrossEncoderReranker,
        agrees=device_check.reranks_as_on_cpu,
    )
