"""The sample corpus is whole, and its README tells the truth about it."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from semsearch.readers.questions import read_queries
from semsearch.readers.report import ReadingReport
from semsearch.readers.sources import read_papers

if TYPE_CHECKING:
    from pathlib import Path


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def judgments(sample: Path) -> list[tuple[str, ...]]:
    return [tuple(line.split("\t")) for line in (sample / "qrels.tsv").read_text().splitlines()[1:]]


def test_the_sample_has_199_papers_each_with_an_id_a_title_and_an_abstract(sample: Path) -> None:
    papers = records(sample / "papers.jsonl")
    assert len(papers) == len({paper["id"] for paper in papers}) == 199
    assert all(paper["title"] and paper["abstract"] for paper in papers)


def test_the_sample_has_89_questions_of_three_parts(sample: Path) -> None:
    ids = [query.query_id for query in read_queries(sample / "questions.jsonl")]
    assert len(set(ids)) == 89
    assert Counter(query_id[0] for query_id in ids) == {"a": 40, "b": 30, "c": 19}


def test_each_of_the_186_judgments_is_of_a_question_and_a_paper_of_the_same_part(sample: Path) -> None:
    places = {paper["id"]: place for place, paper in enumerate(records(sample / "papers.jsonl"))}
    parts = {"a": range(100), "b": range(100, 180), "c": range(180, 199)}
    judged = judgments(sample)
    assert len({(query_id, paper_id) for query_id, paper_id, _ in judged}) == len(judged) == 186
    assert [row for row in judged if places[row[1]] not in parts[row[0][0]]] == []
    assert {score for *_, score in judged} == {"1", "2"}


def test_every_question_has_a_paper_that_is_what_it_asks_for(sample: Path) -> None:
    answered = {query_id for query_id, _, score in judgments(sample) if score == "2"}
    assert answered == {query.query_id for query in read_queries(sample / "questions.jsonl")}


def test_reading_the_folder_takes_the_papers_and_leaves_the_other_files_out(sample: Path) -> None:
    report = ReadingReport()
    papers = list(read_papers([sample], report=report))
    assert {paper.paper_id for paper in papers} == {paper["id"] for paper in records(sample / "papers.jsonl")}
    assert not report.skipped
    names = {each.path.rpartition("/")[2] for each in report.left_out}
    assert names == {"README.md", "questions.jsonl", "qrels.tsv"}


def test_the_counts_in_the_readme_of_the_sample_are_those_of_its_files(sample: Path) -> None:
    rows = re.findall(
        r"^\| ([abc]) \| (\d+) .*?\| (\d+) \| (\d+) \|$", (sample / "README.md").read_text(), re.MULTILINE
    )
    questions = Counter(query.query_id[0] for query in read_queries(sample / "questions.jsonl"))
    judged = Counter(query_id[0] for query_id, *_ in judgments(sample))
    assert [(part, int(asked), int(known)) for part, _, asked, known in rows] == [
        (part, questions[part], judged[part]) for part in "abc"
    ]
    assert sum(int(papers) for _, papers, *_ in rows) == 199
