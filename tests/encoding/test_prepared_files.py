"""Prepared models that are missing, damaged, or of another time, when papers or questions are encoded."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from making import make_paper
from semsearch.choices import Precision
from semsearch.cli.main import main
from semsearch.encoding.encoders import encoder_of, load_encoder
from semsearch.encoding.onnx_encoder import OnnxEncoder
from semsearch.encoding.preparing import prepare
from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder
from semsearch.engine.index import Index
from semsearch.errors import EncoderMismatchError, ModelDamagedError
from semsearch.settings import FAKE_MODEL

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("cache")

FILES = ["encoder.onnx", "tokenizer.json", "manifest.json"]


def prepared_encoder(model: Path, precision: Precision | None = None) -> OnnxEncoder:
    encoder = load_encoder(str(model), precision=precision)
    assert isinstance(encoder, OnnxEncoder)
    return encoder


@pytest.mark.parametrize("damage", ["missing", "damaged"])
@pytest.mark.parametrize("name", FILES)
def test_a_model_with_a_bad_file_is_prepared_again_for_papers(
    small_model: Path, exports: list[str], name: str, damage: str
) -> None:
    before = prepared_encoder(small_model)
    path = before.prepared.folder / name
    path.write_bytes(path.read_bytes()[:100])
    if damage == "missing":
        path.unlink()
    after = load_encoder(str(small_model), expected=before.fingerprint)
    assert isinstance(after, OnnxEncoder)
    assert after.prepared.folder == before.prepared.folder
    assert (after.encode_documents(["graph"]) == before.encode_documents(["graph"])).all()
    prepared_encoder(small_model)
    assert len(exports) == 2


@pytest.mark.parametrize("name", FILES)
def test_a_model_with_a_bad_file_leaves_questions_to_the_reference_and_the_hint_mends_it(
    small_model: Path, notices: pytest.LogCaptureFixture, name: str
) -> None:
    before = prepared_encoder(small_model)
    (before.prepared.folder / name).write_bytes(b"damaged")
    notices.clear()
    encoder = encoder_of(before.fingerprint)
    assert isinstance(encoder, SentenceTransformerEncoder)
    assert encoder.encode_queries(["graph"])[0] @ before.encode_queries(["graph"])[0] > 0.99
    assert "is not prepared" in notices.messages[0]
    _, _, hint = notices.messages[-1].partition(": semsearch ")
    assert main(hint.split()) == 0
    assert isinstance(encoder_of(before.fingerprint), OnnxEncoder)


@pytest.mark.parametrize("name", ["encoder.onnx", "tokenizer.json"])
def test_damage_that_does_not_change_the_size_is_found_when_the_file_cannot_be_loaded(
    small_model: Path, notices: pytest.LogCaptureFixture, name: str
) -> None:
    before = prepared_encoder(small_model)
    path = before.prepared.folder / name
    path.write_bytes(bytes(path.stat().st_size))
    notices.clear()
    assert isinstance(encoder_of(before.fingerprint), SentenceTransformerEncoder)
    assert "is damaged: " in notices.messages[0]
    _, _, hint = notices.messages[0].partition(": semsearch ")
    assert main(hint.split()) == 0
    assert isinstance(encoder_of(before.fingerprint), OnnxEncoder)


def test_papers_are_not_encoded_with_weights_that_have_changed(small_model: Path, exports: list[str]) -> None:
    """One byte in the midst of the weights, with which the graph loads and computes something else."""
    before = prepared_encoder(small_model)
    path = before.prepared.folder / "encoder.onnx"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0x55
    path.write_bytes(content)
    after = prepared_encoder(small_model)
    assert (after.encode_documents(["graph"]) == before.encode_documents(["graph"])).all()
    assert len(exports) == 2


def test_a_graph_of_another_model_is_not_taken(small_model: Path) -> None:
    """It is as large, loads and computes, but to vectors of another length."""
    before = prepared_encoder(small_model)
    wrong = replace(before.prepared, fingerprint=replace(before.fingerprint, dim=16))
    with pytest.raises(ModelDamagedError, match="its vectors have 32 numbers instead of 16"):
        OnnxEncoder(wrong)


def test_a_model_that_was_trained_on_is_refused_by_an_index_of_the_old_one(
    small_model: Path, other_small_model: Path, tmp_path: Path
) -> None:
    model = shutil.copytree(small_model, tmp_path / "model")
    papers = [make_paper("lamps", "Lamps shine."), make_paper("fish", "Fish swim.")]
    Index.build(papers[:1], tmp_path / "index", model=str(model)).close()
    shutil.copytree(other_small_model, model, dirs_exist_ok=True)
    with pytest.raises(EncoderMismatchError, match="different weights"), Index.open(tmp_path / "index") as index:
        index.add(papers)
    with Index.open(tmp_path / "index") as index:
        assert index.search("lamps").hits[0].paper_id == "lamps"


def test_questions_take_float32_where_int8_is_damaged(small_model: Path) -> None:
    quick, exact = (prepared_encoder(small_model, each) for each in (Precision.INT8, Precision.FLOAT32))
    (quick.prepared.folder / "encoder.onnx").write_bytes(b"damaged")
    found = encoder_of(exact.fingerprint)
    assert isinstance(found, OnnxEncoder)
    assert found.prepared.precision is Precision.FLOAT32


def test_preparing_again_replaces_what_is_there(small_model: Path) -> None:
    before = prepared_encoder(small_model)
    (before.prepared.folder / "encoder.onnx").write_bytes(b"damaged")
    prepare(str(small_model), precision=Precision.INT8, replacing=True)
    after = encoder_of(before.fingerprint)
    assert isinstance(after, OnnxEncoder)
    assert (after.encode_queries(["graph"]) == before.encode_queries(["graph"])).all()


def test_a_model_that_is_not_prepared_encodes_questions_slowly_and_says_so(
    small_model: Path, notices: pytest.LogCaptureFixture
) -> None:
    fingerprint = load_encoder(str(small_model), precision=Precision.REFERENCE).fingerprint
    assert isinstance(encoder_of(fingerprint), SentenceTransformerEncoder)
    said, hint = notices.messages
    assert said.startswith(f"{small_model} is not prepared ")
    assert hint.startswith(f"Prepare it once: semsearch models prepare {small_model}")


def test_questions_take_the_precision_that_is_there_unless_told_otherwise(
    small_model: Path, notices: pytest.LogCaptureFixture
) -> None:
    exact = prepared_encoder(small_model, Precision.FLOAT32)
    notices.clear()
    found = encoder_of(exact.fingerprint)
    assert isinstance(found, OnnxEncoder)
    assert found.prepared.precision is Precision.FLOAT32
    assert isinstance(encoder_of(exact.fingerprint, precision=Precision.REFERENCE), SentenceTransformerEncoder)
    assert notices.messages == []
    assert isinstance(encoder_of(exact.fingerprint, precision=Precision.INT8), SentenceTransformerEncoder)
    assert "is not prepared" in notices.messages[0]
    prepared_encoder(small_model)
    quick = encoder_of(exact.fingerprint)
    assert isinstance(quick, OnnxEncoder)
    assert quick.prepared.precision is Precision.INT8


def test_the_fake_encoder_is_never_prepared(notices: pytest.LogCaptureFixture) -> None:
    fake = load_encoder(FAKE_MODEL)
    assert encoder_of(fake.fingerprint).fingerprint == fake.fingerprint
    assert notices.messages == []


def test_a_model_is_known_again_wherever_it_is_and_keeps_the_name_it_is_asked_by(
    small_model: Path, tmp_path: Path, exports: list[str]
) -> None:
    copy = shutil.copytree(small_model, tmp_path / "copy")
    first, second = prepared_encoder(small_model), prepared_encoder(copy)
    assert (first.fingerprint.model, second.fingerprint.model) == (str(small_model), str(copy))
    assert exports == [str(small_model)]


def test_an_index_finds_its_model_after_the_files_of_the_model_are_gone(small_model: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(small_model, tmp_path / "copy")
    before = prepared_encoder(copy)
    shutil.rmtree(copy)
    for encoder in (encoder_of(before.fingerprint), load_encoder(str(copy), expected=before.fingerprint)):
        assert (encoder.encode_queries(["graph"]) == before.encode_queries(["graph"])).all()


def test_a_model_with_the_same_weights_and_another_file_is_prepared_once(
    small_model: Path, tmp_path: Path, exports: list[str]
) -> None:
    copy = shutil.copytree(small_model, tmp_path / "copy")
    (copy / "notes.json").write_text("{}")
    for model in (small_model, copy, copy, small_model):
        prepared_encoder(model)
    assert len(exports) <= 2


def test_a_model_with_the_same_weights_and_another_activation_has_its_own_vectors(
    small_model: Path, tmp_path: Path
) -> None:
    prepared_encoder(small_model, Precision.FLOAT32)
    copy = shutil.copytree(small_model, tmp_path / "copy")
    settings = json.loads((copy / "config.json").read_text())
    (copy / "config.json").write_text(json.dumps(settings | {"hidden_act": "relu"}))
    reference = load_encoder(str(copy), precision=Precision.REFERENCE)
    mine, theirs = (each.encode_documents(["graph"]) for each in (prepared_encoder(copy, Precision.FLOAT32), reference))
    np.testing.assert_allclose(mine, theirs, atol=1e-6)


def test_a_model_that_was_prepared_before_the_text_recipe_changed_has_the_new_one(
    small_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared_encoder(small_model)
    for module in ("loading", "prepared.cache"):
        monkeypatch.setattr(f"semsearch.encoding.{module}.TEXT_RECIPE", "newer")
    assert prepared_encoder(small_model).fingerprint.text_recipe == "newer"


def test_a_graph_with_vectors_that_are_not_finite_is_an_error(
    small_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = prepared_encoder(small_model)

    class Broken:
        def run(self, *_: object) -> list[np.ndarray]:
            return [np.full((1, 32), np.nan, dtype=np.float32)]

    monkeypatch.setattr(encoder._graph, "_session", Broken())
    for encode in (
        encoder.encode_documents,
        encoder.encode_queries,
        lambda texts: next(encoder.encode_stream([texts])),
    ):
        with pytest.raises(ModelDamagedError, match="zero or not finite"):
            encode(["graph"])
