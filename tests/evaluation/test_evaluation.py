"""Whole evaluations, with the fake encoder."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from evaluation.small import QUESTIONS, plan, ranked, write_collection, write_text
from making import make_paper
from meaning import MeaningEncoder
from semsearch.choices import Mode
from semsearch.engine.index import Index
from semsearch.errors import IndexMissingError, SourceError, UsageError
from semsearch.evaluation.asking import ask_all, latency_of
from semsearch.evaluation.collections import beir_collection, chosen_collections
from semsearch.evaluation.evaluation import evaluate, evaluate_all, mean_values
from semsearch.evaluation.records import EvaluationPlan
from semsearch.evaluation.runs import read_run, write_run
from semsearch.records import Hit, Paper, Query, Ranking, SearchResults, Timings
from semsearch.settings import CACHE_VARIABLE, FAKE_MODEL, INDEX_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from semsearch.evaluation.records import Collection, Evaluation


@pytest.fixture
def collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Collection:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    return beir_collection(write_collection(tmp_path / "small"))


def overall(found: Evaluation, name: str) -> dict[str, float]:
    (result,) = (each for each in found.results if each.name == name)
    return {measure: values.overall for measure, values in result.values.items()}


def test_the_figures_of_a_collection_are_those_worked_out_by_hand(collection: Collection) -> None:
    found = evaluate(collection, plan())
    # lamps comes first for q1; fish first for q2, of two relevant papers; for q3 fish comes behind moons, last but one
    # or last, since it shares no word with the question.
    (result,) = found.results
    ranks = {query_id: round(1 / value) for query_id, value in result.values["RR@10"].by_question.items()}
    assert (ranks["q1"], ranks["q2"]) == (1, 1)
    assert ranks["q3"] > 1
    ndcg = result.values["nDCG@10"].by_question
    assert ndcg["q1"] == pytest.approx(1.0)
    assert ndcg["q3"] == pytest.approx(1 / math.log2(1 + ranks["q3"]))
    assert overall(found, "semantic")["P@10"] == pytest.approx((0.1 + 0.2 + 0.1) / 3)
    assert overall(found, "semantic")["Recall@100"] == 1.0
    assert overall(found, "semantic")["Judged@10"] == pytest.approx((2 + 2 + 1) / 12)
    assert result.latency is not None
    assert result.latency.p95_ms >= result.latency.p50_ms > 0


def test_questions_without_judgments_are_left_out_and_counted(collection: Collection) -> None:
    found = evaluate(collection, plan())
    assert (found.papers, found.questions, found.left_out, found.depth) == (4, 3, 1, 100)
    assert (found.judgments, found.relevant, found.unknown_papers) == (5, 4, 0)
    assert set(found.results[0].values["P@10"].by_question) == {"q1", "q2", "q3"}
    assert found.notes == ()


def test_what_the_judgments_lack_is_told(collection: Collection) -> None:
    write_text(collection.qrels, "q1\tlamps\t1\nq2\tfish\t0\nq3\tgone\t1\nq9\tfish\t1\n")
    found = evaluate(collection, plan())
    assert found.notes == (
        "1 question of the judgments has no text and is left out: q9.",
        "Judged papers that are not in the index, and count as not found if they are relevant: 1 of 3: gone.",
        "1 question has no relevant paper, and counts as answered badly: q2.",
    )
    assert found.unknown_papers == 1
    assert overall(found, "semantic")["Recall@100"] == pytest.approx(1 / 3)


def test_what_the_judgments_lack_is_told_of_several_questions(collection: Collection) -> None:
    write_text(collection.qrels, "q1\tlamps\t1\nq2\tfish\t0\nq3\tfish\t0\nq8\tfish\t1\nq9\tfish\t1\n")
    assert evaluate(collection, plan()).notes == (
        "2 questions of the judgments have no text and are left out: q8, q9.",
        "2 questions have no relevant paper, and count as answered badly: q2, q3.",
    )


def test_what_cannot_be_measured_is_refused_before_papers_are_indexed_and_questions_asked(
    collection: Collection, tmp_path: Path
) -> None:
    write_text(collection.qrels, "q1\tlamps\t5\n")
    with pytest.raises(UsageError, match="ERR@10 is for grades up to 4"):
        evaluate(collection, plan(measures=("ERR@10",), index=tmp_path / "index"))
    assert not (tmp_path / "index").exists()


@pytest.mark.parametrize(
    ("part", "form"),
    [
        ("qrels", "question, 0, paper, grade"),
        ("baseline", "question, Q0, paper, rank, score, name"),
        ("questions", "id, tab, question"),
    ],
)
def test_a_file_that_is_no_text_is_told_with_the_form_of_what_it_should_be(
    collection: Collection, tmp_path: Path, part: str, form: str
) -> None:
    binary = tmp_path / "papers.sqlite"
    binary.write_bytes(b"SQLite format 3\0")
    replaced = {
        "qrels": replace(collection, qrels=binary),
        "questions": replace(collection, questions=binary),
        "baseline": collection,
    }
    with pytest.raises(SourceError, match="is an SQLite database") as caught:
        evaluate(replaced[part], plan(baseline=binary if part == "baseline" else None))
    assert form in caught.value.fix


@pytest.mark.parametrize(
    ("qrels", "problem"),
    [
        ("9\tfish\t1\n", "judges none of the questions"),
        ("q1\t4711\t1\nq2\t4712\t1\n", "None of the papers .* is in the index, as 4711, 4712"),
    ],
)
def test_files_that_do_not_belong_together_are_an_error(collection: Collection, qrels: str, problem: str) -> None:
    write_text(collection.qrels, qrels)
    with pytest.raises(SourceError, match=problem):
        evaluate(collection, plan())


def test_measures_without_a_cutoff_look_deeper(collection: Collection) -> None:
    found = evaluate(collection, plan(measures=("AP", "nDCG@5")))
    assert list(found.results[0].values) == ["AP", "nDCG@5", "Judged@10"]
    assert found.depth == 1000
    assert found.notes == ("Measures without a cutoff look at the first 1,000 papers of an answer.",)


def test_a_written_run_is_as_good_as_the_answers_it_holds(collection: Collection, tmp_path: Path) -> None:
    first = evaluate(collection, plan(runs=tmp_path / "runs"))
    path = tmp_path / "runs" / "small.semantic.run"
    assert first.results[0].path == str(path)
    assert set(read_run(path).answers) == {"q1", "q2", "q3"}
    again = evaluate(collection, plan(baseline=path))
    assert overall(again, path.name) == overall(again, "semantic") == overall(first, "semantic")
    assert {(each.better, each.equal, each.worse, each.p_value) for each in again.comparisons} == {(0, 3, 0, 1.0)}
    assert again.notes == ()


def test_a_baseline_is_one_more_result_compared_with_the_modes(collection: Collection, tmp_path: Path) -> None:
    write_run(ranked(q1="bread lamps", q2="moons fish", q7="lamps"), tmp_path / "bm25.run")
    found = evaluate(collection, plan(baseline=tmp_path / "bm25.run", measures=("RR@10",)))
    assert overall(found, "bm25.run")["RR@10"] == pytest.approx((1 / 2 + 1 + 0) / 3)
    assert [each.latency is None for each in found.results] == [False, True]
    (compared,) = found.comparisons
    assert (compared.one, compared.other, compared.better, compared.equal) == ("semantic", "bm25.run", 2, 1)
    assert found.notes == (
        "bm25.run does not answer 1 of the questions, which counts as finding nothing.",
        "bm25.run names at most 2 papers a question, too few for RR@10, Judged@10.",
    )


def test_a_baseline_called_like_a_mode_is_told_apart(collection: Collection, tmp_path: Path) -> None:
    write_run(ranked(q1="lamps"), tmp_path / "semantic")
    found = evaluate(collection, plan(baseline=tmp_path / "semantic"))
    assert [each.name for each in found.results] == ["semantic", "baseline semantic"]


def test_an_own_index_is_asked_own_questions_about_papers_by_any_of_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers = [
        make_paper("doe2018lamps", "Lamps shine longer than candles.", doi="10.1000/Lamps"),
        make_paper("roe2022fish", "Fish swim in cold water.", arxiv_id="1706.03762"),
    ]
    Index.build(papers, tmp_path / "index", model=FAKE_MODEL).close()
    monkeypatch.setenv(INDEX_VARIABLE, str(tmp_path / "index"))
    questions = write_text(tmp_path / "mine.tsv", "q1\tlamps that shine longer\nq2\tfish in water\nq3\tbread\n")
    qrels = write_text(
        tmp_path / "qrels", "q1 0 https://doi.org/10.1000/lamps 1\nq2 0 arXiv:1706.03762v2 1\nq1 0 gone 0\n"
    )
    (own,) = chosen_collections((), questions=str(questions), qrels=str(qrels))
    found = evaluate(own, EvaluationPlan(rankings=(Ranking(mode=Mode.SEMANTIC),)))
    assert (found.collection, found.index, found.papers) == ("mine", str(tmp_path / "index"), 2)
    assert (found.questions, found.left_out, found.unknown_papers) == (2, 1, 1)
    assert overall(found, "semantic")["RR@10"] == 1.0


def test_meaning_and_words_together_are_better_than_either_where_each_misses_what_the_other_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By meaning, the paper with the name comes last of four; by words, that of the paraphrase is not found at all."""
    papers = [
        make_paper("named", "Automobiles, motors, darkness and drizzle.", authors=("Ada Zylberberg",)),
        *(make_paper(f"near{also}", f"Automobiles, {also}.") for also in ("motors", "darkness", "drizzle")),
    ]
    Index.build(papers, tmp_path / "index", encoder=MeaningEncoder()).close()
    monkeypatch.setattr("semsearch.encoding.encoders.HashedWordsEncoder", MeaningEncoder)
    questions = write_text(tmp_path / "mine.tsv", "name\tZylberberg on cars and roads\nparaphrase\tengines of cars\n")
    qrels = write_text(tmp_path / "qrels", "name 0 named 1\nparaphrase 0 nearmotors 1\n")
    (own,) = chosen_collections((), questions=str(questions), qrels=str(qrels))
    rankings = tuple(Ranking(mode=mode) for mode in Mode)
    found = evaluate(own, EvaluationPlan(rankings=rankings, measures=("RR@10",), index=tmp_path / "index"))
    assert {mode.value: overall(found, mode.value)["RR@10"] for mode in Mode} == {
        "hybrid": 1.0,
        "semantic": (1 / 4 + 1) / 2,
        "lexical": (1 + 0) / 2,
    }


def test_an_own_index_has_its_model_and_has_to_be_there(collection: Collection, tmp_path: Path) -> None:
    own = replace(collection, corpus=())
    with pytest.raises(UsageError, match="--model"):
        evaluate(own, plan(index=tmp_path / "none"))
    with pytest.raises(IndexMissingError):
        evaluate(own, plan(index=tmp_path / "none", model=None))


def test_papers_questions_and_judgments_may_be_named_file_by_file(collection: Collection) -> None:
    folder = collection.qrels.parents[1]
    named = [str(folder / name) for name in ("corpus.jsonl", "queries.jsonl", "qrels/test.tsv")]
    (of_files,) = chosen_collections((), corpus=named[:1], questions=named[1], qrels=named[2])
    assert overall(evaluate(of_files, plan()), "semantic") == overall(evaluate(collection, plan()), "semantic")


def test_several_collections_count_alike_in_their_mean(collection: Collection, tmp_path: Path) -> None:
    other = beir_collection(write_collection(tmp_path / "other"))
    write_text(other.qrels, "q1\tlamps\t1\n")
    first, second = evaluate_all([collection, other], plan(measures=("P@10",)))
    means = mean_values([first, second])
    assert means == {
        "semantic": {"P@10": pytest.approx((0.4 / 3 + 0.1) / 2), "Judged@10": pytest.approx((5 / 12 + 1 / 4) / 2)}
    }


def test_several_collections_share_neither_index_nor_baseline_nor_names(collection: Collection, tmp_path: Path) -> None:
    for fields in ({"index": tmp_path}, {"baseline": tmp_path / "x.run"}, {"runs": tmp_path}):
        with pytest.raises(UsageError, match="one by one"):
            evaluate_all([collection, collection], plan(**fields))


class _Fixed:
    """Answers every question with the same papers, with a time and a note of its own."""

    def search_all(self, queries: Sequence[Query], *, top_k: int, ranking: Ranking) -> Iterator[SearchResults]:
        for number, query in enumerate(queries, start=1):
            hits = tuple(
                Hit(paper=Paper(paper_id=f"p{rank}"), rank=rank, score=1 / rank) for rank in range(1, top_k + 1)
            )
            yield SearchResults(
                question=query.text,
                query_id=query.query_id,
                hits=hits,
                mode=ranking.mode,
                notes=("It is long.",) if number > 1 else (),
                timings=Timings(encode=10.0 * number),
            )


def test_a_run_keeps_the_order_the_times_and_the_notes_of_the_answers() -> None:
    queries = [Query(text=text, query_id=query_id) for query_id, text in QUESTIONS.items()]
    run = ask_all(_Fixed(), queries, ranking=Ranking(mode=Mode.SEMANTIC), depth=2)
    assert [each.paper_id for each in run.answers["q1"]] == ["p1", "p2"]
    assert run.notes == ("semantic, 3 of 4 questions: It is long.",)
    times = latency_of(run)
    assert times is not None
    assert (times.mean_ms, times.p50_ms) == (25.0, 25.0)
    assert times.p95_ms == pytest.approx(38.5)  # of 10, 20, 30 and 40, the one at place 2.85
    assert latency_of(ranked(q1="p1")) is None


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("med", (1033, 30, 0, 0)),
        ("cacm", (3204, 52, 12, 0)),
        ("cisi", (1460, 76, 36, 0)),
        ("cranfield", (1398, 225, 0, 1)),  # two papers are empty, and one of them is judged
        ("scifact", (5183, 300, 809, 0)),
    ],
)
def test_the_real_collections_are_read_as_they_are(
    shared_data: Path, tmp_path: Path, name: str, counts: tuple[int, int, int, int]
) -> None:
    collection = beir_collection(shared_data / "collections" / name)
    found = evaluate(collection, plan(index=tmp_path / "index", measures=("Recall@100",)))
    assert (found.papers, found.questions, found.left_out, found.unknown_papers) == counts
    assert 0.2 < overall(found, "semantic")["Recall@100"] <= 1  # of words alone, where two words may share a place
