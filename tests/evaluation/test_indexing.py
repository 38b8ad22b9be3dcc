"""The index of a collection is built once, kept, and never mixed with other papers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from evaluation.small import PAPERS, plan, write_collection, write_text
from making import make_paper
from semsearch.choices import Precision
from semsearch.engine.index import Index
from semsearch.errors import BadRecordError, IndexMissingError, UsageError
from semsearch.evaluation.collections import beir_collection
from semsearch.evaluation.indexing import cached_index, index_corpus
from semsearch.settings import CACHE_VARIABLE, FAKE_MODEL

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.evaluation.records import Collection


@pytest.fixture
def collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Collection:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    return beir_collection(write_collection(tmp_path / "small"))


def ids_in(folder: Path) -> list[str]:
    with Index.open(folder) as index:
        return [paper.paper_id for paper in index.papers()]


def append(collection: Collection, text: str) -> None:
    with collection.corpus[0].open("a") as file:
        file.write(text)


def test_the_papers_are_encoded_once(collection: Collection) -> None:
    encoded: list[int] = []
    corpora = [index_corpus(collection, plan(), progress=lambda each: encoded.append(each.texts)) for _ in range(2)]
    assert max(encoded) == 4
    assert encoded.count(4) == 1
    assert {corpus.folder for corpus in corpora} == {cached_index(collection, plan())}
    assert corpora[0].folder.parent.name == "collections"
    assert (ids_in(corpora[0].folder), corpora[0].notes) == (sorted(PAPERS), ())


def test_a_title_and_a_text_become_a_paper(collection: Collection) -> None:
    with Index.open(index_corpus(collection, plan()).folder) as index:
        paper = index.paper("fish")
    assert (paper.title, paper.abstract) == ("fish", "Fish swim in cold water.")


def test_another_model_or_precision_has_an_index_of_its_own(collection: Collection) -> None:
    plans = (plan(), plan(model=None), plan(precision=Precision.INT8))
    assert len({cached_index(collection, each) for each in plans}) == 3


def test_papers_that_left_the_corpus_leave_the_index(collection: Collection) -> None:
    index_corpus(collection, plan())
    write_text(collection.corpus[0], '{"_id": "new", "title": "New", "text": "Only this is left."}\n')
    assert ids_in(index_corpus(collection, plan()).folder) == ["new"]


def test_papers_without_any_text_are_counted(collection: Collection) -> None:
    append(collection, '{"_id": "empty", "title": "", "text": ""}\n')
    corpus = index_corpus(collection, plan())
    assert corpus.notes == ("Papers with neither title nor abstract, which nothing finds: 1.",)


@pytest.mark.parametrize("line", ['{"_id": "cut", "title": "Cut o', '["no object"]'])
def test_a_damaged_record_is_named_and_leaves_no_index(collection: Collection, line: str) -> None:
    append(collection, line)
    with pytest.raises(BadRecordError, match=r"corpus\.jsonl:5 "):
        index_corpus(collection, plan())
    with pytest.raises(IndexMissingError):
        Index.open(cached_index(collection, plan()))


def test_two_papers_of_one_id_are_an_error(collection: Collection) -> None:
    append(collection, json.dumps({"_id": "fish", "title": "Bicycles", "text": "Wheels turn around an axle."}))
    with pytest.raises(BadRecordError, match="Two papers of small have the id fish"):
        index_corpus(collection, plan())


def test_an_index_with_papers_of_other_files_is_left_alone(collection: Collection, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    Index.build([make_paper("mine", "words of mine")], folder, model=FAKE_MODEL).close()
    with pytest.raises(UsageError, match="holds papers of other files than the collection, such as mine"):
        index_corpus(collection, plan(index=folder))
    assert ids_in(folder) == ["mine"]


def test_an_index_that_is_named_is_built_and_used_again(collection: Collection, tmp_path: Path) -> None:
    for _ in range(2):
        assert index_corpus(collection, plan(index=tmp_path / "mine")).folder == tmp_path / "mine"
    assert ids_in(tmp_path / "mine") == sorted(PAPERS)
