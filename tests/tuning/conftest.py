"""The sample corpus with a small random model, and pairs made of its questions and judgments."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from making import export_here, save_small_model
from semsearch.engine.index import Index
from semsearch.readers.sources import read_papers
from semsearch.text import encoded_text, fold

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session", autouse=True)
def _exported_here() -> Iterator[None]:
    """A process of its own would take seconds to load torch, each time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("semsearch.encoding.prepared.preparation.export_apart", export_here)
        yield


@pytest.fixture(scope="session", autouse=True)
def _on_one_core() -> Iterator[None]:
    """For so small a model, several threads mostly wait for each other."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def small_model(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of one layer with random weights that knows the words of the sample."""
    words = {word for paper in read_papers([sample / "papers.jsonl"]) for word in fold(encoded_text(paper)).split()}
    return save_small_model(tmp_path_factory.mktemp("small"), window=64, words=sorted(words))


@pytest.fixture(scope="session")
def sample_index(sample: Path, small_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample") / "index"
    Index.build(read_papers([sample / "papers.jsonl"]), folder, model=str(small_model)).close()
    return folder


@pytest.fixture(scope="session")
def sample_pairs(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """186 pairs of 89 questions."""
    texts = {}
    for line in (sample / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        texts[question["query_id"]] = question["text"]
    path = tmp_path_factory.mktemp("pairs") / "pairs.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for line in (sample / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
            query_id, paper_id, _ = line.split("\t")
            file.write(f"{json.dumps({'text': texts[query_id], 'paper_id': paper_id})}\n")
    return path
