"""What a prepared model says of itself, and what is not taken for one."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoding.in_cache import FINGERPRINT, MODEL, put
from semsearch.choices import Precision
from semsearch.encoding.prepared.cache import prepared_for, prepared_models
from semsearch.encoding.prepared.manifest import read_manifest, write_manifest

if TYPE_CHECKING:
    from semsearch.encoding.prepared.manifest import PreparedModel

pytestmark = pytest.mark.usefixtures("cache")

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(
    st.builds(
        replace,
        st.just(MODEL),
        reason=TEXT,
        cosine=st.floats(-1, 1),
        query_prompt=TEXT,
        asked=st.sampled_from(Precision),
        created=st.integers(0, 4_000_000_000).map(lambda seconds: datetime.fromtimestamp(seconds, UTC)),
    )
)
def test_what_a_model_says_of_itself_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, model: PreparedModel
) -> None:
    folder = tmp_path_factory.mktemp("manifest")
    for name in ("encoder.onnx", "tokenizer.json"):
        (folder / name).touch()
    model = replace(model, folder=folder)
    written = write_manifest(model)
    assert read_manifest(folder) == written
    assert replace(written, content_bytes=0, content_sha256="") == model


@pytest.mark.parametrize(
    "changes",
    [
        {"format": 1},
        {"format": None},
        {"precision": "int4"},
        {"created": "soon"},
        {"fingerprint": {}},
        {"more": 1},
        {"reason": None},
        {"cosine": "high"},
        {"multiplications": 1.5},
        {"document_prompt": ["passage: "]},
        {"content_bytes": 6},
    ],
)
def test_a_model_of_another_format_or_size_is_not_there(changes: dict[str, object]) -> None:
    path = put().folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    assert prepared_models() == []
    assert prepared_for(FINGERPRINT, Precision.INT8) is None


@pytest.mark.parametrize("text", ["", "[]", "null", "{}", '{"format": 2}', "\xff"])
def test_what_is_not_a_manifest_is_not_there(text: str) -> None:
    (put().folder / "manifest.json").write_text(text, encoding="latin-1")
    assert prepared_models() == []
