"""What the user of an index sees."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from making import make_paper
from semsearch.choices import Mode
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.encoding.rows import unit_rows
from semsearch.engine.index import Index
from semsearch.errors import (
    EncoderMismatchError,
    IndexDamagedError,
    IndexMissingError,
    ModelDamagedError,
    PaperNotFoundError,
    UsageError,
)
from semsearch.records import Filters, Paper, Query, Ranking, SearchResults, YearRange

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from semsearch.protocols import Vectors


def ids(results: SearchResults) -> list[str]:
    return [hit.paper_id for hit in results.hits]


def test_the_paper_that_shares_words_with_the_question_comes_first(index: Index) -> None:
    assert ids(index.search("protein folding", top_k=1)) == ["protein"]
    assert ids(index.search("scenes from flat video", top_k=1)) == ["video"]


def test_ranks_count_from_one_and_scores_fall(index: Index) -> None:
    hits = index.search("networks", top_k=5).hits
    assert [hit.rank for hit in hits] == [1, 2, 3, 4, 5]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert all(hit.semantic_score is not None and hit.lexical_score is not None for hit in hits)
    by_meaning = index.search("networks", top_k=5, ranking=Ranking(mode=Mode.SEMANTIC)).hits
    assert all(hit.semantic_score == hit.score and hit.lexical_score is None for hit in by_meaning)


def test_the_best_sentence_is_the_one_nearest_to_the_question(index: Index) -> None:
    (hit,) = index.search("attention with little memory", top_k=1).hits
    assert hit.best_sentence == "It needs little memory."
    assert index.search("memory", top_k=1, snippets=False).hits[0].best_sentence is None


def test_equal_scores_are_ordered_by_id_even_at_the_end_of_the_answer(
    tmp_path: Path, encoder: HashedWordsEncoder
) -> None:
    twins = [make_paper(name, "The same words.", title="Same") for name in ("d", "b", "a", "c")]
    with Index.build(twins, tmp_path, encoder=encoder) as index:
        assert ids(index.search("the same words", top_k=2)) == ["a", "b"]


def test_k_papers_come_whenever_k_pass_the_filters(index: Index) -> None:
    results = index.search("protein", top_k=2, filters=Filters(venues=("ICML",)))
    assert sorted(ids(results)) == ["attention", "labels"]
    assert ids(index.search("protein", filters=Filters(years=YearRange(2030, None)))) == []


def test_many_queries_are_answered_in_their_order_with_their_own_filters(index: Index) -> None:
    queries = [
        Query(text="video depth", query_id="one"),
        Query(text="video depth", query_id="two", filters=Filters(years=YearRange(None, 2021))),
    ]
    one, two = index.search_all(queries, top_k=1)
    assert (one.query_id, ids(one)) == ("one", ["video"])
    assert two.query_id == "two"
    assert ids(two) != ["video"]


def test_related_papers_are_near_the_examples_which_are_no_answers_themselves(index: Index) -> None:
    index.add([make_paper("folding", "Folding of a protein by graph networks, again.")])
    results = index.related(["protein"], top_k=2)
    assert ids(results)[0] == "folding"
    assert "protein" not in ids(results)


def test_negative_examples_push_their_like_down(index: Index) -> None:
    index.add(
        [make_paper("graphs", "Graph networks."), make_paper("folds", "Protein folding."), make_paper("g", "graph")]
    )

    def lead_of_g(results: SearchResults) -> float:
        scores = {hit.paper_id: hit.score for hit in results.hits}
        return scores["g"] - scores["folds"]

    without, against_graphs = (
        index.related(["protein"], top_k=9),
        index.related(["protein"], unlike=["graphs"], top_k=9),
    )
    assert lead_of_g(against_graphs) < lead_of_g(without) - 0.05
    assert "graphs" in ids(without)
    assert "graphs" not in ids(against_graphs)


def test_a_paper_is_found_by_id_doi_and_arxiv_id(index: Index) -> None:
    assert index.paper("video").paper_id == "video"
    for key in ("10.1000/video", "DOI: 10.1000/VIDEO", "http://dx.doi.org/10.1000/video"):
        assert index.paper(key).paper_id == "video"
    for key in ("1706.03762", "arXiv:1706.03762v5", "https://arxiv.org/abs/1706.03762"):
        assert index.paper(key).paper_id == "music"


@pytest.mark.parametrize("key", ["", " ", "doi:", "nothing like it"])
def test_a_key_that_names_no_paper_is_an_error(index: Index, key: str) -> None:
    with pytest.raises(PaperNotFoundError, match="There is no paper"):
        index.paper(key)


def test_a_misspelled_id_gets_a_suggestion(index: Index) -> None:
    with pytest.raises(PaperNotFoundError, match=r"Did you mean attention\?"):
        index.related(["atention"])


def test_removed_papers_are_gone_from_every_answer(index: Index) -> None:
    assert index.remove(["video", "video", "music"]) == 2
    assert sorted(ids(index.search("flat video", top_k=10))) == ["attention", "labels", "protein"]
    assert index.info().papers == 3


def test_removing_an_unknown_paper_removes_nothing(index: Index) -> None:
    with pytest.raises(PaperNotFoundError):
        index.remove(["video", "nobody"])
    assert index.info().papers == 5


def test_deleted_rows_never_make_an_answer_shorter(tmp_path: Path, encoder: HashedWordsEncoder) -> None:
    many = [make_paper(f"p{number:03}", "The same words.", title="Same") for number in range(100)]
    with Index.build(many, tmp_path, encoder=encoder) as index:
        index.remove([f"p{number:03}" for number in range(70)])
        assert ids(index.search("the same words", top_k=30)) == [f"p{number:03}" for number in range(70, 100)]


def test_added_papers_are_found_at_once_by_the_same_object(index: Index) -> None:
    report = index.add([make_paper("quantum", "Qubits and gates.")])
    assert (report.added, report.encoded, report.papers) == (1, 1, 6)
    assert ids(index.search("qubits", top_k=1)) == ["quantum"]


def test_papers_come_back_whole_and_sorted_by_id(index: Index, papers: list[Paper]) -> None:
    assert list(index.papers()) == sorted(papers, key=lambda paper: paper.paper_id)


def test_info_tells_what_the_index_is(index: Index) -> None:
    info = index.info()
    assert (info.papers, info.first_year, info.last_year, info.pending_texts) == (5, 2020, 2023, 0)
    assert (info.fingerprint.model, info.format_version) == ("hashed-words", 1)
    assert info.vector_bytes > 5 * 256 * 2
    assert info.lexical_bytes > 100


def test_a_long_question_is_answered_with_a_note(index: Index) -> None:
    results = index.search("video " * 300, top_k=1)
    assert results.notes == ("The question is longer than 256 tokens; its end was not seen.",)
    assert index.search("video").notes == ()


@pytest.mark.parametrize("question", ["", "  ", "\n"])
def test_an_empty_question_is_refused(index: Index, question: str) -> None:
    with pytest.raises(UsageError, match="The question is empty"):
        index.search(question)


def test_senseless_calls_are_refused(index: Index) -> None:
    with pytest.raises(UsageError, match="at least 1"):
        index.search("video", top_k=0)
    with pytest.raises(UsageError, match="No paper is named"):
        index.related([])
    with pytest.raises(UsageError, match="both as like and as unlike"):
        index.related(["video"], unlike=["video"])


def test_opening_where_nothing_is_says_how_to_build(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError, match="semsearch index FILES"):
        Index.open(tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def test_the_index_of_the_environment_is_the_default(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEMSEARCH_INDEX", str(index.folder))
    with Index.open() as opened:
        assert opened.folder == index.folder


def test_another_encoder_at_question_time_is_refused(index: Index) -> None:
    class Other:
        dim, max_tokens = 256, 256
        fingerprint = replace(index.info().fingerprint, model="other", weights_sha256="77")

    refused = pytest.raises(EncoderMismatchError, match="built with the model hashed-words, not with other")
    with Index.open(index.folder, encoder=Other()) as other, refused:  # type: ignore[arg-type]
        other.search("video")


def test_vectors_that_vanished_are_reported(index: Index) -> None:
    for path in index.folder.glob("vectors-*"):
        path.unlink()
    with Index.open(index.folder) as opened, pytest.raises(IndexDamagedError, match="--rebuild"):
        opened.search("video")


def test_an_index_opened_before_an_update_still_answers_from_its_own_state(index: Index) -> None:
    with Index.open(index.folder) as before:
        assert ids(before.search("video", top_k=9))[0] == "video"
        index.remove(["video"])
        index.add([make_paper("new", "Video and depth.")])
        assert ids(before.search("flat video depth", top_k=1)) == ["video"]
        assert before.info().papers == 5


def test_an_index_opened_before_an_update_but_asked_after_it_sees_the_new_state(index: Index) -> None:
    with Index.open(index.folder) as before:
        index.add([make_paper("new", "Qubits and gates.")])
        assert ids(before.search("qubits", top_k=1)) == ["new"]


def test_related_papers_are_right_even_if_the_vectors_were_replaced_since_the_index_was_opened(
    tmp_path: Path, encoder: HashedWordsEncoder
) -> None:
    many = [make_paper(f"p{number:03}", f"word{number // 2}") for number in range(400)]
    Index.build(many, tmp_path, encoder=encoder).close()
    with Index.open(tmp_path) as before:
        with Index.open(tmp_path) as other:
            other.remove([f"p{number:03}" for number in range(150)])
        assert ids(before.related(["p160"], top_k=1)) == ["p161"]


def test_a_closed_index_says_so(index: Index) -> None:
    index.close()
    for call in (lambda: index.search("video"), lambda: index.paper("video"), index.info, lambda: list(index.papers())):
        with pytest.raises(UsageError, match="The index is closed"):
            call()


def test_a_closed_index_writes_nothing(index: Index) -> None:
    index.close()
    for call in (lambda: index.add([make_paper("new", "words")]), lambda: index.remove(["video"])):
        with pytest.raises(UsageError, match="The index is closed"):
            call()


def test_papers_that_are_being_read_come_to_their_end_though_the_index_goes_on(index: Index) -> None:
    reading = index.papers()
    first = next(reading)
    index.remove([first.paper_id])
    assert [paper.paper_id for paper in reading] == ["labels", "music", "protein", "video"]


def test_some_papers_come_in_the_order_they_are_named(index: Index) -> None:
    assert [paper.paper_id for paper in index.papers(["video", "10.1000/video", "labels"])] == [
        "video",
        "video",
        "labels",
    ]
    with pytest.raises(PaperNotFoundError):
        index.papers(["video", "nobody"])


def test_a_query_with_filters_and_filters_besides_are_refused(index: Index) -> None:
    with pytest.raises(UsageError, match="brings its own filters"):
        index.search(Query(text="video"), filters=Filters(venues=("CVPR",)))


def test_a_key_that_is_no_text_of_unicode_is_not_found(index: Index) -> None:
    with pytest.raises(PaperNotFoundError):
        index.paper("\udcff")


def test_papers_with_anything_in_their_fields_are_stored(index: Index) -> None:
    index.add([Paper(paper_id="odd\ud800\n1", title="Odd \ud800 one", year=10**30, extra={"a\ud800": float("nan")})])
    paper = index.paper("odd 1")
    assert (paper.title, paper.year, paper.extra) == ("Odd  one", 10**30, {"a": None})


def test_a_model_without_direction_is_reported_and_stores_nothing(index: Index) -> None:
    class Broken(HashedWordsEncoder):
        def encode_documents(self, texts: Sequence[str]) -> Vectors:
            return unit_rows(super().encode_documents(texts) * np.float32("nan"), model="broken")

    with Index.open(index.folder, encoder=Broken()) as broken, pytest.raises(ModelDamagedError, match="model broken"):
        broken.add([make_paper("new", "Video and depth.")])
    assert index.info().papers == 5


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"authors": "Ann Bee"}, "The field authors of the paper 'x' is 'Ann Bee'. It has to be a tuple of texts."),
        ({"keywords": None}, "The field keywords of the paper 'x' is None."),
        ({"abstract": None}, "It has to be text."),
        ({"year": "2020"}, "It has to be an int or None."),
        ({"paper_id": 5}, "It has to be text."),
        ({"extra": ["a"]}, "It has to be a mapping."),
        ({"title_is_made": "no"}, "It has to be True or False."),
    ],
)
def test_a_field_of_the_wrong_type_is_named(index: Index, wrong: dict[str, Any], message: str) -> None:
    paper = replace(Paper(paper_id="x", title="X"), **wrong)
    with pytest.raises(UsageError) as caught:
        index.add([paper])
    assert message in str(caught.value)
    assert index.info().papers == 5


def test_what_is_no_paper_and_no_list_is_told(index: Index) -> None:
    with pytest.raises(UsageError, match="One paper is given"):
        index.add(Paper(title="Alone"))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="is not a Filters"):
        index.search("video", filters={"year": 2020})  # type: ignore[arg-type]
    wrong: list[Any] = [{"title": "A dictionary"}]
    with pytest.raises(UsageError, match="is not a Paper"):
        index.add(wrong)
    for call in (lambda: index.related("video"), lambda: index.remove("video")):
        with pytest.raises(UsageError, match="not a list of texts"):
            call()
    wrong_filters: list[Any] = [
        Filters(venues="ICML"),  # type: ignore[arg-type]
        Filters(paper_ids="abc"),  # type: ignore[arg-type]
        Filters(authors=(5,)),  # type: ignore[arg-type]
        Filters(years=(2018, 2022)),  # type: ignore[arg-type]
        "ICML",
    ]
    for filters in wrong_filters:
        with pytest.raises(UsageError):
            index.search("video", filters=filters)
        with pytest.raises(UsageError):
            index.related(["video"], filters=filters)
    with pytest.raises(UsageError, match="cannot be found"):
        index.search("video", top_k=2.5)  # type: ignore[arg-type]


def test_ids_to_search_among_may_be_dois_and_unknown_ones_are_told(index: Index) -> None:
    filters = Filters(paper_ids=frozenset({"doi:10.1000/video", "video", "music", "nobody"}))
    results = index.search("protein", filters=filters)
    assert sorted(ids(results)) == ["music", "video"]
    assert results.notes == ("1 of the 4 ids to search among are not in the index.",)


def test_an_endless_abstract_keeps_nobody_waiting(index: Index) -> None:
    texts: list[str] = []

    class Watched(HashedWordsEncoder):
        def encode_documents(self, some: Sequence[str]) -> Vectors:
            texts.extend(some)
            return super().encode_documents(some)

    index.add([make_paper("endless", "Bees fly home. " * 10_000)])
    with Index.open(index.folder, encoder=Watched()) as watched:
        assert watched.search("bees", top_k=1).hits[0].best_sentence == "Bees fly home."
    assert texts == ["bees", *["Bees fly home."] * 40]


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE meta SET value = 'abc' WHERE key = 'format_version'",
        "UPDATE meta SET value = '{}' WHERE key = 'fingerprint'",
        "DELETE FROM meta WHERE key = 'created'",
        "UPDATE records SET record = '{bad'",
        "UPDATE records SET record = '{\"foo\": 1}'",
        "DROP TABLE records",
    ],
)
def test_a_store_that_somebody_changed_is_reported_as_damaged(index: Index, harm: str) -> None:
    index.close()
    connection = sqlite3.connect(index.folder / "papers.sqlite")
    connection.execute(harm)
    connection.commit()
    connection.close()
    with pytest.raises(IndexDamagedError, match=r"papers\.sqlite is damaged"):
        Index.open(index.folder).paper("video")
