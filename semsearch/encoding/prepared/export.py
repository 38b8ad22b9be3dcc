"""A sentence-transformers model as one ONNX graph, from tokens to the vector or the score. Loads torch, alone here."""

from __future__ import annotations

import copy
import logging
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from semsearch.encoding.cross_encoder import CrossEncoderReranker
from semsearch.encoding.loading import ModelSource
from semsearch.encoding.model_kinds import ModelKind, kind_of
from semsearch.encoding.prepared.exported import Exported, write_error, write_exported
from semsearch.encoding.prepared.manifest import GRAPH_FILE, TOKENIZER_FILE
from semsearch.encoding.prepared.verification import scores_of, vectors_of
from semsearch.encoding.prompts import document_prompt, pair_prompt, query_prompt
from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder
from semsearch.encoding.tokens import uncut
from semsearch.errors import ModelDamagedError, SemsearchError, first_line
from semsearch.processes import end_with_starter

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder, SentenceTransformer

    from semsearch.encoding.prepared.verification import Samples

_OPSET = 18
_INPUTS = ("input_ids", "token_type_ids")
_LENGTHS_OF_ITS_OWN = ("query_length", "document_length", "query_expansion")
_EXAMPLE = "Some words, so that there is more than one token."


class _UnsuitableError(Exception):
    """Why a model cannot be exported, as the end of a sentence."""


def reference_of(name: str, folder: Path) -> SentenceTransformerEncoder | CrossEncoderReranker:
    """The model in a folder as its authors meant it.

    Raises:
        ModelNotFoundError: It is a cross-encoder that cannot be loaded; an encoder is not loaded yet.
    """
    source = ModelSource(name, folder)
    is_cross_encoder = kind_of(folder) is ModelKind.RERANKER
    return CrossEncoderReranker(source) if is_cross_encoder else SentenceTransformerEncoder(source)


def export(reference: SentenceTransformerEncoder | CrossEncoderReranker, folder: Path) -> None:
    """Write graph, tokenizer, description of a model and what it makes of sample texts into a folder."""
    model = reference.model
    samples, problem = np.empty(0, dtype=np.float32), ""
    try:
        samples = _samples_of(reference)
        save_tokenizer(model, folder / TOKENIZER_FILE)
        export_graph(model, folder / GRAPH_FILE)
    except (OSError, MemoryError):  # no fault of the model
        raise
    except (_UnsuitableError, ModelDamagedError) as exc:
        problem = str(exc)
    except Exception as exc:  # noqa: BLE001 - any model may come, and the exporter fails in many ways
        problem = f"it cannot be exported to ONNX: {first_line(exc)}"
    is_cross_encoder = isinstance(reference, CrossEncoderReranker)
    exported = Exported(
        fingerprint=reference.fingerprint,
        document_prompt="" if is_cross_encoder else document_prompt(model),
        query_prompt=pair_prompt(model) if is_cross_encoder else query_prompt(model),
        samples=samples,
        problem=problem,
    )
    write_exported(exported, folder)


def _samples_of(reference: SentenceTransformerEncoder | CrossEncoderReranker) -> Samples:
    return scores_of(reference) if isinstance(reference, CrossEncoderReranker) else vectors_of(reference)


def export_graph(model: SentenceTransformer | CrossEncoder, path: Path) -> None:
    """Write the graph of all modules, for one text or pair of any length: from `input_ids` to what they make of it.

    `input_ids` are (1, tokens) int64; what comes out is (1, dim) float32, the vector, or the score before activation.

    There is no attention mask, because nothing is padded. Where the tokenizer gives `token_type_ids`, they
    are an input too.

    Raises:
        _UnsuitableError: The model needs more than tokens.
        Exception: Whatever torch meets in a model that it cannot export.
    """
    import torch
    from sentence_transformers import CrossEncoder

    _check(model)
    is_cross_encoder = isinstance(model, CrossEncoder)
    example = model.preprocess([(_EXAMPLE, _EXAMPLE) if is_cross_encoder else _EXAMPLE])
    output = "scores" if is_cross_encoder else "sentence_embedding"
    cut_to = None if is_cross_encoder else model.truncate_dim
    names = [name for name in _INPUTS if name in example]

    class Whole(torch.nn.Module):
        """All modules of the model, with tensors for arguments."""

        def __init__(self) -> None:
            super().__init__()
            self.model = _spelled_out(model)

        def forward(self, *tensors: torch.Tensor) -> Any:  # noqa: ANN401 - torch's own annotation
            numbers = self.model(dict(zip(names, tensors, strict=True)))[output]
            return numbers[:, :cut_to] if cut_to else numbers

    with warnings.catch_warnings(), torch.inference_mode():
        # The exporter warns that shapes become constants, and that a newer exporter exists, which needs
        # another package. What comes out is compared with the model itself.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Whole().eval(),
            tuple(example[name] for name in names),
            str(path),
            input_names=names,
            output_names=["numbers"],
            dynamic_axes={name: {1: "tokens"} for name in names},
            opset_version=_OPSET,
            dynamo=False,
        )


def save_tokenizer(model: SentenceTransformer | CrossEncoder, path: Path) -> None:
    """Write the tokenizer so that it cuts texts at the window of the model, and does not pad.

    Raises:
        _UnsuitableError: It exists in Python only.
    """
    backend = getattr(model.tokenizer, "backend_tokenizer", None)
    if backend is None:
        raise _UnsuitableError("its tokenizer exists in Python only")
    tokenizer = uncut(backend)
    if model.max_seq_length:
        side = getattr(model.tokenizer, "truncation_side", "right")
        tokenizer.enable_truncation(int(model.max_seq_length), direction=side)
    tokenizer.save(str(path), pretty=False)


def _check(model: SentenceTransformer | CrossEncoder) -> None:
    from sentence_transformers.sentence_transformer.modules import Router

    if any(isinstance(module, Router) for module in model):
        raise _UnsuitableError("it has different modules for questions and for papers")
    if "message" in model.modalities:
        raise _UnsuitableError("it reads texts as a chat")
    leaves_out = any(getattr(module, "include_prompt", True) is False for module in model)
    if leaves_out and (document_prompt(model) or query_prompt(model)):
        raise _UnsuitableError("its pooling leaves prompts out")
    if any(getattr(module, name, None) is not None for module in model for name in _LENGTHS_OF_ITS_OWN):
        raise _UnsuitableError("it cuts questions and papers at lengths of their own")


def _spelled_out(model: SentenceTransformer | CrossEncoder) -> Any:  # noqa: ANN401 - torch knows not what it calls
    """A copy in float32 with attention and norms as plain operations, of which onnxruntime makes the most."""
    import torch
    from transformers import PreTrainedModel

    class SpelledOutNorm(torch.nn.LayerNorm):
        """The same numbers as its parent's."""

        def forward(self, states: torch.Tensor) -> torch.Tensor:
            centered = states - states.mean(-1, keepdim=True)
            variance = (centered * centered).mean(-1, keepdim=True)
            return centered * torch.reciprocal(torch.sqrt(variance + self.eps)) * self.weight + self.bias

    copied = copy.deepcopy(model).float()
    for module in copied.modules():
        if isinstance(module, PreTrainedModel):
            module.set_attn_implementation("eager")
        parameters = dict(module.named_parameters(recurse=False))
        if type(module) is torch.nn.LayerNorm and len(module.normalized_shape) == 1 and len(parameters) == 2:  # noqa: PLR2004 - weight and bias
            module.__class__ = SpelledOutNorm
    return copied


def main(name: str, model: str, folder: str) -> None:
    """Export a model as a process of its own; see `export_apart`."""
    logging.disable(logging.WARNING)
    try:
        export(reference_of(name, Path(model)), Path(folder))
    except SemsearchError as exc:
        write_error(exc, Path(folder))


if __name__ == "__main__":
    end_with_starter()
    main(*sys.argv[1:])
