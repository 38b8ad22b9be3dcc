"""What is learned from, and what is kept away from it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from making import make_paper
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine.index import Index
from semsearch.text import encoded_text
from semsearch.tuning.material import Material, gather
from semsearch.tuning.records import TuningPair
from semsearch.tuning.splits import Split, split

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

PAIRS = [TuningPair(question=f"Which paper has word{number}?", paper_id=f"p{number:03}") for number in range(60)]


def papers_of(count: int) -> list[str]:
    return [f"p{number:03}" for number in range(count)]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    """200 papers, each with a word of its own; 140 of them are of no pair."""
    abstract = "The paper has word{0} in it, as no other. It says so. Nothing is told of all the others here, {0}."
    papers = [make_paper(f"p{number:03}", abstract.format(number), title=f"On {number}") for number in range(200)]
    with Index.build(papers, tmp_path_factory.mktemp("many") / "index", encoder=HashedWordsEncoder()) as built:
        yield built


@pytest.fixture(scope="module")
def parts() -> Split:
    return split(PAIRS, seed=0)


@pytest.fixture(scope="module")
def material(index: Index, parts: Split) -> Material:
    return gather(index, parts, seed=0)


def texts_in(material: Material, names: Sequence[str]) -> str:
    examples = [example for task in material.tasks if task.name in names for example in task.examples]
    return "\n".join(text for each in examples for text in (each.anchor, each.positive, each.negative))


def test_papers_that_are_set_aside_are_in_no_example(index: Index, parts: Split, material: Material) -> None:
    set_aside = [pair.paper_id for pair in (*parts.development, *parts.held_out)]
    assert len(set_aside) == 18
    seen = texts_in(material, ["questions", "titles", "sentences"])
    for paper in index.papers([pair.paper_id for pair in parts.train]):
        assert encoded_text(paper) in seen
    for paper in index.papers(set_aside):
        assert f"{paper.title}." not in seen
        assert f"word{int(paper.paper_id[1:])} in it" not in seen


def test_titles_that_other_fields_are_judged_by_are_not_learned(material: Material, parts: Split) -> None:
    assert material.other_fields is not None
    judged = set(material.other_fields.papers)
    # Half of the 140 papers of no pair, all of which are asked.
    assert len(judged) == len(material.other_fields.questions) == 70
    assert judged.isdisjoint({pair.paper_id for part in (parts.train, parts.development) for pair in part})
    learned = set(texts_in(material, ["titles", "sentences"]).split("\n"))
    assert learned.isdisjoint(question.text for question in material.other_fields.questions)


def test_each_pair_learned_from_has_a_negative_and_the_tasks_without_questions_take_what_is_left(
    material: Material, parts: Split
) -> None:
    questions, titles, sentences = material.tasks
    assert [example.anchor for example in questions.examples] == [pair.question for pair in parts.train]
    assert all(example.negative not in {"", example.positive} for example in questions.examples)
    # 200 papers less 18 set aside less 70 of the check: the first 112 of a task of 128 at least.
    assert len(titles.examples) == 112
    assert len(sentences.examples) == 112


def test_a_small_index_is_judged_as_a_whole(index: Index, parts: Split, material: Material) -> None:
    assert dict(material.held_out.papers) == {paper.paper_id: encoded_text(paper) for paper in index.papers()}
    assert list(material.held_out.papers) == papers_of(200)
    assert [question.text for question in material.held_out.questions] == [pair.question for pair in parts.held_out]


def test_without_papers_of_no_pair_other_fields_are_not_judged(tmp_path: Path, parts: Split, index: Index) -> None:
    """Of 118 papers 58 are free, and half of them are 29, where 30 are the fewest that tell anything."""
    papers = list(index.papers(papers_of(118)))
    with Index.build(papers, tmp_path / "few", encoder=HashedWordsEncoder()) as few:
        assert gather(few, parts, seed=0).other_fields is None
    papers = list(index.papers(papers_of(120)))
    with Index.build(papers, tmp_path / "enough", encoder=HashedWordsEncoder()) as enough:
        assert gather(enough, parts, seed=0).other_fields is not None


def test_rejected_papers_are_the_negatives(index: Index, parts: Split) -> None:
    first, *others = parts.train
    rejecting = replace(first, rejected=("p150", parts.held_out[0].paper_id))
    with_rejected = Split(train=(rejecting, *others), development=parts.development, held_out=parts.held_out)
    material = gather(index, with_rejected, seed=0)
    assert material.tasks[0].examples[0].negative == encoded_text(index.paper("p150"))
    assert material.tasks[0].examples[1].anchor == others[0].question
    assert material.mined <= len(others)


def test_the_same_seed_gathers_the_same(index: Index, parts: Split, material: Material) -> None:
    assert gather(index, parts, seed=0) == material
    assert gather(index, parts, seed=1).tasks[1] != material.tasks[1]
