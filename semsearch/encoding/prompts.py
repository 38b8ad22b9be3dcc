"""What a sentence-transformers model puts before texts, by its own configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_QUERY_NAMES = ("query",)
_DOCUMENT_NAMES = ("document", "passage", "corpus")


def document_prompt(model: SentenceTransformer) -> str:
    """What its `encode_document` puts before a text."""
    return _prompt(model, _DOCUMENT_NAMES)


def query_prompt(model: SentenceTransformer) -> str:
    """What its `encode_query` puts before a text."""
    return _prompt(model, _QUERY_NAMES)


def _prompt(model: SentenceTransformer, names: tuple[str, ...]) -> str:
    prompts = model.prompts
    names = (*names, model.default_prompt_name or "")
    return next((prompts[name] or "" for name in names if name in prompts), "")
