"""Rerankers that are prepared, damaged, changed, or cannot be prepared as asked, and what the user is told."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from encoding.failing import fail
from semsearch.choices import Precision
from semsearch.encoding import device_check, devices, model_files, preparing
from semsearch.encoding.cross_encoder import CrossEncoderReranker
from semsearch.encoding.loading import ModelSource
from semsearch.encoding.onnx_reranker import OnnxReranker
from semsearch.encoding.prepared import export, exported, preparation
from semsearch.encoding.prepared.cache import prepared_models
from semsearch.encoding.prepared.verification import LOWEST_CORRELATION, correlation
from semsearch.encoding.rerankers import load_reranker
from semsearch.errors import ModelDamagedError

if TYPE_CHECKING:
    from semsearch.protocols import Reranker

pytestmark = pytest.mark.usefixtures("cache")

ROOT = Path(__file__).parents[2]
TEXTS = ["the depth of a video", "graph network", "protein folding " * 9, "", "attention"]


def prepared(model: Path, precision: Precision = Precision.FLOAT32) -> OnnxReranker:
    reranker = load_reranker(str(model), precision=precision)
    assert isinstance(reranker, OnnxReranker)
    return reranker


def scores(reranker: Reranker) -> list[float]:
    found: list[float] = reranker.scores("depth of a graph", TEXTS).tolist()
    return found


def test_the_correlation_of_scores_knows_order_and_nothing_else() -> None:
    """Less their means, (1, 2, 3) are (-1, 0, 1) and (1, 3, 2) are (-1, 1, 0): 1 / (√2 · √2)."""
    one = np.asarray([[1, 2, 3]], dtype=np.float32)
    assert correlation(one, 5 * one + 7) == pytest.approx(1)
    assert correlation(one, -one) == pytest.approx(-1)
    assert correlation(one, np.asarray([[1, 3, 2]], dtype=np.float32)) == pytest.approx(0.5)
    assert correlation(one, np.ones_like(one)) == 0
    assert correlation(np.concatenate([one, one]), np.concatenate([one + 9, one - 9])) == pytest.approx(1)


def test_int8_that_scores_unlike_the_reference_gives_way_to_float32_and_that_to_the_reference(
    cross_encoder: Path, exports: list[str], notices: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LOWEST_CORRELATION, Precision.INT8, 1.5)
    assert prepared(cross_encoder, Precision.INT8).prepared.precision is Precision.FLOAT32
    assert notices.messages[0] == f"preparing {cross_encoder} for this CPU as int8, which takes up to a minute"
    assert notices.messages[1].startswith(f"{cross_encoder}: int8 is too far from the reference (correlation ")
    assert notices.messages[1].endswith(", not 1.5); reranking as float32")
    notices.clear()
    prepared(cross_encoder, Precision.INT8)
    assert len(notices.messages) == 1
    assert exports == [str(cross_encoder)]

    monkeypatch.setitem(LOWEST_CORRELATION, Precision.FLOAT32, 1.25)
    assert isinstance(load_reranker(str(cross_encoder), precision=Precision.FLOAT32), CrossEncoderReranker)
    assert notices.messages[-1].endswith(", not 1.25); reranking as reference")


def test_a_cross_encoder_that_cannot_be_exported_is_tried_only_once(
    cross_encoder: Path, exports: list[str], notices: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "export_graph", fail(RuntimeError("odd\nat …")))
    for _ in range(2):
        reranker = load_reranker(str(cross_encoder))
        assert isinstance(reranker, CrossEncoderReranker)
        assert notices.messages[-1] == f"{cross_encoder}: it cannot be exported to ONNX: odd; reranking as reference"
    assert exports == [str(cross_encoder)]


def test_a_cross_encoder_that_reads_a_chat_is_left_to_the_reference(
    cross_encoder: Path, notices: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sentence_transformers import CrossEncoder

    monkeypatch.setattr(CrossEncoder, "modalities", ["text", "message"])
    assert isinstance(load_reranker(str(cross_encoder)), CrossEncoderReranker)
    assert notices.messages[-1] == f"{cross_encoder}: it reads texts as a chat; reranking as reference"


def test_a_cache_that_cannot_be_written_to_leaves_the_reference(
    cross_encoder: Path, cache: Path, notices: pytest.LogCaptureFixture
) -> None:
    cache.write_text("a file where the folder should be")
    reranker = load_reranker(str(cross_encoder))
    assert isinstance(reranker, CrossEncoderReranker)
    assert len(scores(reranker)) == len(TEXTS)
    assert notices.messages[-1].endswith("; reranking with sentence-transformers, which is slower")


@pytest.mark.parametrize("name", ["encoder.onnx", "tokenizer.json", "manifest.json"])
@pytest.mark.parametrize("damage", ["cut", "missing", "zeros"])
def test_a_reranker_with_a_bad_file_is_prepared_again(
    cross_encoder: Path, exports: list[str], name: str, damage: str
) -> None:
    before = prepared(cross_encoder)
    path = before.prepared.folder / name
    content = path.read_bytes()
    path.write_bytes({"cut": content[:100], "zeros": bytes(len(content))}.get(damage, b""))
    if damage == "missing":
        path.unlink()
    after = prepared(cross_encoder)
    assert after.prepared.folder == before.prepared.folder
    assert scores(after) == scores(before)
    assert len(exports) == 2


def test_a_reranker_is_found_again_without_reading_its_weights(
    cross_encoder: Path, tmp_path: Path, exports: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    model = _old(shutil.copytree(cross_encoder, tmp_path / "model"), monkeypatch)
    before = prepared(model)
    monkeypatch.setattr(preparing, "source_sha256", fail(AssertionError("the weights were read")))
    assert scores(prepared(model)) == scores(before)
    shutil.rmtree(model)  # and even after its files are gone
    assert scores(prepared(model)) == scores(before)
    assert exports == [str(model)]


def test_a_reranker_that_was_trained_on_is_prepared_again(
    cross_encoder: Path, other_cross_encoder: Path, tmp_path: Path
) -> None:
    """Even if the new files say that they are older: a copy may keep the times of the original."""
    model = shutil.copytree(cross_encoder, tmp_path / "model")
    before = scores(prepared(model))
    shutil.copytree(other_cross_encoder, model, dirs_exist_ok=True)
    for path in model.rglob("*"):
        os.utime(path, (1, 1))
    after = scores(prepared(model))
    assert after != before
    expected = scores(CrossEncoderReranker(ModelSource("other", other_cross_encoder)))
    np.testing.assert_allclose(after, expected, atol=1e-4)


def test_a_model_of_the_same_name_and_files_is_prepared_once_wherever_it_is(
    cross_encoder: Path, tmp_path: Path, exports: list[str]
) -> None:
    copy = shutil.copytree(cross_encoder, tmp_path / "copy")
    assert [prepared(model).name for model in (cross_encoder, copy)] == [str(cross_encoder), str(copy)]
    assert exports == [str(cross_encoder)]


def test_a_text_has_the_same_bits_alone_and_among_others(cross_encoder: Path) -> None:
    reranker = load_reranker(str(cross_encoder))
    assert isinstance(reranker, OnnxReranker)
    alone = [reranker.scores("depth of a graph", [text])[0] for text in TEXTS]
    assert scores(reranker) == alone


def test_scores_that_are_not_finite_are_an_error(cross_encoder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def run(self, *_: object) -> list[np.ndarray]:
            return [np.full((1, 1), np.nan, dtype=np.float32)]

    reranker = prepared(cross_encoder)
    monkeypatch.setattr(reranker._graph, "_session", Broken())
    with pytest.raises(ModelDamagedError, match="gives scores that are not finite"):
        scores(reranker)


def test_the_activation_in_the_settings_of_a_model_has_no_say(cross_encoder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(cross_encoder, tmp_path / "copy")
    told = json.loads((copy / "config.json").read_text())
    told["sentence_transformers"] = {"activation_fn": "torch.nn.modules.activation.Tanh"}
    (copy / "config.json").write_text(json.dumps(told))
    expected = scores(CrossEncoderReranker(ModelSource("plain", cross_encoder)))
    assert scores(load_reranker(str(copy), precision=Precision.REFERENCE)) == expected
    np.testing.assert_allclose(scores(prepared(copy)), expected, atol=1e-4)


@pytest.mark.parametrize("agrees", [True, False])
def test_the_reference_is_on_a_card_that_computes_as_it_should(
    cross_encoder: Path, notices: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, *, agrees: bool
) -> None:
    """The card is the CPU under another name, and turns the order of scores around if it does not agree."""
    load, compute = ModelSource.load, CrossEncoderReranker.scores

    def on_a_card(self: CrossEncoderReranker, question: str, texts: list[str]) -> np.ndarray:
        found = compute(self, question, texts)
        return found if self.source.device == "cpu" or agrees else -found

    monkeypatch.setattr(ModelSource, "load", lambda self, kind: load(replace(self, device="cpu"), kind))
    monkeypatch.setattr(CrossEncoderReranker, "scores", on_a_card)
    monkeypatch.setattr(devices, "accelerator", lambda: "cuda")
    reranker = load_reranker(str(cross_encoder), precision=Precision.REFERENCE)
    assert isinstance(reranker, CrossEncoderReranker)
    assert reranker.source.device == ("cuda" if agrees else "cpu")
    said = [] if agrees else [f"{cross_encoder} gives wrong scores on cuda here; reranking on the CPU"]
    assert notices.messages == said
    assert isinstance(load_reranker(str(cross_encoder)), OnnxReranker)  # which answers before torch is loaded
    assert device_check.reranks_as_on_cpu(reranker, reranker)


RERANK = """
import sys
from semsearch.encoding.rerankers import load_reranker
reranker = load_reranker(sys.argv[1])
print(len(reranker.scores("graph", ["graph network", "video"])), reranker.prepared.folder.name)
print(sorted({"torch", "transformers", "sentence_transformers", "onnx", "huggingface_hub"} & set(sys.modules)))
"""


def test_two_processes_at_once_both_rerank_and_load_no_torch(
    cross_encoder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparation, "export_apart", exported.export_apart)
    command = [sys.executable, "-c", RERANK, str(cross_encoder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    both = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=120) for process in both]
    (folder,) = (cache / "models").iterdir()
    for out, _ in said:
        assert out.startswith(f"2 {folder.name}\n")
    (kept,) = prepared_models()
    assert kept.folder == folder
    again = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert again.stdout == f"2 {folder.name}\n[]\n"


def test_times_of_all_files_and_folders_tell_whether_a_model_may_have_changed(tmp_path: Path) -> None:
    from datetime import UTC, datetime, timedelta

    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "weights.bin").touch()
    now = datetime.now(UTC)
    assert model_files.changed_since(tmp_path, now - timedelta(minutes=1))
    assert not model_files.changed_since(tmp_path, now + timedelta(minutes=1))


def _old(model: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The model as if it had been there for long, by a clock that is ahead in what is prepared from now on."""
    from datetime import datetime, timedelta, tzinfo

    class Ahead(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + timedelta(minutes=1)

    monkeypatch.setattr(preparation, "datetime", Ahead)
    return model
