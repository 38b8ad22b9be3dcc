"""What every reranker must do, the fake one included."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from semsearch.choices import Precision
from semsearch.encoding.rerankers import load_reranker
from semsearch.encoding.word_overlap import FAKE_RERANKER, WordOverlapReranker

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.protocols import Reranker

QUESTION = "folding of a protein"
TEXTS = ["Depth from video.", "", "The folding of a protein, by attention in a graph network.", "graph " * 400, "depth"]
RERANKERS = {"fake": None, "int8": Precision.INT8, "float32": Precision.FLOAT32, "reference": Precision.REFERENCE}


@pytest.fixture(scope="module", params=RERANKERS)
def reranker(request: pytest.FixtureRequest, cross_encoder: Path) -> Reranker:
    model = FAKE_RERANKER if request.param == "fake" else str(cross_encoder)
    return load_reranker(model, precision=RERANKERS[request.param])


def test_scores_are_float32_one_a_text(reranker: Reranker) -> None:
    scores = reranker.scores(QUESTION, TEXTS)
    assert scores.shape == (5,)
    assert scores.dtype == np.float32


def test_scores_come_in_the_order_of_the_texts(reranker: Reranker) -> None:
    together = reranker.scores(QUESTION, TEXTS)
    assert len(set(together.tolist())) > 1
    for text, score in zip(TEXTS, together, strict=True):
        np.testing.assert_allclose(reranker.scores(QUESTION, [text]), [score], atol=1e-5)


def test_the_same_question_has_the_same_scores_each_time(reranker: Reranker) -> None:
    assert (reranker.scores(QUESTION, TEXTS) == reranker.scores(QUESTION, TEXTS)).all()


def test_no_texts_have_no_scores(reranker: Reranker) -> None:
    scores = reranker.scores(QUESTION, [])
    assert scores.shape == (0,)
    assert scores.dtype == np.float32


def test_another_question_has_other_scores(reranker: Reranker) -> None:
    assert (reranker.scores(QUESTION, TEXTS) != reranker.scores("depth", TEXTS)).any()


def test_an_empty_question_has_scores_too(reranker: Reranker) -> None:
    assert np.isfinite(reranker.scores("", TEXTS)).all()


def test_it_has_the_name_that_it_was_asked_for_by(reranker: Reranker, cross_encoder: Path) -> None:
    asked_for = FAKE_RERANKER if isinstance(reranker, WordOverlapReranker) else str(cross_encoder)
    assert reranker.name == asked_for


def test_the_fake_scores_the_share_of_the_question_that_a_text_repeats() -> None:
    """Of the words "folding", "of", "a" and "protein", whatever their case; a word twice counts once."""
    fake = load_reranker(FAKE_RERANKER)
    texts = ["A protein, FOLDING of it", "a a a", "nothing", "protein folding"]
    assert fake.scores(QUESTION + " a", texts).tolist() == [1.0, 0.25, 0.0, 0.5]
    assert fake.scores("", texts).tolist() == [0.0] * 4
