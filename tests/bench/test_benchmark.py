"""The whole benchmark, with the fake encoder and once with the embedded model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from making import make_paper
from semsearch.bench import benchmark
from semsearch.bench.benchmark import measure
from semsearch.bench.questions import cold_question, warm_questions
from semsearch.choices import Precision
from semsearch.engine.index import Index
from semsearch.errors import IndexMissingError, SemsearchError, UsageError
from semsearch.settings import DEFAULT_MODEL, FAKE_MODEL

if TYPE_CHECKING:
    from pathlib import Path

PAPERS = [make_paper(f"p{number}", f"abstract {number} of a few words", title=f"Title {number}") for number in range(9)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bench") / "index"
    Index.build(PAPERS, folder, model=FAKE_MODEL).close()
    return folder


def test_as_many_papers_and_questions_are_measured_as_were_asked_for(folder: Path) -> None:
    found = measure(folder, papers=4, questions=2)
    assert (found.encoding.texts, found.encoding.tokens) == (4, 32)  # two words of title and six of abstract each
    assert (found.warm_questions.questions, found.cold_question.runs) == (2, 5)
    assert found.index.papers == 9
    assert found.index.store_bytes == (folder / "papers.sqlite").stat().st_size
    assert found.index.lexical_bytes == sum(each.stat().st_size for each in folder.glob("lexical-*/*"))
    assert (found.encoder.model, found.encoder.precision) == (FAKE_MODEL, None)


def test_a_fake_encoder_has_no_share_of_the_arithmetic_and_no_reference(folder: Path) -> None:
    found = measure(folder, papers=1, questions=1)
    assert (found.arithmetic, found.reference, found.times_as_fast) == (None, None, None)
    assert found.notes == ("The questions are titles of papers of this index, spread over it.",)
    with pytest.raises(UsageError, match="has no reference"):
        measure(folder, papers=1, questions=1, against_reference=True)


def test_the_questions_are_titles_spread_over_the_index(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(benchmark, "warm_questions", lambda _, questions: asked.append(questions))
    measure(folder, papers=1, questions=3)
    assert asked == [["Title 1", "Title 4", "Title 7"]]


def test_warm_questions_are_answered_by_meaning_and_words(folder: Path) -> None:
    with Index.open(folder) as index:
        warm = warm_questions(index, ["Title 1", "Title 4"])
    stages = (warm.encode, warm.semantic, warm.lexical, warm.fuse, warm.fetch)
    assert all(0 < stage.p50_ms <= stage.p95_ms for stage in stages)
    assert max(stage.p50_ms for stage in stages) < warm.total.p50_ms


def test_a_cold_search_that_fails_ends_the_benchmark(tmp_path: Path) -> None:
    with pytest.raises(SemsearchError, match=r"^A search from a cold start broke off: .*semsearch index"):
        cold_question("words", folder=tmp_path / "gone", precision=None)


def test_without_an_index_there_is_nothing_to_measure(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError):
        measure(tmp_path, papers=1, questions=1)


def test_an_empty_index_is_not_measured(tmp_path: Path) -> None:
    Index.build(PAPERS[:1], tmp_path, model=FAKE_MODEL).remove(["p0"])
    with pytest.raises(SemsearchError, match="holds no papers"):
        measure(tmp_path, papers=1, questions=1)


def test_the_embedded_model_is_compared_with_its_reference_and_with_the_machine(tmp_path: Path) -> None:
    Index.build(PAPERS, tmp_path, model=DEFAULT_MODEL).close()
    found = measure(tmp_path, papers=3, questions=1, precision=Precision.INT8, against_reference=True)
    assert found.encoder.precision is Precision.INT8
    assert found.arithmetic is not None
    assert found.arithmetic.per_second == pytest.approx(2 * 10_616_832 * found.encoding.tokens_per_second)
    assert found.reference is not None
    assert found.times_as_fast == pytest.approx(found.reference.seconds / found.encoding.seconds)
    assert (found.reference.texts, found.reference.tokens) == (3, found.encoding.tokens)
    assert found.encoding.peak_bytes is not None
    assert found.reference.peak_bytes is not None
    assert found.encoding.peak_bytes < found.reference.peak_bytes  # torch is in the other process alone
    assert any("10,616,832 weights" in note for note in found.notes)
