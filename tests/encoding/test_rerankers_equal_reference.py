"""Cross-encoders of each kind: the graph in float32 scores as sentence-transformers does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from making import save_small_cross_encoder
from semsearch.choices import Precision
from semsearch.encoding.onnx_reranker import OnnxReranker
from semsearch.encoding.prepared.verification import TEXTS, correlation
from semsearch.encoding.rerankers import load_reranker

if TYPE_CHECKING:
    from semsearch.protocols import Reranker, Vectors

ASKED = [
    "",
    "graph",
    "the depth of a video",
    *("network " * count for count in (14, 15, 29, 400)),  # about half the window of most models, and all of it
]
SCORED = [
    "",
    " ",
    "Graph NETWORK",
    "zebra",
    "naïve 深層 \U0001f600",
    *("folding " * each for each in range(12, 32)),
    *TEXTS[::6],
]

KINDS: dict[str, dict[str, Any]] = {
    "two types of tokens": {},
    "one type of tokens": {"kind": "distilbert"},
    "bytes": {"kind": "roberta"},
    "other special tokens": {"kind": "mpnet", "window": 21},
    "prompt": {"prompt": "protein of "},
    "larger window": {"window": 90},
}


@pytest.fixture(scope="module", params=KINDS)
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(save_small_cross_encoder(tmp_path_factory.mktemp("kind"), **KINDS[request.param]))


def scores(reranker: Reranker) -> Vectors:
    return np.stack([reranker.scores(question, SCORED) for question in ASKED])


@pytest.fixture(scope="module")
def expected(model: str) -> Vectors:
    return scores(load_reranker(model, precision=Precision.REFERENCE))


def test_scores_are_those_of_the_reference(model: str, expected: Vectors) -> None:
    reranker = load_reranker(model, precision=Precision.FLOAT32)
    assert isinstance(reranker, OnnxReranker)
    assert reranker.prepared.precision is Precision.FLOAT32
    assert expected.std() > 0.1
    np.testing.assert_allclose(scores(reranker), expected, atol=1e-4)


def test_int8_scores_like_the_reference_or_gives_way(model: str, expected: Vectors) -> None:
    assert correlation(scores(load_reranker(model)), expected) > 0.97


def test_scores_are_what_the_library_computes_before_the_activation(model: str, expected: Vectors) -> None:
    from sentence_transformers import CrossEncoder

    theirs = CrossEncoder(model, device="cpu").predict([(ASKED[2], text) for text in SCORED])
    np.testing.assert_allclose(theirs, 1 / (1 + np.exp(-expected[2])), atol=1e-5)
