"""Small models with random weights, made here, so that nothing is fetched."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from making import export_here, save_small_cross_encoder, save_small_model
from semsearch.settings import CACHE_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_EXPORT = "semsearch.encoding.prepared.preparation.export_apart"


@pytest.fixture(scope="module", autouse=True)
def _exported_here() -> Iterator[None]:
    """A process of its own would take seconds to load torch, each time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_EXPORT, export_here)
        yield


@pytest.fixture
def exports(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the models that are exported from now on."""
    names: list[str] = []

    def count(name: str, *, model: Path, folder: Path) -> object:
        names.append(name)
        return export_here(name, model=model, folder=folder)

    monkeypatch.setattr(_EXPORT, count)
    return names


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def notices(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> pytest.LogCaptureFixture:
    """What the user is told, even after the command line has taken the logger for itself."""
    logger = logging.getLogger("semsearch")
    monkeypatch.setattr(logger, "propagate", True)
    caplog.set_level(logging.INFO, logger=logger.name)
    return caplog


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


@pytest.fixture(scope="session")
def cross_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small cross-encoder, as transformers saves it."""
    return save_small_cross_encoder(tmp_path_factory.mktemp("cross"))


@pytest.fixture(scope="session")
def other_cross_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Like the small cross-encoder, with other weights."""
    return save_small_cross_encoder(tmp_path_factory.mktemp("crossed"), seed=1)
