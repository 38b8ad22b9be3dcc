"""How close papers are said to be, and when none is."""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING

import numpy as np
import pytest

from making import make_paper
from semsearch.choices import Mode
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.encoding.rows import unit_rows
from semsearch.engine.index import Index
from semsearch.engine.updating import update_index
from semsearch.records import Paper, Ranking
from semsearch.store.reader import StoreReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from semsearch.protocols import Vectors

NOTE = "By meaning, none of these papers is close to the question."
FAR = "x5 z12"  # cosines 0.385, 0.231 and 0 to the papers


class AxesEncoder(HashedWordsEncoder):
    """Takes "x3 y4" for the vector (3, 4), and what is not of that kind for a direction of its own."""

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dim), dtype=np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for axis, length in re.findall(r"([a-z])(\d+)", text) or [("~", 1)]:
                vector[ord(axis)] = float(length)
        return unit_rows(vectors, model="axes")


@pytest.fixture
def three() -> list[Paper]:
    """Papers whose pairs have the cosines 0.6, 0 and 0.8: half of all pairs are below 0.6."""
    return [
        make_paper("right", "", title="x1", authors=("Ada Folder",)),
        make_paper("between", "", title="x3 y4"),
        make_paper("q7", "", title="y1"),
    ]


@pytest.fixture
def folder(three: list[Paper], tmp_path: Path) -> Path:
    update_index(tmp_path, three, encoder=AxesEncoder())
    return tmp_path


@pytest.fixture
def index(folder: Path) -> Iterator[Index]:
    with Index.open(folder, encoder=AxesEncoder()) as opened:
        yield opened


def quantiles(folder: Path) -> tuple[float, ...]:
    store = StoreReader.open(folder)
    try:
        return store.state.quantiles
    finally:
        store.close()


def forget_quantiles(folder: Path) -> None:
    connection = sqlite3.connect(folder / "papers.sqlite")
    connection.execute("DELETE FROM meta WHERE key = 'quantiles'")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("mode", [Mode.SEMANTIC, Mode.HYBRID])
def test_closeness_is_the_share_of_pairs_that_are_less_similar(index: Index, mode: Mode) -> None:
    """0.385 is 0.641 of the way from 0 to 0.6, below which half of the pairs are; so is 0.231 0.385 of it."""
    hits = index.search(FAR, ranking=Ranking(mode=mode)).hits
    found = {hit.paper_id: hit.closeness for hit in hits}
    assert found == pytest.approx({"right": 0.3205, "between": 0.1923, "q7": 0}, abs=1e-3)


def test_what_is_found_by_words_alone_has_no_closeness(index: Index) -> None:
    results = index.search("folder", ranking=Ranking(mode=Mode.LEXICAL))
    assert [(hit.paper_id, hit.closeness) for hit in results.hits] == [("right", None)]
    assert results.notes == ()


def test_related_papers_have_a_closeness_and_never_the_note(index: Index) -> None:
    results = index.related(["right"], unlike=["between"])
    (hit,) = results.hits
    assert (hit.paper_id, hit.closeness) == ("q7", 0)
    assert results.notes == ()


@pytest.mark.parametrize("mode", [Mode.SEMANTIC, Mode.HYBRID])
def test_an_answer_in_which_nothing_is_close_says_so(index: Index, mode: Mode) -> None:
    assert index.search(FAR, ranking=Ranking(mode=mode)).notes == (NOTE,)


def test_an_answer_in_which_one_paper_is_close_says_nothing(index: Index) -> None:
    """0.96 to "between", and no pair is as similar."""
    results = index.search("x4 y3")
    assert max(hit.closeness or 0 for hit in results.hits) == 1
    assert results.notes == ()


def test_a_paper_as_near_as_most_pairs_are_is_near_enough_from_a_similarity_of_045(index: Index) -> None:
    """Cosines to "right" are 0.447 and 0.486, both below half of the pairs."""
    assert index.search("x1 z2").notes == (NOTE,)
    assert index.search("x5 z9").notes == ()


@pytest.mark.parametrize("question", ["Ada Folder", "q7"])
def test_a_paper_that_is_asked_for_by_its_author_or_id_needs_not_be_close(index: Index, question: str) -> None:
    assert index.search(question).notes == ()
    assert index.search(question, ranking=Ranking(mode=Mode.SEMANTIC)).notes == (NOTE,)


def test_an_answer_without_papers_says_nothing_of_closeness(index: Index) -> None:
    index.remove(["right", "between", "q7"])
    assert index.search(FAR).notes == ()


def test_pairs_are_those_of_the_papers_that_are_left(index: Index, folder: Path) -> None:
    """Without "between", the only pair has the cosine 0; a third paper at 0.6 to one of both makes 0, 0 and 0.6."""
    index.remove(["between"])
    assert set(quantiles(folder)) == {0.0}
    index.add([make_paper("aside", "", title="y3 z4")])
    assert (min(quantiles(folder)), max(quantiles(folder))) == pytest.approx((0, 0.6), abs=1e-3)
    index.remove(["right", "q7"])
    assert quantiles(folder) == ()


def test_an_older_index_tells_no_closeness_until_it_is_written_again(folder: Path, three: list[Paper]) -> None:
    forget_quantiles(folder)
    with Index.open(folder, encoder=AxesEncoder()) as index:
        results = index.search(FAR)
        assert {hit.closeness for hit in results.hits} == {None}
        assert results.notes == ()
        index.add(three)
        assert quantiles(folder) == ()
        index.add([make_paper("new", "", title="z1")])
        assert all(hit.closeness is not None for hit in index.search(FAR).hits)


def test_the_same_papers_have_the_same_closeness_whenever_they_are_indexed(tmp_path: Path) -> None:
    papers = [make_paper(f"p{number}", f"x{number} y{700 - number}", title="") for number in range(1, 700)]
    for name in ("one", "two"):
        update_index(tmp_path / name, papers, encoder=AxesEncoder())
    assert quantiles(tmp_path / "one") == quantiles(tmp_path / "two")
