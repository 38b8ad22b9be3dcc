"""What processes load: a question to an index of the embedded model is answered without torch."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from making import make_paper
from semsearch.choices import Precision
from semsearch.encoding.preparing import prepare
from semsearch.engine.index import Index
from semsearch.settings import DEFAULT_MODEL, INDEX_VARIABLE

ROOT = Path(__file__).parents[2]
TORCH = {"torch", "transformers", "sentence_transformers", "onnx", "huggingface_hub"}
PAPERS = (
    make_paper("lamps", "We train lamps with light. The lamps shine longer than candles.", title="Lamps"),
    make_paper("fish", "How fish swim in cold water. They were filmed with cameras.", title="Swimming"),
    make_paper("graphs", "Every planar graph has a vertex of degree five. We prove it again.", title="Graphs"),
)
RUN = """
import json, sys
from semsearch.cli.main import main
code = main(sys.argv[1:])
sys.stdout.flush()
print(json.dumps([code, sorted(name for name in sys.modules if "." not in name)]), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("index") / "index"
    prepare(DEFAULT_MODEL, precision=Precision.INT8)
    Index.build(PAPERS, folder, model=DEFAULT_MODEL, precision=Precision.INT8).close()
    return folder


def loaded_by(*command: str, index: Path) -> tuple[str, set[str]]:
    """What a command prints, and the modules that it loads."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), INDEX_VARIABLE: str(index)}
    done = subprocess.run(
        [sys.executable, "-c", RUN, *command], capture_output=True, text=True, check=True, env=environment
    )
    (told,) = done.stderr.splitlines()  # and no notice before it
    code, modules = json.loads(told)
    assert code == 0
    return done.stdout, set(modules)


def test_a_question_with_snippets_is_answered_without_torch(index: Path) -> None:
    out, modules = loaded_by("search", "underwater animals", "--snippets", "--format", "json", index=index)
    best = json.loads(out)["hits"][0]
    assert (best["paper_id"], best["best_sentence"]) == ("fish", "How fish swim in cold water.")
    assert "onnxruntime" in modules
    assert modules & TORCH == set()


def test_related_papers_are_found_without_any_model(index: Path) -> None:
    out, modules = loaded_by("related", "fish", "--format", "ids", index=index)
    assert sorted(out.split()) == ["graphs", "lamps"]
    assert modules & {*TORCH, "onnxruntime", "tokenizers"} == set()


UPDATE = """
import sys
from pathlib import Path
from making import make_paper
from semsearch.engine.updating import update_index
report = update_index(Path(sys.argv[1]), [make_paper("moons", "They are round.")])
print(report.encoded, sorted({"torch", "transformers", "sentence_transformers"} & set(sys.modules)))
"""


def test_an_update_of_an_index_with_a_prepared_model_loads_no_torch(index: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(index, tmp_path / "index")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    done = subprocess.run(
        [sys.executable, "-c", UPDATE, str(folder)], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout == "1 []\n"


@pytest.mark.parametrize("command", ["--help", "models --help", "models prepare --help", "models", "models -f json"])
def test_what_only_lists_loads_nothing_that_computes(index: Path, command: str) -> None:
    _, modules = loaded_by(*command.split(), index=index)
    assert modules & {*TORCH, "numpy", "onnxruntime", "tokenizers", "faiss"} == set()
