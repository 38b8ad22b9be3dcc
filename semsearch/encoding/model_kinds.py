"""Whether a model makes vectors of texts, or scores texts together with a question."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.records import Fingerprint

CROSS_ENCODER: Final = "cross-encoder"
"""What the fingerprint of a cross-encoder says of its pooling."""


class ModelKind(StrEnum):
    """What a model is for."""

    ENCODER = "encoder"
    RERANKER = "reranker"


def kind_of(folder: Path) -> ModelKind | None:
    """What the settings in a model's folder say of it; None if they say nothing."""
    if told := _settings(folder / "config_sentence_transformers.json").get("model_type"):
        return ModelKind.RERANKER if told == "CrossEncoder" else ModelKind.ENCODER
    if (folder / "modules.json").is_file():
        return ModelKind.ENCODER
    settings = _settings(folder / "config.json")
    if not settings:
        return None
    is_classifier = any(str(name).endswith("ForSequenceClassification") for name in settings.get("architectures") or ())
    return ModelKind.RERANKER if is_classifier else ModelKind.ENCODER


def kind_told_by(fingerprint: Fingerprint) -> ModelKind:
    """The kind of a model with that fingerprint."""
    return ModelKind.RERANKER if fingerprint.pooling == CROSS_ENCODER else ModelKind.ENCODER


def _settings(path: Path) -> dict[str, Any]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}
