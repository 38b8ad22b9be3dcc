"""What a sentence-transformers model puts before texts, by its own configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder, SentenceTransformer

_QUERY_NAMES = ("query",)
_DOCUMENT_NAMES = ("document", "passage", "corpus")


def document_prompt(model: SentenceTransformer | CrossEncoder) -> str:
    """What its `encode_document` puts before a text."""
    return _prompt(model, _DOCUMENT_NAMES)


def query_prompt(model: SentenceTransformer | CrossEncoder) -> str:
    """What its `encode_query` puts before a text."""
    return _prompt(model, _QUERY_NAMES)


def pair_prompt(model: SentenceTransformer | CrossEncoder) -> str:
    """What its `predict` puts before the first text of a pair."""
    return model.prompts.get(model.default_prompt_name or "") or ""


def _prompt(model: SentenceTransformer | CrossEncoder, names: tuple[str, ...]) -> str:
    prompts = model.prompts
    names = (*names, model.default_prompt_name or "")
    return next((prompts[name] or "" for name in names if name in prompts), "")
