"""The embedded model in int8: how near it is to its reference, and that texts do not depend on their neighbors."""

from __future__ import annotations

import random
import threading
from typing import TYPE_CHECKING

import numpy as np
import pytest

from semsearch.choices import Precision
from semsearch.encoding.encoders import load_encoder
from semsearch.encoding.onnx_encoder import OnnxEncoder
from semsearch.settings import DEFAULT_MODEL

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

SENTENCES = [
    "We train lamps with light, and they shine longer than candles.",
    "How fish swim in cold water, measured with cameras at 500 frames a second.",
    "A proof that every planar graph has a vertex of degree at most five.",
    "Attention in language models is made cheaper for long texts by a sparse kernel.",
    "Vaccination lowered the risk of severe influenza by 41 % (95 % CI 30 to 52) in adults over 65.",
    "Die Wärmeleitung in Gläsern bei tiefen Temperaturen folgt einem T² Gesetz.",
    "The tariffs of 1930 and the fall of trade between the wars.",
    "Gradient descent finds flat minima; we ask why, and for which losses.",
]
TEXTS = [*SENTENCES, "", "kernel", " ".join(SENTENCES), " ".join(SENTENCES * 6), "WHAT IS KNOWN OF DARK MATTER?"]


@pytest.fixture(scope="module")
def encoder() -> OnnxEncoder:
    encoder = load_encoder(DEFAULT_MODEL, precision=Precision.INT8)
    assert isinstance(encoder, OnnxEncoder)
    return encoder


def test_the_embedded_model_can_be_prepared_as_int8(encoder: OnnxEncoder) -> None:
    assert (encoder.prepared.precision, encoder.prepared.reason) == (Precision.INT8, "")
    assert encoder.prepared.size < 30_000_000


def test_int8_is_like_the_reference(encoder: OnnxEncoder) -> None:
    reference = load_encoder(DEFAULT_MODEL, precision=Precision.REFERENCE)
    for mine, theirs in (
        (encoder.encode_documents(TEXTS), reference.encode_documents(TEXTS)),
        (encoder.encode_queries(TEXTS), reference.encode_queries(TEXTS)),
    ):
        assert np.einsum("ij,ij->i", mine, theirs).min() >= 0.99


def test_a_text_has_the_same_bits_alone_and_among_others_in_any_order(encoder: OnnxEncoder) -> None:
    alone = {text: encoder.encode_documents([text])[0].tobytes() for text in TEXTS}
    for seed in range(3):
        shuffled = random.Random(seed).sample(TEXTS, len(TEXTS))
        together = encoder.encode_documents(shuffled)
        streamed = np.concatenate([part.vectors for part in encoder.encode_stream([shuffled[:5], shuffled[5:]])])
        for text, one, other in zip(shuffled, together, streamed, strict=True):
            assert one.tobytes() == other.tobytes() == alone[text]


def test_what_a_session_encoded_before_changes_nothing(encoder: OnnxEncoder) -> None:
    before = encoder.encode_documents(SENTENCES[:1])
    encoder.encode_documents(["protein " * 5000, ""])
    assert (encoder.encode_documents(SENTENCES[:1]) == before).all()


def test_parts_come_in_order_even_if_the_first_takes_longest(encoder: OnnxEncoder) -> None:
    parts = [["long " * 250] * 6, ["short"], ["a", "b", "c"], ["shorter"] * 2]
    lengths = [(len(part.vectors), part.token_counts[0]) for part in encoder.encode_stream(parts)]
    assert lengths == [(6, 252), (1, 3), (3, 3), (2, 3)]


def test_a_stream_works_at_most_two_parts_ahead(encoder: OnnxEncoder) -> None:
    taken = []

    def parts() -> Iterator[list[str]]:
        for number in range(6):
            taken.append(number)
            yield [str(number)]

    stream = encoder.encode_stream(parts())
    assert taken == []
    next(stream)
    assert taken == [0, 1, 2]
    next(stream)
    assert taken == [0, 1, 2, 3]
    assert len(list(stream)) == 4


def _submitted(encoder: OnnxEncoder, monkeypatch: pytest.MonkeyPatch) -> list[Future[object]]:
    """All that the workers are given from now on."""
    given: list[Future[object]] = []
    submit = encoder._graph.workers.submit

    def remember(*arguments: object) -> Future[object]:
        given.append(submit(*arguments))  # type: ignore[arg-type]
        return given[-1]

    monkeypatch.setattr(encoder._graph.workers, "submit", remember)
    return given


def test_a_stream_that_is_closed_early_leaves_no_work(encoder: OnnxEncoder, monkeypatch: pytest.MonkeyPatch) -> None:
    given = _submitted(encoder, monkeypatch)
    stream = encoder.encode_stream([["one"], ["graph " * 200] * 200, ["video"]])
    next(stream)
    assert len(given) == 202
    stream.close()  # type: ignore[attr-defined]
    assert sum(future.cancelled() for future in given) > 150
    assert len(encoder.encode_documents(["two", "three"])) == 2


def test_a_fault_in_the_source_of_a_stream_leaves_no_work(
    encoder: OnnxEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parts() -> Iterator[list[str]]:
        yield ["graph " * 200] * 200
        raise OSError("gone")

    given = _submitted(encoder, monkeypatch)
    with pytest.raises(OSError, match="gone"):
        list(encoder.encode_stream(parts()))
    assert sum(future.cancelled() for future in given) > 150


def test_several_threads_get_their_own_vectors(encoder: OnnxEncoder) -> None:
    expected = encoder.encode_documents(SENTENCES)
    wrong: list[int] = []

    def work(place: int) -> None:
        again = [encoder.encode_queries([SENTENCES[place]])[0] for _ in range(5)]
        wrong.extend(place for each in again if (each != expected[place]).any())

    threads = [threading.Thread(target=work, args=(place,)) for place in range(len(SENTENCES))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
