"""A sentence-transformers model as one ONNX graph, from tokens to the vector. The only module here that loads torch."""

from __future__ import annotations

import copy
import logging
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from semsearch.encoding.prepared.exported import Exported, write_error, write_exported
from semsearch.encoding.prepared.manifest import GRAPH_FILE, TOKENIZER_FILE
from semsearch.encoding.prepared.verification import Samples, samples_of
from semsearch.encoding.prompts import document_prompt, query_prompt
from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder
from semsearch.errors import ModelDamagedError, SemsearchError, first_line
from semsearch.processes import end_with_starter

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_OPSET = 18
_INPUTS = ("input_ids", "token_type_ids")
_LENGTHS_OF_ITS_OWN = ("query_length", "document_length", "query_expansion")
_EXAMPLE = "Some words, so that there is more than one token."


class _UnsuitableError(Exception):
    """Why a model cannot be exported, as the end of a sentence."""


def export(reference: SentenceTransformerEncoder, folder: Path) -> None:
    """Write graph, tokenizer, sample vectors and description of a model into a folder."""
    model = reference.model
    samples, problem = Samples(*(np.empty((0, reference.dim), dtype=np.float32) for _ in range(2))), ""
    try:
        samples = samples_of(reference)
        save_tokenizer(model, folder / TOKENIZER_FILE)
        export_graph(model, folder / GRAPH_FILE)
    except (OSError, MemoryError):  # no fault of the model
        raise
    except (_UnsuitableError, ModelDamagedError) as exc:
        problem = str(exc)
    except Exception as exc:  # noqa: BLE001 - any model may come, and the exporter fails in many ways
        problem = f"it cannot be exported to ONNX: {first_line(exc)}"
    exported = Exported(
        fingerprint=reference.fingerprint,
        document_prompt=document_prompt(model),
        query_prompt=query_prompt(model),
        samples=samples,
        problem=problem,
    )
    write_exported(exported, folder)


def export_graph(model: SentenceTransformer, path: Path) -> None:
    """Write the graph of all modules, for one text of any length: `input_ids` (1, tokens) int64 to (1, dim) float32.

    There is no attention mask, because nothing is padded. Where the tokenizer gives `token_type_ids`, they
    are an input too.

    Raises:
        _UnsuitableError: The model needs more than tokens.
        Exception: Whatever torch meets in a model that it cannot export.
    """
    import torch

    _check(model)
    example = model.preprocess([_EXAMPLE])
    names = [name for name in _INPUTS if name in example]

    class Whole(torch.nn.Module):
        """All modules of the model, with tensors for arguments."""

        def __init__(self) -> None:
            super().__init__()
            self.model = _spelled_out(model)

        def forward(self, *tensors: torch.Tensor) -> Any:  # noqa: ANN401 - torch's own annotation
            vectors = self.model(dict(zip(names, tensors, strict=True)))["sentence_embedding"]
            return vectors[:, : self.model.truncate_dim] if self.model.truncate_dim else vectors

    with warnings.catch_warnings(), torch.inference_mode():
        # The exporter warns that shapes become constants, and that a newer exporter exists, which needs
        # another package. What comes out is compared with the model itself.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Whole().eval(),
            tuple(example[name] for name in names),
            str(path),
            input_names=names,
            output_names=["vector"],
            dynamic_axes={name: {1: "tokens"} for name in names},
            opset_version=_OPSET,
            dynamo=False,
        )


def save_tokenizer(model: SentenceTransformer, path: Path) -> None:
    """Write the tokenizer so that it cuts texts at the window of the model, and does not pad.

    Raises:
        _UnsuitableError: It exists in Python only.
    """
    from tokenizers import Tokenizer

    backend = getattr(model.tokenizer, "backend_tokenizer", None)
    if backend is None:
        raise _UnsuitableError("its tokenizer exists in Python only")
    tokenizer = Tokenizer.from_str(backend.to_str())
    tokenizer.no_padding()
    tokenizer.no_truncation()
    if model.max_seq_length:
        side = getattr(model.tokenizer, "truncation_side", "right")
        tokenizer.enable_truncation(int(model.max_seq_length), direction=side)
    tokenizer.save(str(path), pretty=False)


def _check(model: SentenceTransformer) -> None:
    from sentence_transformers.sentence_transformer.modules import Router

    if any(isinstance(module, Router) for module in model):
        raise _UnsuitableError("it has different modules for questions and for papers")
    leaves_out = any(getattr(module, "include_prompt", True) is False for module in model)
    if leaves_out and (document_prompt(model) or query_prompt(model)):
        raise _UnsuitableError("its pooling leaves prompts out")
    if any(getattr(module, name, None) is not None for module in model for name in _LENGTHS_OF_ITS_OWN):
        raise _UnsuitableError("it cuts questions and papers at lengths of their own")


def _spelled_out(model: SentenceTransformer) -> SentenceTransformer:
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
        export(SentenceTransformerEncoder(name, folder=Path(model)), Path(folder))
    except SemsearchError as exc:
        write_error(exc, Path(folder))


if __name__ == "__main__":
    end_with_starter()
    main(*sys.argv[1:])
