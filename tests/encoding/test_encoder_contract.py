"""What every encoder must do, the fake one included."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from semsearch.choices import Precision
from semsearch.encoding.encoders import load_encoder
from semsearch.settings import DEFAULT_MODEL, FAKE_MODEL

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.protocols import Encoder

TEXTS = [
    "A graph network for protein folding.",
    "Depth from video.",
    "The folding of a protein, by attention in a graph network.",
]
ENCODERS = {
    "fake": (FAKE_MODEL, None),
    "embedded, int8": (DEFAULT_MODEL, Precision.INT8),
    "embedded, reference": (DEFAULT_MODEL, Precision.REFERENCE),
    "small, int8": ("small", Precision.INT8),
    "small, float32": ("small", Precision.FLOAT32),
    "small, reference": ("small", Precision.REFERENCE),
}


@pytest.fixture(scope="module", params=ENCODERS)
def encoder(request: pytest.FixtureRequest, small_model: Path) -> Encoder:
    model, precision = ENCODERS[request.param]
    return load_encoder(str(small_model) if model == "small" else model, precision=precision)


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
    assert encoder.encode_queries([]).shape == (0, encoder.dim)
    assert encoder.count_tokens([]) == []


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


def test_a_stream_gives_what_the_texts_together_give_part_by_part_in_order(encoder: Encoder) -> None:
    texts = [*TEXTS, "graph " * 300, "", *(f"{'of ' * number}video" for number in range(8))]
    sizes = (1, 4, 2, 5, 1)
    ends = np.cumsum(sizes).tolist()
    parts = [texts[end - size : end] for size, end in zip(sizes, ends, strict=True)]
    encoded = list(encoder.encode_stream(iter(parts)))
    assert [len(part.vectors) for part in encoded] == list(sizes)
    assert all(part.vectors.dtype == np.float32 for part in encoded)
    together = encoder.encode_documents(texts)
    np.testing.assert_allclose(np.concatenate([part.vectors for part in encoded]), together, atol=1e-5)
    assert [count for part in encoded for count in part.token_counts] == encoder.count_tokens(texts)


def test_a_stream_of_no_parts_gives_none(encoder: Encoder) -> None:
    assert list(encoder.encode_stream([])) == []


def test_a_part_without_texts_has_no_vectors(encoder: Encoder) -> None:
    one, none, other = encoder.encode_stream([TEXTS[:1], [], TEXTS[1:]])
    assert (none.vectors.shape, list(none.token_counts)) == ((0, encoder.dim), [])
    assert (len(one.vectors), len(other.vectors)) == (1, 2)
