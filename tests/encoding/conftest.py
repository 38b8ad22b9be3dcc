"""Small sentence-transformers models with random weights, made here, so that nothing is fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from making import save_small_model

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def small_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small model without prompts."""
    return save_small_model(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="session")
def other_small_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Like the small model, with other weights."""
    return save_small_model(tmp_path_factory.mktemp("other"), seed=1)


@pytest.fixture(scope="session")
def prompted_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same weights as the small model, but it puts a word before documents."""
    return save_small_model(tmp_path_factory.mktemp("prompted"), prompts={"document": "protein ", "query": ""})
