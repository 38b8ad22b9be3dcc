"""The package works where only its wheel is installed, far from the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]

PAPERS = (
    {"id": "video", "title": "Flat to solid", "abstract": "Flat video becomes scenes with depth."},
    {"id": "labels", "title": "Whom to ask", "abstract": "Which pairs of nodes get labels when networks are aligned."},
    {"id": "music", "title": "Old songs", "abstract": "Tones and rhythm of old songs."},
)


def run(*command: str, folder: Path, packages: Path | None = None) -> str:
    """Run a command in `folder`, with the packages of a folder before all others; returns what it prints."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("COVERAGE_", "PYTHONPATH", "SEMSEARCH_"))
    }
    if packages:
        environment["PYTHONPATH"] = str(packages)
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT))
    run(*build, folder=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps", "--no-index")
    run(*pip, "--target", str(folder), str(wheel), folder=folder)
    return folder


def test_the_wheel_holds_the_package_with_its_types_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {"semsearch/__init__.py", "semsearch/py.typed", "semsearch/cli/main.py"} <= set(names)
    assert {name.partition("/")[0] for name in names} == {"semsearch", wheel.name.split("-py3")[0] + ".dist-info"}
    in_checkout = {path.relative_to(ROOT).as_posix() for path in (ROOT / "semsearch").rglob("*.py")}
    assert {name for name in names if name.endswith(".py")} == in_checkout


def test_the_wheel_carries_the_license(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        (license_file,) = [name for name in archive.namelist() if name.endswith("licenses/LICENSE")]
        assert archive.read(license_file).decode() == (ROOT / "LICENSE").read_text()


def test_the_installed_program_indexes_papers_and_answers_a_question(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "papers.jsonl").write_text("".join(f"{json.dumps(paper)}\n" for paper in PAPERS))
    where = run(
        sys.executable, "-c", "import semsearch; print(semsearch.__file__)", folder=tmp_path, packages=installed
    )
    assert Path(where.strip()).parent == installed / "semsearch"

    program = str(installed / "bin" / "semsearch")
    run(program, "index", "papers.jsonl", "--model", "hashed-words", folder=tmp_path, packages=installed)
    question = "labels for pairs of nodes"
    ids = run(program, "search", question, "--format", "ids", folder=tmp_path, packages=installed)
    assert ids.split()[0] == "labels"
    as_module = (sys.executable, "-m", "semsearch", "search", question, "--format", "ids")
    assert run(*as_module, folder=tmp_path, packages=installed) == ids
