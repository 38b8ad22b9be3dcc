"""Which rows are found by their words, in which order, and among which."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semsearch.lexical import index as lexical_index
from semsearch.lexical.index import LexicalIndex
from semsearch.lexical.question import read_question
from semsearch.lexical.writing import LexicalDocument, update_lexical

if TYPE_CHECKING:
    from pathlib import Path

    from lexical.conftest import Build


@pytest.fixture(scope="module")
def two_papers(tmp_path_factory: pytest.TempPathFactory) -> LexicalIndex:
    """One for all the questions that hypothesis thinks of."""
    folder = tmp_path_factory.mktemp("two papers") / "lexical"
    update_lexical(folder, add=[LexicalDocument(0, "fish swim"), LexicalDocument(1, "birds fly")])
    return LexicalIndex.open(folder)


def rows(index: LexicalIndex, question: str, depth: int = 10, allowed: list[int] | None = None) -> list[int]:
    among = None if allowed is None else np.asarray(allowed, dtype=np.int64)
    return [int(row) for row in index.search(read_question(question), depth, allowed=among).rows]


def test_scores_are_those_of_bm25_by_hand(build: Build) -> None:
    """N = 3 and n = 1, and the text has 2 words where the mean is 3."""
    found = build("fish swim", "birds fly far today", "cats sleep long").search(read_question("fish"), 10)
    expected = math.log(1 + 2.5 / 1.5) * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2 / 3))
    assert found.rows.tolist() == [0]
    assert found.scores[0] == pytest.approx(expected, rel=1e-5)


def test_a_word_typed_twice_counts_twice(build: Build) -> None:
    index = build("fish swim", "birds fly", "cats sleep")
    once, twice = (index.search(read_question(text), 1).scores[0] for text in ("fish", "fish fish"))
    assert twice == pytest.approx(2 * once)


def test_equal_scores_come_in_the_order_of_rows(build: Build) -> None:
    assert rows(build(*["fish swim"] * 5), "fish") == [0, 1, 2, 3, 4]


def test_the_cut_of_a_tie_does_not_depend_on_when_papers_came(tmp_path: Path) -> None:
    folder = tmp_path / "lexical"
    for first in (60, 30, 0):
        update_lexical(folder, add=[LexicalDocument(row, "fish swim") for row in range(first, first + 30)])
    index = LexicalIndex.open(folder)
    assert rows(index, "fish", 4) == [0, 1, 2, 3]
    assert rows(index, "fish", 4, list(range(20, 90))) == [20, 21, 22, 23]


@pytest.mark.parametrize(("depth", "found"), [(0, []), (-1, []), (10**15, [0, 1])])
def test_a_depth_may_be_anything(build: Build, depth: int, found: list[int]) -> None:
    assert rows(build("fish", "fish"), "fish", depth) == found


def test_accents_case_and_endings_make_no_difference(build: Build) -> None:
    index = build("Schrödinger equations", "Erdos and Renyi graphs")
    assert rows(index, "SCHRODINGER") == rows(index, "equation") == [0]
    assert rows(index, "Erdős–Rényi") == rows(index, "Re\u0301nyi") == [1]


def test_part_of_a_japanese_word_is_found(build: Build) -> None:
    index = build("深層学習の応用", "fish", "習うより学ぶ")
    assert sorted(rows(index, "学習")) == [0, 2]
    assert rows(index, '"学習"') == [0]
    assert rows(index, "応用 -深層") == []


def test_a_phrase_stands_in_the_paper_as_it_stands_in_the_question(build: Build) -> None:
    index = build("neural graph", "a graph neural network", "graph theory")
    assert rows(index, '"graph neural" theory') == [1]
    assert rows(index, "graph neural theory") == [2, 0, 1]


def test_what_is_behind_a_minus_is_not_found(build: Build) -> None:
    index = build("fish and sharks", "fish of the deep sea", "fish")
    assert rows(index, "fish -shark") == [2, 1]
    assert rows(index, 'fish -"deep sea"') == [2, 0]


def test_rows_that_pass_are_told_apart_only_where_the_question_asks_for_it(build: Build) -> None:
    index = build("fish and sharks", "fish", "birds")
    assert index.rows_passing(read_question("fish")) is None
    passing = index.rows_passing(read_question("-sharks birds"))
    assert passing is not None
    assert passing.tolist() == [1, 2]
    phrase = index.rows_passing(read_question('"fish" "birds"'))
    assert phrase is not None
    assert phrase.tolist() == []


def test_a_mere_word_is_not_taken_for_an_id(tmp_path: Path) -> None:
    update_lexical(tmp_path / "lexical", add=[LexicalDocument(0, "birds", ids=("fish",)), LexicalDocument(1, "fish")])
    assert rows(LexicalIndex.open(tmp_path / "lexical"), "fish") == [1]


def test_a_number_in_a_question_is_not_taken_for_an_id(tmp_path: Path) -> None:
    update_lexical(tmp_path / "lexical", add=[LexicalDocument(0, "birds", ids=("2015",)), LexicalDocument(1, "fish")])
    index = LexicalIndex.open(tmp_path / "lexical")
    assert rows(index, "fish of 2015") == [1]
    assert rows(index, "2015") == [0]


def test_an_id_finds_its_paper_first(tmp_path: Path) -> None:
    papers = [
        LexicalDocument(0, "the paper 10.1000/182 was refuted, 10.1000/182 again"),
        LexicalDocument(1, "fish", ids=("smith2020", "10.1000/182")),
    ]
    update_lexical(tmp_path / "lexical", add=papers)
    index = LexicalIndex.open(tmp_path / "lexical")
    assert rows(index, "10.1000/182") == rows(index, "who cites 10.1000/182?") == [1, 0]
    assert rows(index, "Smith2020") == [1]


@pytest.mark.parametrize("naming", [0, 10**9], ids=["named in the query", "looked for ever deeper"])
def test_all_that_exist_among_the_allowed_are_found(build: Build, monkeypatch: pytest.MonkeyPatch, naming: int) -> None:
    monkeypatch.setattr(lexical_index, "_NAMING", naming)
    index = build(*[f"fish {'swim ' * (row % 7)}" for row in range(300)])
    allowed = list(range(1, 300, 29))
    found = rows(index, "fish swim", 5, allowed)
    everything = rows(index, "fish swim", 300)
    assert found == [row for row in everything if row in allowed][:5]
    assert sorted(rows(index, "fish", 50, allowed)) == allowed
    assert rows(index, "fish", 5, []) == []


def test_scores_of_given_rows_are_those_of_the_search(build: Build) -> None:
    index = build("fish swim", "birds", "fish and fish", "swim far")
    question = read_question("fish swim")
    found = index.search(question, 10)
    scores = dict(zip(found.rows.tolist(), found.scores.tolist(), strict=True))
    wanted = np.asarray([3, 0, 1], dtype=np.int64)
    assert index.scores(question, wanted).tolist() == pytest.approx([scores[3], scores[0], 0])
    assert index.scores(read_question("nothing"), wanted).tolist() == [0, 0, 0]
    assert index.scores(question, wanted[:0]).tolist() == []


def test_scores_among_no_papers_are_0(build: Build) -> None:
    assert build().scores(read_question("fish"), np.asarray([3], dtype=np.int64)).tolist() == [0]


def test_rare_words_have_a_high_idf(build: Build) -> None:
    index = build("fish swim", "fish", "birds")
    assert index.document_frequencies(read_question("fish birds dragons")).tolist() == [2, 1, 0]
    assert index.idf(read_question("fish birds dragons")).tolist() == pytest.approx(
        [math.log(1 + 1.5 / 2.5), math.log(1 + 2.5 / 1.5), math.log(1 + 3.5 / 0.5)]
    )


@settings(max_examples=200)
@given(st.text(max_size=40) | st.text(st.characters(), max_size=9) | st.text('-" “fish', max_size=15))
def test_no_question_is_an_error(two_papers: LexicalIndex, text: str) -> None:
    found = two_papers.search(read_question(text), 5)
    assert len(found.rows) == len(found.scores) <= 2
