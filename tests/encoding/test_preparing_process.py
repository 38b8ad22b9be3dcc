"""Preparing a model in processes of its own, two of them at once, and errors that come through."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from semsearch.choices import Precision
from semsearch.encoding.encoders import load_encoder
from semsearch.encoding.onnx_encoder import OnnxEncoder
from semsearch.encoding.prepared import exported
from semsearch.encoding.prepared.cache import prepared_models
from semsearch.encoding.preparing import prepare
from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder
from semsearch.errors import ModelNotFoundError, PreparationError

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
PREPARE = """
import sys
from semsearch.choices import Precision
from semsearch.encoding.preparing import prepare
made = prepare(sys.argv[1], precision=Precision.INT8)
print(made.folder.name, made.precision, "torch" in sys.modules)
"""


@pytest.fixture(autouse=True)
def _exported_apart(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setattr("semsearch.encoding.prepared.preparation.export_apart", exported.export_apart)
    assert not cache.exists()


@pytest.fixture
def export_code(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Run this code instead of the export."""
    run = subprocess.run

    def use(code: str) -> None:
        def run_code(command: list[str], **options: object) -> object:
            return run([sys.executable, "-c", code, *command[3:]], **options)  # type: ignore[call-overload]

        monkeypatch.setattr("subprocess.run", run_code)

    return use


def children_of(pid: int) -> list[int]:
    if not (listed := Path(f"/proc/{pid}/task/{pid}/children")).exists():
        pytest.skip("this system does not list the children of a process")
    return [int(child) for child in listed.read_text().split()]


def is_running(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def test_two_processes_that_prepare_the_same_model_both_get_it_and_load_no_torch(
    small_model: Path, cache: Path, tmp_path: Path
) -> None:
    both = [
        subprocess.Popen(
            [sys.executable, "-c", PREPARE, str(small_model)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        for _ in range(2)
    ]
    said = [process.communicate(timeout=120) for process in both]
    (folder,) = (cache / "models").iterdir()
    assert said == [(f"{folder.name} int8 False\n", "")] * 2
    (kept,) = prepared_models()
    assert sorted(path.name for path in kept.folder.iterdir()) == ["encoder.onnx", "manifest.json", "tokenizer.json"]
    assert isinstance(load_encoder(str(small_model)), OnnxEncoder)


def test_a_folder_without_a_model_is_an_error_that_comes_through_the_process(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelNotFoundError, match=r"empty does not hold a model .* Give the folder"):
        prepare(str(tmp_path / "empty"), precision=Precision.INT8)
    assert list((cache / "models").iterdir()) == []


def test_files_where_the_user_is_are_not_taken_for_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "tokenize.py").write_text("raise AssertionError('a file of the user was run')")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModelNotFoundError):
        prepare(str(tmp_path / "empty"), precision=Precision.INT8)


def test_a_process_that_dies_says_why_and_what_to_do(
    small_model: Path, cache: Path, export_code: Callable[[str], None]
) -> None:
    export_code("import sys; sys.exit('loading\\nMemoryError')")
    with pytest.raises(PreparationError) as caught:
        prepare(str(small_model), precision=Precision.INT8)
    assert caught.value.what == f"Preparing {small_model} for this CPU broke off: MemoryError."
    assert "--precision reference" in caught.value.fix
    assert list((cache / "models").iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_whoever_is_killed_while_preparing_leaves_no_process_and_the_next_one_cleans_up(
    small_model: Path, cache: Path, tmp_path: Path, number: signal.Signals
) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PREPARE, str(small_model)]
    preparing = subprocess.Popen(command, cwd=tmp_path, env=environment)
    while not (exporting := children_of(preparing.pid)):
        time.sleep(0.01)
    preparing.send_signal(number)
    preparing.wait(timeout=20)
    for _ in range(1000):
        if not any(is_running(child) for child in exporting):
            break
        time.sleep(0.01)
    else:
        pytest.fail("the process that exports goes on")
    assert [path for path in (cache / "models").iterdir() if path.is_dir()]
    made = prepare(str(small_model), precision=Precision.INT8)
    assert list((cache / "models").iterdir()) == [made.folder]


def test_a_process_that_is_killed_leaves_the_reference_and_is_tried_again(
    small_model: Path, export_code: Callable[[str], None], notices: pytest.LogCaptureFixture
) -> None:
    export_code("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    for _ in range(2):
        notices.clear()
        assert isinstance(load_encoder(str(small_model)), SentenceTransformerEncoder)
        assert notices.messages == [
            f"preparing {small_model} for this CPU as int8, which takes up to a minute",
            (
                f"Preparing {small_model} for this CPU broke off: exit code -9; "
                "encoding with sentence-transformers, which is slower"
            ),
        ]
    assert prepared_models() == []
