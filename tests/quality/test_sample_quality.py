"""How good the answers to the sample's questions are, with the embedded model and all parts together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import ir_measures
import pytest
from ir_measures import nDCG

from semsearch.choices import Mode
from semsearch.engine.index import Index
from semsearch.readers.questions import read_queries
from semsearch.readers.sources import read_papers
from semsearch.records import Filters, Ranking

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parents[2] / "data"
MEASURED = 0.8275  # nDCG@10, each question within its own part of the corpus
TOLERANCE = 0.005  # what another processor's rounding may change

# Each question is judged within its own part of the corpus only, which its id begins with: machine
# learning, other sciences, ICML 2026. The parts follow one another in the file.
PARTS = {"a": slice(0, 100), "b": slice(100, 180), "c": slice(180, 199)}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with Index.build(read_papers([DATA / "papers.jsonl"]), tmp_path_factory.mktemp("sample")) as built:
        yield built


def test_the_mean_ndcg_of_the_sample_is_what_was_measured(index: Index) -> None:
    ids = [paper.paper_id for paper in read_papers([DATA / "papers.jsonl"])]
    filters = {part: Filters(paper_ids=frozenset(ids[places])) for part, places in PARTS.items()}
    queries = [replace(query, filters=filters[query.query_id[0]]) for query in read_queries(DATA / "questions.jsonl")]
    run = {
        results.query_id: {hit.paper_id: hit.score for hit in results.hits}
        for results in index.search_all(queries, top_k=10)
    }
    qrels: dict[str, dict[str, int]] = {}
    for line in (DATA / "qrels.tsv").read_text().splitlines()[1:]:
        query_id, paper_id, grade = line.split("\t")
        qrels.setdefault(query_id, {})[paper_id] = int(grade)
    measured = ir_measures.calc_aggregate([nDCG @ 10], qrels, run)[nDCG @ 10]
    assert measured == pytest.approx(MEASURED, abs=TOLERANCE)


@pytest.mark.parametrize(
    ("question", "paper_id"),
    [
        (
            "two people who have never met want to agree on a secret while someone is listening in",
            "diffie1976directions",
        ),
        ("How do I turn ordinary 2D clips into 3D footage without first computing a depth map?", "icml2026-11"),
        ("How do I choose which matched pairs experts should label when aligning two networks?", "icml2026-03"),
    ],
)
def test_the_paper_that_a_question_paraphrases_comes_first(index: Index, question: str, paper_id: str) -> None:
    assert index.search(question, top_k=1, snippets=False).hits[0].paper_id == paper_id


def test_meaning_alone_finds_what_shares_hardly_a_word_with_the_question(index: Index) -> None:
    question = "How can I shrink feature vectors so that hundreds of millions of them fit in RAM?"
    results = index.search(question, top_k=1, ranking=Ranking(mode=Mode.SEMANTIC), snippets=False)
    assert results.hits[0].paper_id == "jegou2011product"
