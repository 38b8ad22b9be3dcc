"""An index of the small library, a file of papers without one, and a way to run a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cli.running import PAPERS, Outcome
from semsearch.cli.main import main
from semsearch.engine.index import Index
from semsearch.settings import FAKE_MODEL, INDEX_VARIABLE

if TYPE_CHECKING:
    from pathlib import Path

    from cli.running import Run


@pytest.fixture(scope="session")
def built_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("library") / "index"
    Index.build(PAPERS, folder, model=FAKE_MODEL).close()
    return folder


@pytest.fixture
def library(built_library: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The index that commands find by themselves; tests leave it as it is."""
    monkeypatch.setenv(INDEX_VARIABLE, str(built_library))
    return built_library


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run_here(*arguments: str) -> Outcome:
        code = main(arguments)
        out, err = capsys.readouterr()
        return Outcome(code, out, err)

    return run_here


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of four papers, and no index yet where commands look for one."""
    monkeypatch.setenv(INDEX_VARIABLE, str(tmp_path / "index"))
    path = tmp_path / "papers.jsonl"
    titles = ("lamps", "fish", "moons", "bread")
    path.write_text("".join(f'{{"id": "{title}", "title": "On {title}"}}\n' for title in titles))
    return path
