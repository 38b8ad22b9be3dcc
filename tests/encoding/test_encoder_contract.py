"""What every encoder must do, the fake one included."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from semsearch.encoding.factory import load_encoder
from semsearch.settings import DEFAULT_MODEL, FAKE_MODEL

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.protocols import Encoder

TEXTS = [
    "A graph network for protein folding.",
    "Depth from video.",
    "The folding of a protein, by attention in a graph network.",
]


@pytest.fixture(scope="module", params=[FAKE_MODEL, DEFAULT_MODEL, "small"])
def encoder(request: pytest.FixtureRequest, small_model: Path) -> Encoder:
    return load_encoder(str(small_model) if request.param == "small" else request.param)


def test_vectors_are_float32_rows_of_length_one(encoder: Encoder) -> None:
    for vectors in (encoder.encode_documents(TEXTS), encoder.encode_queries(TEXTS)):
        assert vectors.shape == (3, encoder.dim)
        assert vectors.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_vectors_come_in_the_order_of_the_texts(encoder: Encoder) -> None:
    together = encoder.encode_documents(TEXTS)
    for text, vector in zip(TEXTS, together, strict=True):
        np.testing.assert_allclose(encoder.encode_documents([text])[0], vector, atol=1e-5)


def test_no_texts_give_no_vectors(encoder: Encoder) -> None:
    assert encoder.encode_documents([]).shape == (0, encoder.dim)


def test_like_texts_are_nearer_than_unlike_ones(encoder: Encoder) -> None:
    protein, video, folding = encoder.encode_documents(TEXTS)
    assert protein @ folding > protein @ video


def test_an_empty_text_has_a_vector_too(encoder: Encoder) -> None:
    np.testing.assert_allclose(np.linalg.norm(encoder.encode_documents([""])), 1, atol=1e-5)


def test_tokens_are_counted_as_if_nothing_were_cut(encoder: Encoder) -> None:
    long = "graph " * 1000
    (count,) = encoder.count_tokens([long])
    assert 1000 <= count <= 1002
    assert encoder.max_tokens < count


def test_what_is_beyond_the_window_is_not_seen(encoder: Encoder) -> None:
    start = "graph " * encoder.max_tokens
    one, other = encoder.encode_documents([start + "protein", start + "video depth"])
    np.testing.assert_allclose(one, other, atol=1e-6)


def test_the_fingerprint_tells_the_shape_of_the_vectors(encoder: Encoder) -> None:
    fingerprint = encoder.fingerprint
    assert (fingerprint.dim, fingerprint.max_tokens) == (encoder.dim, encoder.max_tokens)
    assert fingerprint == encoder.fingerprint
