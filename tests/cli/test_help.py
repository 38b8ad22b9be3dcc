"""Every `--help` has examples, and they work on the sample papers."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from cli.running import PYTHON_PATH, ROOT
from semsearch.engine.index import Index
from semsearch.readers.sources import read_papers
from semsearch.settings import FAKE_MODEL, INDEX_VARIABLE
from tuning.reports import report

if TYPE_CHECKING:
    from pathlib import Path

    from cli.running import Run

SAMPLE = ROOT / "data"
COMMANDS = ("index", "search", "related", "show", "remove", "info", "export", "eval", "bench", "tune", "models")

pytestmark = pytest.mark.skipif(not (SAMPLE / "papers.jsonl").exists(), reason="needs the sample papers of a checkout")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample papers and their index in its usual place."""
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copytree(SAMPLE, folder / "data")
    Index.build(
        read_papers([folder / "data" / "papers.jsonl"]), folder / "indexes" / "default", model=FAKE_MODEL
    ).close()
    return folder


def test_the_help_lists_all_commands(run: Run) -> None:
    listed = re.split(r"Commands:\n", run("--help").out)[1]
    assert tuple(re.findall(r"^  (\w+)", listed, re.MULTILINE)) == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_of_the_help_work_on_the_sample(
    run: Run, checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.delenv(INDEX_VARIABLE, raising=False)
    monkeypatch.chdir(shutil.copytree(checkout, tmp_path / "checkout"))
    monkeypatch.setattr("semsearch.tuning.tuning.tune", lambda *_, **__: report())  # it takes minutes, and pairs
    examples = re.split(r"Examples?:\n", run(command, "--help").out)[1].strip().splitlines()
    assert examples
    for example in map(str.strip, examples):
        assert example.startswith("semsearch ")
        assert command in example
        code = _in_a_shell(example) if re.search("[|>]", example) else run(*shlex.split(example)[1:]).code
        assert (example, code) == (example, 0)


def _in_a_shell(example: str) -> int:
    words = example.replace("semsearch ", f"{shlex.quote(sys.executable)} -m semsearch ")
    return subprocess.run(
        ["sh", "-c", words], check=False, capture_output=True, env={**os.environ, **PYTHON_PATH}
    ).returncode
