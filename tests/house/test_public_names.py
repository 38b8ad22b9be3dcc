"""The front door is narrow, and opening it loads nothing heavy."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import semsearch
from semsearch.settings import DEFAULT_INDEX, INDEX_VARIABLE, default_index

HEAVY = {"faiss", "numpy", "pylatexenc", "rich", "sentence_transformers", "sqlite3", "torch", "transformers", "typer"}


def modules_after(code: str) -> set[str]:
    """Top-level modules that a fresh Python has loaded after running `code`."""
    script = f"import sys\n{code}\nprint(*sys.modules)"
    # The measuring of coverage would load modules of its own.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    command = [sys.executable, "-c", script]
    shown = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    return {name.partition(".")[0] for name in shown.split()}


def test_the_public_names_are_these() -> None:
    assert set(semsearch.__all__) == {
        "Evidence",
        "Filters",
        "Fusion",
        "Hit",
        "Index",
        "Mode",
        "Paper",
        "Query",
        "Ranking",
        "SearchResults",
        "SemsearchError",
        "YearRange",
        "read_papers",
    }
    assert set(dir(semsearch)) == set(semsearch.__all__)


@pytest.mark.parametrize("name", semsearch.__all__)
def test_every_public_name_leads_to_the_thing_of_that_name(name: str) -> None:
    assert getattr(semsearch, name).__name__ == name


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'semsearch' has no attribute 'Indexes'"):
        _ = semsearch.Indexes


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert not modules_after("import semsearch") & HEAVY


def test_naming_the_index_and_the_readers_loads_no_library_of_vectors_and_models() -> None:
    code = "from semsearch import Index, Paper, read_papers\nPaper(title='x')"
    assert not modules_after(code) & {"faiss", "numpy", "sentence_transformers", "torch", "transformers", "typer"}


def test_the_default_index_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(INDEX_VARIABLE, raising=False)
    assert default_index() == DEFAULT_INDEX
    monkeypatch.setenv(INDEX_VARIABLE, "/library/index")
    assert str(default_index()) == "/library/index"
