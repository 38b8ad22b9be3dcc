"""Whether a model encodes or reranks, and what is said to who takes one for the other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from making import save_small_cross_encoder
from semsearch.choices import Precision
from semsearch.cli.main import main
from semsearch.encoding.encoders import load_encoder
from semsearch.encoding.model_kinds import ModelKind, kind_of
from semsearch.encoding.prepared.cache import prepared_models
from semsearch.encoding.preparing import prepare
from semsearch.encoding.rerankers import load_reranker
from semsearch.encoding.word_overlap import FAKE_RERANKER
from semsearch.errors import ModelNotFoundError, RerankerNotFoundError, UsageError
from semsearch.settings import DEFAULT_MODEL, FAKE_MODEL

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("cache")

PRECISIONS = [Precision.INT8, Precision.REFERENCE]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, None),
        ({"notes.json": {"architectures": ["BertForSequenceClassification"]}}, None),
        ({"config.json": {"architectures": ["BertForSequenceClassification"]}}, ModelKind.RERANKER),
        ({"config.json": {"architectures": ["BertModel"]}}, ModelKind.ENCODER),
        ({"config.json": {"architectures": None, "model_type": "bert"}}, ModelKind.ENCODER),
        ({"modules.json": [], "config.json": {"architectures": ["XForSequenceClassification"]}}, ModelKind.ENCODER),
        ({"modules.json": [], "config_sentence_transformers.json": {"prompts": {}}}, ModelKind.ENCODER),
        ({"modules.json": [], "config_sentence_transformers.json": {"model_type": "CrossEncoder"}}, ModelKind.RERANKER),
        (
            {
                "config_sentence_transformers.json": {"model_type": "SentenceTransformer"},
                "config.json": {"architectures": ["BertForSequenceClassification"]},
            },
            ModelKind.ENCODER,
        ),
        ({"config.json": ["a list"]}, None),
    ],
)
def test_the_settings_of_a_model_tell_its_kind(
    files: dict[str, Any], expected: ModelKind | None, tmp_path: Path
) -> None:
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content))
    assert kind_of(tmp_path) is expected


def test_settings_that_cannot_be_read_tell_nothing(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_bytes(b"\xff{")
    assert kind_of(tmp_path) is None


def test_cross_encoders_are_known_however_they_were_saved(
    cross_encoder: Path, small_model: Path, tmp_path: Path
) -> None:
    newer = save_small_cross_encoder(tmp_path, prompt="protein ")
    assert (kind_of(cross_encoder), kind_of(newer)) == (ModelKind.RERANKER, ModelKind.RERANKER)
    assert kind_of(small_model) is ModelKind.ENCODER


@pytest.mark.parametrize("precision", PRECISIONS)
def test_a_cross_encoder_does_not_encode(cross_encoder: Path, exports: list[str], precision: Precision) -> None:
    with pytest.raises(ModelNotFoundError, match=r"is a cross-encoder: .* makes no vectors\. Use it to rerank"):
        load_encoder(str(cross_encoder), precision=precision)
    assert exports == []


@pytest.mark.parametrize("precision", PRECISIONS)
def test_an_encoder_does_not_rerank(small_model: Path, exports: list[str], precision: Precision) -> None:
    for model in (str(small_model), DEFAULT_MODEL, FAKE_MODEL):
        with pytest.raises(RerankerNotFoundError, match=r"is no cross-encoder: .* Name a cross-encoder, such as"):
            load_reranker(model, precision=precision)
    assert exports == []


def test_the_fake_reranker_neither_encodes_nor_needs_to_be_prepared() -> None:
    for precision in PRECISIONS:
        with pytest.raises(ModelNotFoundError, match="word-overlap is a cross-encoder"):
            load_encoder(FAKE_RERANKER, precision=precision)
    with pytest.raises(UsageError, match="word-overlap cannot be prepared"):
        prepare(FAKE_RERANKER, precision=Precision.INT8)


@pytest.mark.parametrize("precision", PRECISIONS)
def test_a_classifier_with_several_scores_a_pair_is_refused(tmp_path: Path, precision: Precision) -> None:
    model = save_small_cross_encoder(tmp_path, labels=3)
    with pytest.raises(RerankerNotFoundError, match=r"gives 3 scores a pair, .* one score a pair \(num_labels 1\)"):
        load_reranker(str(model), precision=precision)
    assert prepared_models() == []


def test_a_folder_without_an_encoder_does_not_encode(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing")
    with pytest.raises(ModelNotFoundError, match="does not hold a model") as raised:
        load_encoder(str(tmp_path))
    assert raised.type is ModelNotFoundError


@pytest.mark.parametrize("precision", PRECISIONS)
def test_a_folder_without_a_cross_encoder_does_not_rerank(tmp_path: Path, precision: Precision) -> None:
    save_small_cross_encoder(tmp_path)
    for path in tmp_path.glob("*.safetensors"):
        path.unlink()
    with pytest.raises(RerankerNotFoundError, match=r"does not hold a model .* Give the folder"):
        load_reranker(str(tmp_path), precision=precision)
    with pytest.raises(RerankerNotFoundError, match="There is no folder"):
        load_reranker(str(tmp_path / "none"), precision=precision)


@pytest.mark.parametrize("name", ["ms-marco", "cross-encoder/ms-marco"])
def test_a_short_name_is_one_of_the_usual_owner_of_cross_encoders(
    name: str, cross_encoder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def copy_of(name: str, **_: object) -> str:
        asked.append(name)
        return str(cross_encoder)

    monkeypatch.setattr("huggingface_hub.snapshot_download", copy_of)
    for _ in range(2):  # the second time, nobody looks for its files
        reranker = load_reranker(name)
        assert reranker.name == "cross-encoder/ms-marco"
    assert asked == ["cross-encoder/ms-marco"]


def test_prepared_rerankers_are_listed_and_removed_like_encoders(
    cross_encoder: Path, small_model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for model in (cross_encoder, small_model):
        assert main(["models", "prepare", str(model), "--precision", "float32"]) == 0
    capsys.readouterr()
    assert main(["models"]) == 0
    listed = capsys.readouterr().out
    assert f"{cross_encoder} · float32" in listed
    assert f"{small_model} · float32" in listed
    assert main(["models", "remove", str(cross_encoder)]) == 0
    (left,) = prepared_models()
    assert (left.fingerprint.model, left.kind) == (str(small_model), ModelKind.ENCODER)
