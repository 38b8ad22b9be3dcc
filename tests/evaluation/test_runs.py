"""Runs are written so that trec_eval ranks them as they are ranked here, and read as it reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ir_measures
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.small import ranked, write_text
from semsearch.errors import BadRecordError, SemsearchError, SourceError, UsageError
from semsearch.evaluation.records import Run
from semsearch.evaluation.runs import falling, read_run, with_names, write_run
from semsearch.ranking.order import Scored

if TYPE_CHECKING:
    from pathlib import Path

WORDS = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=8)
SCORES = st.floats(-1e6, 1e6, width=64)
ANSWERS = st.dictionaries(WORDS, st.dictionaries(WORDS, SCORES, min_size=1, max_size=8), min_size=1, max_size=4)


def order(run: Run) -> dict[str, list[str]]:
    return {query_id: [each.paper_id for each in papers] for query_id, papers in run.answers.items()}


@given(ANSWERS)
def test_a_run_comes_back_in_its_order(
    tmp_path_factory: pytest.TempPathFactory, found: dict[str, dict[str, float]]
) -> None:
    run = Run(
        name="mode",
        answers={
            query_id: tuple(
                Scored(paper_id, scores[paper_id]) for paper_id in sorted(scores, key=lambda p: (-scores[p], p))
            )
            for query_id, scores in found.items()
        },
    )
    path = tmp_path_factory.mktemp("runs") / "mode.run"
    write_run(run, path)
    again = read_run(path)
    assert order(again) == order(run)
    assert again.name == "mode.run"


def test_a_line_has_the_six_columns_of_trec(tmp_path: Path) -> None:
    run = Run(name="hybrid", answers={"q1": (Scored("b", 0.75), Scored("a", 0.75), Scored("c", 0.5))})
    write_run(run, tmp_path / "new" / "small.hybrid.run")
    assert (tmp_path / "new" / "small.hybrid.run").read_text() == (
        "q1 Q0 b 1 0.75 hybrid\nq1 Q0 a 2 0.74999994 hybrid\nq1 Q0 c 3 0.5 hybrid\n"
    )
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["small.hybrid.run"]


@pytest.mark.parametrize(
    "scores", [[0.5, 0.5, 0.5], [1.0, 1.0 - 1e-9, 1.0 - 2e-9], [21.5, 21.5], [0.0, 0.0], [0.1, 0.2]]
)
def test_scores_fall_from_rank_to_rank_even_as_float32(scores: list[float]) -> None:
    written = np.asarray(falling(scores), dtype=np.float32)
    assert (np.diff(written) < 0).all()
    assert written == pytest.approx(np.minimum.accumulate(scores), abs=1e-30, rel=1e-6)


def test_trec_eval_ranks_a_written_run_with_ties_as_it_is_ranked_here(tmp_path: Path) -> None:
    run = Run(name="ties", answers={"q": tuple(Scored(paper_id, 0.25) for paper_id in "abcd")})
    write_run(run, tmp_path / "ties.run")
    found = ir_measures.calc_aggregate(
        [ir_measures.RR, ir_measures.nDCG @ 10],
        {"q": {"a": 1}},
        ir_measures.read_trec_run(str(tmp_path / "ties.run")),  # type: ignore[no-untyped-call]
    )
    assert list(found.values()) == [1.0, 1.0]


def test_a_run_of_others_is_ranked_by_score_and_equal_ones_by_falling_id(tmp_path: Path) -> None:
    # The ranks say something else, and 1.00000002 is the same float32 as 1.
    path = write_text(tmp_path / "bm25.run.gz", "q Q0 a 1 1 x\nq Q0 b 2 1.00000002 x\nq Q0 c 3 2e0 x\nq Q0 d 4 -1 x\n")
    assert order(read_run(path)) == {"q": ["c", "b", "a", "d"]}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("q Q0 a 1 0.5", "has 5 columns, not 6"),
        ("q Q0 a b 1 0.5 x", "has 7 columns, not 6"),
        ("q Q0 a 1 high x", "'high' is not a number"),
        ("q Q0 a 1 nan x", "'nan' is not a number"),
        ("q Q0 first 2 0.1 x", "names the paper first a second time for the question q"),
    ],
)
def test_a_line_that_is_none_of_a_run_is_named(tmp_path: Path, line: str, problem: str) -> None:
    path = write_text(tmp_path / "bad.run", f"q Q0 first 1 0.9 x\n\n{line}\n")
    with pytest.raises(BadRecordError, match=rf"bad\.run:3:? .*{problem}"):
        read_run(path)


def test_a_run_without_answers_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no answers"):
        read_run(write_text(tmp_path / "empty.run", "\n"))


def test_an_id_of_two_words_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'doe 2018', because it is not one word"):
        write_run(Run(name="x", answers={"q": (Scored("doe 2018", 1.0),)}), tmp_path / "x.run")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    write_text(tmp_path / "file", "")
    with pytest.raises(SemsearchError, match="cannot be written"):
        write_run(ranked(q="a"), tmp_path / "file" / "x.run")


def test_a_paper_with_two_names_keeps_its_best_rank() -> None:
    run = with_names(ranked(q="10.1/a b a c"), {"10.1/a": "a", "a": "a"})
    assert order(run) == {"q": ["a", "b", "c"]}
