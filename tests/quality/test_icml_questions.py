"""Plain questions find the right abstract among 19 without titles, in a text file that is not part of the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from semsearch.engine.index import Index
from semsearch.readers.sources import read_papers

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("icml")


@pytest.mark.parametrize(
    ("question", "method"),
    [
        ("turning flat video into 3D", "ImmersePro"),
        ("which pairs should be labeled when aligning two networks", "AvAtar"),
        ("can a program fine-tune language models by itself", "FT-Dojo"),
    ],
)
def test_the_right_abstract_comes_first(shared_data: Path, folder: Path, question: str, method: str) -> None:
    with Index.build(read_papers([shared_data / "icml2026-abstracts.txt"]), folder) as index:
        assert index.info().papers == 19
        (hit,) = index.search(question, top_k=1).hits
    assert hit.paper.title.startswith(f"{method}: ")
