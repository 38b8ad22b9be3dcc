"""What is used where a model cannot be prepared as asked, and what the user is told of it."""

from __future__ import annotations

import errno
import json
from typing import TYPE_CHECKING, Any

import pytest

from encoding.failing import fail
from making import save_small_model
from semsearch.choices import Precision
from semsearch.encoding.encoders import encoder_of, load_encoder
from semsearch.encoding.onnx_encoder import OnnxEncoder
from semsearch.encoding.prepared import export, preparation
from semsearch.encoding.prepared.cache import prepared_models
from semsearch.encoding.prepared.quantization import quantize
from semsearch.encoding.prepared.verification import LOWEST_COSINE
from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder
from semsearch.errors import CacheError, ModelNotFoundError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.protocols import Encoder

pytestmark = pytest.mark.usefixtures("cache")


def precision_of(encoder: Encoder) -> Precision:
    if isinstance(encoder, OnnxEncoder):
        return encoder.prepared.precision
    assert isinstance(encoder, SentenceTransformerEncoder)
    return Precision.REFERENCE


def test_int8_that_is_unlike_the_reference_gives_way_to_float32(
    small_model: Path, exports: list[str], notices: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LOWEST_COSINE, Precision.INT8, 1.5)
    first = load_encoder(str(small_model))
    assert precision_of(first) is Precision.FLOAT32
    assert notices.messages[0] == f"preparing {small_model} for this CPU as int8, which takes up to a minute"
    assert notices.messages[1].startswith(f"{small_model}: int8 is too far from the reference (cosine ")
    assert notices.messages[1].endswith(", not 1.5); encoding as float32")
    notices.clear()
    assert precision_of(load_encoder(str(small_model))) is Precision.FLOAT32
    assert precision_of(encoder_of(first.fingerprint)) is Precision.FLOAT32
    assert exports == [str(small_model)]
    assert len(notices.messages) == 2  # one line each time


def test_narrow_weights_are_tried_before_float32(small_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def as_if_sums_overflow(graph: Path, quantized: Path, *, narrow: bool) -> None:
        if not narrow:
            raise ValueError("overflow")
        quantize(graph, quantized, narrow=narrow)

    monkeypatch.setattr(preparation, "quantize", as_if_sums_overflow)
    encoder = load_encoder(str(small_model))
    assert isinstance(encoder, OnnxEncoder)
    assert (encoder.prepared.precision, encoder.prepared.reason) == (Precision.INT8, "")


def test_a_quantizer_that_fails_gives_way_to_float32(
    small_model: Path, notices: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparation, "quantize", fail(ValueError("no such node\nand more")))
    assert precision_of(load_encoder(str(small_model))) is Precision.FLOAT32
    assert notices.messages[-1] == f"{small_model}: int8 fails: no such node; encoding as float32"


def test_a_graph_that_is_unlike_the_reference_gives_way_to_it(
    small_model: Path, notices: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LOWEST_COSINE, Precision.INT8, 1.5)
    monkeypatch.setitem(LOWEST_COSINE, Precision.FLOAT32, 1.25)
    assert precision_of(load_encoder(str(small_model))) is Precision.REFERENCE
    assert "int8 is too far from the reference" in notices.messages[-1]
    assert "; float32 is too far from the reference" in notices.messages[-1]
    assert notices.messages[-1].endswith("encoding as reference")
    (kept,) = prepared_models()
    assert not (kept.folder / "encoder.onnx").exists()


def test_a_model_that_cannot_be_exported_is_tried_only_once(
    small_model: Path, exports: list[str], notices: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "export_graph", fail(RuntimeError("Exporting aten::odd is not supported\nat …")))
    line = f"{small_model}: it cannot be exported to ONNX: Exporting aten::odd is not supported; encoding as reference"
    for _ in range(2):
        encoder = load_encoder(str(small_model))
        assert precision_of(encoder) is Precision.REFERENCE
        assert notices.messages[-1] == line
        assert encoder.encode_queries(["graph"]).shape == (1, 32)
    assert precision_of(encoder_of(load_encoder(str(small_model)).fingerprint)) is Precision.REFERENCE
    assert exports == [str(small_model)]


def test_modules_of_questions_alone_are_left_to_the_reference(
    small_model: Path, other_small_model: Path, tmp_path: Path, notices: pytest.LogCaptureFixture
) -> None:
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Router

    queries: Any
    documents: Any
    queries, documents = (list(SentenceTransformer(str(each))) for each in (small_model, other_small_model))
    router = Router.for_query_document(query_modules=queries, document_modules=documents)
    SentenceTransformer(modules=[router]).save(str(tmp_path / "model"))
    encoder = load_encoder(str(tmp_path / "model"))
    assert precision_of(encoder) is Precision.REFERENCE
    assert "it has different modules for questions and for papers; encoding as reference" in notices.messages[-1]
    assert encoder.encode_queries(["graph"])[0] @ encoder.encode_documents(["graph"])[0] < 0.99


def test_a_pooling_that_leaves_prompts_out_is_left_to_the_reference(
    tmp_path: Path, notices: pytest.LogCaptureFixture
) -> None:
    model = save_small_model(tmp_path, prompts={"query": "video "}, include_prompt=False)
    assert precision_of(load_encoder(str(model))) is Precision.REFERENCE
    assert notices.messages[-1] == f"{model}: its pooling leaves prompts out; encoding as reference"


def test_a_pooling_without_prompts_to_leave_out_is_prepared(tmp_path: Path) -> None:
    model = save_small_model(tmp_path, include_prompt=False)
    assert precision_of(load_encoder(str(model))) is Precision.INT8


def test_another_window_for_questions_is_left_to_the_reference(tmp_path: Path) -> None:
    model = save_small_model(tmp_path, window=600)
    path = model / "sentence_bert_config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"query_length": 500}))
    reference = load_encoder(str(model), precision=Precision.REFERENCE)
    long = ["graph " * 4 + "video depth " * 400]
    assert (reference.encode_queries(long) != reference.encode_documents(long)).any()
    assert precision_of(load_encoder(str(model))) is Precision.REFERENCE


def test_a_tokenizer_in_python_only_is_left_to_the_reference(
    small_model: Path, notices: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from transformers import PreTrainedTokenizerFast

    monkeypatch.setattr(PreTrainedTokenizerFast, "backend_tokenizer", None)
    assert precision_of(load_encoder(str(small_model))) is Precision.REFERENCE
    assert notices.messages[-1] == f"{small_model}: its tokenizer exists in Python only; encoding as reference"


def test_a_cache_that_cannot_be_written_to_leaves_the_reference(
    small_model: Path, cache: Path, notices: pytest.LogCaptureFixture
) -> None:
    cache.write_text("a file where the folder should be")
    encoder = load_encoder(str(small_model))
    assert precision_of(encoder) is Precision.REFERENCE
    assert len(encoder.encode_documents(["graph"])) == 1
    assert notices.messages[-1] == (
        f"{cache / 'models'} cannot be written to: Not a directory; "
        "encoding with sentence-transformers, which is slower"
    )


def test_a_full_disk_is_not_remembered_as_a_fault_of_the_model(
    small_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(preparation, "quantize", fail(OSError(errno.ENOSPC, "No space left on device")))
        load_encoder(str(small_model))
    assert precision_of(load_encoder(str(small_model))) is Precision.INT8


def test_a_damaged_model_in_a_cache_that_cannot_be_written_to_leaves_the_reference(
    small_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = load_encoder(str(small_model))
    assert isinstance(encoder, OnnxEncoder)
    (encoder.prepared.folder / "encoder.onnx").write_bytes(b"damaged")
    monkeypatch.setattr(preparation, "unfinished_folder", fail(CacheError("It cannot be written to.")))
    assert precision_of(load_encoder(str(small_model))) is Precision.REFERENCE


def test_a_model_that_knows_few_words_is_usable_for_these(tmp_path: Path) -> None:
    import numpy as np
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0, "graph": 1, "video": 2}, unk_token="[UNK]"))  # noqa: S106 - a word
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    weights = np.diag([0, 1, 1]).astype(np.float32)
    SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_weights=weights)]).save(str(tmp_path / "static"))
    for precision in (Precision.REFERENCE, Precision.INT8):
        vectors = load_encoder(str(tmp_path / "static"), precision=precision).encode_documents(["graph", "video"])
        np.testing.assert_allclose(vectors, [[0, 1, 0], [0, 0, 1]], atol=1e-6)


def test_a_folder_without_a_model_is_not_prepared(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing")
    with pytest.raises(ModelNotFoundError, match="does not hold a model"):
        load_encoder(str(tmp_path))
    assert prepared_models() == []


def test_there_is_nothing_to_prepare_for_the_fake_encoder_and_for_the_reference(small_model: Path) -> None:
    from semsearch.encoding.preparing import prepare

    with pytest.raises(UsageError, match="hashed-words cannot be prepared"):
        prepare("hashed-words", precision=Precision.INT8)
    with pytest.raises(UsageError, match="cannot be prepared"):
        prepare(str(small_model), precision=Precision.REFERENCE)
