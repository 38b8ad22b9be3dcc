"""A prepared model that computes nothing, and how to put it into the cache."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from semsearch.choices import Precision
from semsearch.encoding.prepared.cache import put_in_cache, unfinished_folder
from semsearch.encoding.prepared.manifest import PreparedModel, write_manifest
from semsearch.records import Fingerprint
from semsearch.text import TEXT_RECIPE

FINGERPRINT = Fingerprint(
    model="lab/one",
    weights_sha256="1",
    tokenizer_sha256="2",
    pooling="mean",
    prompts=("query=q: ",),
    max_tokens=8,
    dim=4,
    normalization="unit",
    text_recipe=TEXT_RECIPE,
)
MODEL = PreparedModel(
    folder=Path(),
    fingerprint=FINGERPRINT,
    source_sha256="ab",
    asked=Precision.INT8,
    precision=Precision.INT8,
    reason="",
    cosine=0.99,
    document_prompt="",
    query_prompt="q: ",
    multiplications=100,
    created=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
)


def put(
    model: PreparedModel = MODEL, *, replacing: bool = False, graph: bytes = b"graph", **changes: Any
) -> PreparedModel:
    with unfinished_folder() as folder:
        unfinished = replace(model, folder=folder, **changes)
        (folder / "encoder.onnx").write_bytes(graph)
        (folder / "tokenizer.json").write_bytes(b"{}")
        return put_in_cache(write_manifest(unfinished), replacing=replacing)
