"""Models of each kind: the graph in float32 computes what sentence-transformers computes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime
import pytest

from making import save_small_model
from semsearch.choices import Precision
from semsearch.encoding.encoders import load_encoder
from semsearch.encoding.loading import ModelSource
from semsearch.encoding.onnx_encoder import OnnxEncoder
from semsearch.encoding.prepared.export import export_graph, save_tokenizer
from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder
from semsearch.encoding.tokens import TokenCutter

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = [
    "",
    " ",
    "graph",
    "Graph NETWORK",
    "zebra quagga",
    "the depth of a video",
    "naïve Größe 深層学習 \U0001f600 e\u0301",
    "\t graph  network\n",
    "a\x00b",
    *("graph " * count for count in (12, 13, 14, 15, 16, 17)),  # about the window of most of the models
    *("video depth " * count for count in (15, 19, 20, 400)),
    "a" * 3000,
]

KINDS: dict[str, dict[str, Any]] = {
    "mean": {},
    "cls": {"pooling": "cls"},
    "max": {"pooling": "max"},
    "dense": {"then": ["dense"]},
    "dense and unit": {"then": ["dense", "normalize"]},
    "both prompts": {"prompts": {"document": "protein ", "query": "video "}},
    "passage": {"prompts": {"passage": "protein ", "query": ""}, "then": ["normalize"]},
    "prompt for all": {"prompts": {"clustering": "depth "}, "default_prompt_name": "clustering"},
    "prompt for the rest": {"prompts": {"x": "depth ", "query": ""}, "default_prompt_name": "x"},
    "larger window": {"window": 40},
    "bytes": {"kind": "roberta", "prompts": {"query": "query: ", "passage": "passage: "}},
    "words without types": {"kind": "distilbert"},
    "other special tokens": {"kind": "mpnet", "pooling": "cls", "window": 9},
}


@pytest.fixture(scope="module", params=KINDS)
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(save_small_model(tmp_path_factory.mktemp("kind"), spread=0.3, **KINDS[request.param]))


@pytest.fixture(scope="module")
def reference(model: str) -> SentenceTransformerEncoder:
    encoder = load_encoder(model, precision=Precision.REFERENCE)
    assert isinstance(encoder, SentenceTransformerEncoder)
    return encoder


@pytest.fixture(scope="module")
def encoder(model: str) -> OnnxEncoder:
    encoder = load_encoder(model, precision=Precision.FLOAT32)
    assert isinstance(encoder, OnnxEncoder)
    assert encoder.prepared.precision is Precision.FLOAT32
    return encoder


def test_papers_have_the_vectors_of_the_reference(encoder: OnnxEncoder, reference: SentenceTransformerEncoder) -> None:
    np.testing.assert_allclose(encoder.encode_documents(TEXTS), reference.encode_documents(TEXTS), atol=1e-4)


def test_questions_have_the_vectors_of_the_reference(
    encoder: OnnxEncoder, reference: SentenceTransformerEncoder
) -> None:
    np.testing.assert_allclose(encoder.encode_queries(TEXTS), reference.encode_queries(TEXTS), atol=1e-4)


def test_tokens_are_counted_as_by_the_reference(encoder: OnnxEncoder, reference: SentenceTransformerEncoder) -> None:
    expected = reference.count_tokens(TEXTS)
    assert encoder.count_tokens(TEXTS) == expected
    assert [count for part in encoder.encode_stream([TEXTS[:5], TEXTS[5:]]) for count in part.token_counts] == expected


def test_the_fingerprint_is_that_of_the_reference(encoder: OnnxEncoder, reference: SentenceTransformerEncoder) -> None:
    assert encoder.fingerprint == reference.fingerprint


def test_a_model_that_is_told_to_give_fewer_numbers_gives_fewer(small_model: Path, tmp_path: Path) -> None:
    reference = SentenceTransformerEncoder(ModelSource("small", small_model))
    reference.model.truncate_dim = 8
    save_tokenizer(reference.model, tmp_path / "tokenizer.json")
    export_graph(reference.model, tmp_path / "encoder.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "encoder.onnx"), providers=["CPUExecutionProvider"])
    feeds = TokenCutter(tmp_path / "tokenizer.json").tokens("depth of a video").feeds(["input_ids", "token_type_ids"])
    (vectors,) = session.run(None, feeds)
    assert vectors.shape == (1, 8)
    unit = vectors / np.linalg.norm(vectors)
    np.testing.assert_allclose(unit, reference.encode_documents(["depth of a video"]), atol=1e-4)
