"""Judgments are read as they stand in their file, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evaluation.small import write_text
from semsearch.errors import BadRecordError, SourceError
from semsearch.evaluation.qrels import grades_of, read_qrels, renamed

if TYPE_CHECKING:
    from pathlib import Path

GRADES = {"q1": {"a": 2, "b": -1}, "q2": {"c": 0}}


@pytest.mark.parametrize(
    "text",
    [
        "query-id\tcorpus-id\tscore\nq1\ta\t2\nq1\tb\t-1\nq2\tc\t0\n",
        "q1\ta\t2\r\nq1\tb\t-1\r\n\r\nq2\tc\t0",
        "q1 0 a 2\nq1 0 b -1\nq2 Q0 c 0\n",
        "q1\t0\ta\t2\nq1\t0\tb\t-1\nq2\t0\tc\t0\n",
        "qid iter docid rel\nq1 0 a 2\nq1 0 b -1\nq2 0 c 0\n",
        "q1\ta\t2\nq1\ta\t2\nq1\tb\t-1\nq2\tc\t0\n",
    ],
    ids=["beir", "beir without header", "trec", "trec with tabs", "trec with header", "repeated"],
)
@pytest.mark.parametrize("ending", ["", ".gz"])
def test_beir_and_trec_say_the_same(tmp_path: Path, text: str, ending: str) -> None:
    assert grades_of(read_qrels(write_text(tmp_path / f"qrels{ending}", text))) == GRADES


def test_ids_between_tabs_may_hold_blanks(tmp_path: Path) -> None:
    path = write_text(tmp_path / "qrels.tsv", "the first\tdoe 2018\t1\n")
    assert grades_of(read_qrels(path)) == {"the first": {"doe 2018": 1}}


@pytest.mark.parametrize(
    "line", ["q1\ta", "q1", "q1\ta\t1\t2\t3", "q1\ta\tone", "q1\ta\t1.5", "q1\ta\t", "q1\t\t1", "q1\ta\t100000"]
)
def test_a_line_that_is_no_judgment_is_named(tmp_path: Path, line: str) -> None:
    path = write_text(tmp_path / "qrels.tsv", f"query-id\tcorpus-id\tscore\nq0\ta\t1\n{line}\nq2\ta\t1\n")
    with pytest.raises(BadRecordError, match=r"qrels\.tsv:3\b"):
        read_qrels(path)


def test_two_judgments_that_contradict_each_other_are_named_both(tmp_path: Path) -> None:
    qrels = read_qrels(write_text(tmp_path / "qrels", "q1 0 a 1\nq1 0 b 1\nq1 0 a 2\n"))
    with pytest.raises(BadRecordError, match=r"qrels:3 gives the paper a the grade 2 .* line 1 gives it 1\."):
        grades_of(qrels)


def test_two_names_of_a_paper_with_one_grade_are_one_judgment(tmp_path: Path) -> None:
    qrels = read_qrels(write_text(tmp_path / "qrels", "q1 0 10.1000/a 1\nq1 0 doe 1\nq1 0 gone 1\n"))
    assert grades_of(renamed(qrels, {"10.1000/a": "doe", "doe": "doe"})) == {"q1": {"doe": 1, "gone": 1}}


@pytest.mark.parametrize("text", ["", "\n\n", "query-id\tcorpus-id\tscore\n"])
def test_a_file_without_judgments_is_an_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(SourceError, match="holds no judgments"):
        read_qrels(write_text(tmp_path / "qrels.tsv", text))


def test_a_file_cut_off_in_its_middle_is_an_error(tmp_path: Path) -> None:
    path = write_text(tmp_path / "qrels.gz", "".join(f"q{number} 0 a{number} 1\n" for number in range(999)))
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(SourceError, match="damaged or incomplete"):
        read_qrels(path)
