"""Collections are found in folders, or named file by file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evaluation.small import write_collection, write_text
from semsearch.errors import SourceError, UsageError
from semsearch.evaluation.collections import beir_collection, chosen_collections


@pytest.mark.parametrize("packed", [False, True])
def test_a_folder_in_the_layout_of_beir_is_a_collection(tmp_path: Path, *, packed: bool) -> None:
    folder = write_collection(tmp_path / "small", packed=packed)
    found = beir_collection(folder)
    ending = ".gz" if packed else ""
    assert (found.name, found.corpus) == ("small", (folder / f"corpus.jsonl{ending}",))
    assert found.questions == folder / f"queries.jsonl{ending}"
    assert found.qrels == folder / "qrels" / f"test.tsv{ending}"


def test_a_missing_split_is_told_with_those_that_are_there(tmp_path: Path) -> None:
    folder = write_collection(tmp_path / "small")
    write_text(folder / "qrels" / "dev.tsv.gz", "")
    with pytest.raises(SourceError, match=r"train\.tsv does not exist\. Choose one with --split: dev, test\."):
        beir_collection(folder, split="train")


@pytest.mark.parametrize("missing", ["corpus.jsonl", "queries.jsonl", "qrels/test.tsv"])
def test_a_missing_part_is_named(tmp_path: Path, missing: str) -> None:
    folder = write_collection(tmp_path / "small")
    (folder / missing).unlink()
    with pytest.raises(SourceError, match=f"{missing} does not exist"):
        beir_collection(folder)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="is not a folder"):
        beir_collection(write_text(tmp_path / "corpus.jsonl", ""))


def test_files_make_a_collection_named_after_its_corpus_or_else_its_questions() -> None:
    (of_files,) = chosen_collections((), corpus=["x/papers.jsonl.gz"], questions="q.tsv", qrels="r.txt")
    assert (of_files.name, of_files.corpus) == ("papers", (Path("x/papers.jsonl.gz"),))
    (own,) = chosen_collections((), questions="my questions.jsonl", qrels="r.txt")
    assert (own.name, own.corpus, own.qrels) == ("my questions", (), Path("r.txt"))


@pytest.mark.parametrize(
    ("folders", "files"),
    [
        ([], {}),
        ([], {"questions": "q"}),
        ([], {"qrels": "r"}),
        ([], {"corpus": ["c"]}),
        (["folder"], {"qrels": "r"}),
        ([], {"questions": "q", "qrels": "r", "split": "dev"}),
    ],
)
def test_what_is_half_a_collection_or_more_than_one_is_wrong_usage(folders: list[str], files: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        chosen_collections(folders, **files)
