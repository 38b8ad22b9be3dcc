"""Prepares a model for CPUs: in the fastest form whose vectors are those of the reference."""

from __future__ import annotations

import logging
import shutil
import tempfile
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from semsearch.choices import Precision
from semsearch.encoding.model_files import weight_files
from semsearch.encoding.prepared.cache import put_in_cache, unfinished_folder
from semsearch.encoding.prepared.exported import export_apart
from semsearch.encoding.prepared.kinds import CHECKS
from semsearch.encoding.prepared.manifest import GRAPH_FILE, TOKENIZER_FILE, PreparedModel, write_manifest
from semsearch.encoding.prepared.quantization import multiplications_per_token, quantize
from semsearch.encoding.prepared.smoothing import smooth
from semsearch.encoding.sessions import open_session
from semsearch.errors import first_line

if TYPE_CHECKING:
    from semsearch.encoding.prepared.verification import Samples

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Form:
    """A form to try; narrow weights have 7 bits, for processors on which sums of 8-bit products overflow."""

    precision: Precision
    narrow: bool = False


_FORMS: Final = {
    Precision.INT8: (_Form(Precision.INT8), _Form(Precision.INT8, narrow=True), _Form(Precision.FLOAT32)),
    Precision.FLOAT32: (_Form(Precision.FLOAT32),),
}

_ROOM: Final = 3  # times the weights: exported, smoothed, and quantized twice, before what is not needed is removed


def prepare_model(
    name: str, *, folder: Path, asked: Precision, source_sha256: str, replacing: bool = False
) -> PreparedModel:
    """Export a model, quantize it, compare it with the reference, and keep it in the cache.

    That takes from seconds to a minute. If a form is not like the reference, the next one is tried: int8, then
    float32, and last the reference itself, for which only the reason is kept.

    Args:
        name: What its user calls it.
        folder: With its files.
        asked: int8 or float32.
        source_sha256: Of those files.
        replacing: Put it in the place of one that is in the cache already.

    Raises:
        ModelNotFoundError: The folder holds no model that can be loaded.
        CacheError: The cache cannot be written to.
        PreparationError: The process that exports broke off.
    """
    begun = datetime.now(UTC).replace(microsecond=0)
    needed = _ROOM * sum(path.stat().st_size for path in weight_files(folder))
    with unfinished_folder(needed) as unfinished:
        with tempfile.TemporaryDirectory(dir=unfinished) as temporary:
            exported = export_apart(name, model=folder, folder=Path(temporary))
            prepared = PreparedModel(
                folder=unfinished,
                fingerprint=exported.fingerprint,
                source_sha256=source_sha256,
                asked=asked,
                precision=Precision.REFERENCE,
                reason=exported.problem,
                cosine=1.0,
                document_prompt=exported.document_prompt,
                query_prompt=exported.query_prompt,
                multiplications=0,
                created=begun,  # what happens to the files from now on may not be in it
            )
            if not exported.problem:
                prepared = _in_best_form(prepared, Path(temporary), exported.samples)
        return put_in_cache(write_manifest(prepared), replacing=replacing)


def _in_best_form(prepared: PreparedModel, exported: Path, expected: Samples) -> PreparedModel:
    """Write the first form into the folder that gives what is expected."""
    check = CHECKS[prepared.kind]
    reasons: dict[Precision, str] = {}
    shutil.copy(exported / TOKENIZER_FILE, prepared.folder)
    multiplications = multiplications_per_token(exported / GRAPH_FILE)
    for form in _FORMS[prepared.asked]:
        candidate = replace(prepared, precision=form.precision, multiplications=multiplications)
        limit = check.lowest[form.precision]
        try:
            _write(form, exported, candidate.folder)
            likeness = check.likeness(check.samples(candidate), expected)
        except (OSError, MemoryError):  # no fault of the model
            raise
        except Exception as exc:  # any model may come, and onnxruntime fails in many ways
            logger.debug("%s as %s", candidate.fingerprint.model, form, exc_info=True)
            reasons[form.precision] = f"{form.precision} fails: {first_line(exc)}"
            continue
        if likeness >= limit:
            reasons.pop(form.precision, None)
            return replace(candidate, cosine=likeness, reason="; ".join(reasons.values()))
        found = f"{check.measure} {likeness:.4f}, not {limit}"
        reasons[form.precision] = f"{form.precision} is too far from the reference ({found})"
    (prepared.folder / GRAPH_FILE).unlink(missing_ok=True)
    return replace(prepared, reason="; ".join(reasons.values()))


def _write(form: _Form, exported: Path, folder: Path) -> None:
    """Write the graph in that form, already optimized, so that it is loaded in half the time."""
    graph, tokenizer = exported / GRAPH_FILE, exported / TOKENIZER_FILE
    weights = [path for path in exported.iterdir() if path.is_file() and path.suffix not in {".json", ".npy", ".onnx"}]
    if form.precision is Precision.INT8:
        smoothed, quantized = exported / "smoothed.onnx", exported / "quantized.onnx"
        smooth(graph, smoothed, tokenizer=tokenizer)
        quantize(smoothed, quantized, narrow=form.narrow)
        open_session(quantized, save_optimized=folder / GRAPH_FILE)
    elif not weights:
        open_session(graph, save_optimized=folder / GRAPH_FILE)
    else:  # a large model, which keeps its weights in files next to the graph
        for path in (graph, *weights):
            shutil.copy(path, folder)
