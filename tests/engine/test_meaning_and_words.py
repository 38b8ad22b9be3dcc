"""Which paper comes first where meaning and words disagree, and what does not change an answer."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from making import make_paper
from meaning import MeaningEncoder
from semsearch.choices import Fusion, Mode
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine.index import Index
from semsearch.readers.questions import read_queries
from semsearch.readers.sources import read_papers
from semsearch.records import Filters, Ranking, YearRange

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from semsearch.records import Paper, Query, SearchResults

NAMED = make_paper(
    "named",
    "The LSTMX of automobiles, motors, darkness and drizzle.",
    authors=("Ada Zylberberg",),
    arxiv_id="1706.03762",
    doi="10.1000/182",
)
NEAR = [make_paper(f"near{also}", f"Automobiles, {also}.") for also in ("motors", "darkness", "drizzle", "bonnets")]
MODES = [Ranking(mode=Mode.SEMANTIC), Ranking(mode=Mode.LEXICAL), *(Ranking(fusion=fusion) for fusion in Fusion)]


def ids(results: SearchResults) -> list[str]:
    return [hit.paper_id for hit in results.hits]


def scores(results: SearchResults) -> list[tuple[str, float]]:
    return [(hit.paper_id, round(hit.score, 6)) for hit in results.hits]


def built(papers: Sequence[Paper], folder: Path) -> Index:
    return Index.build(papers, folder, encoder=HashedWordsEncoder())


@pytest.fixture(scope="module")
def meanings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with Index.build([*NEAR, NAMED], tmp_path_factory.mktemp("meanings"), encoder=MeaningEncoder()) as index:
        yield index


@pytest.mark.parametrize("fusion", Fusion)
@pytest.mark.parametrize("named", ["Zylberberg", "LSTMX", "1706.03762", "10.1000/182"])
def test_the_paper_with_a_rare_name_acronym_or_id_comes_first_though_all_others_are_nearer(
    meanings: Index, named: str, fusion: Fusion
) -> None:
    """Of two meanings asked for, each has one: among two of its own for the others, and among four for this one."""
    question = f"{named} cars on roads"
    by_meaning = meanings.search(question, ranking=Ranking(mode=Mode.SEMANTIC)).hits
    assert by_meaning[-1].paper_id == "named"
    assert [hit.score for hit in by_meaning] == pytest.approx([0.5] * 4 + [1 / 8**0.5], abs=1e-3)
    assert ids(meanings.search(question, ranking=Ranking(fusion=fusion)))[0] == "named"


@pytest.mark.parametrize("fusion", Fusion)
def test_a_paraphrase_without_a_word_in_common_is_found_by_meaning_alone(meanings: Index, fusion: Fusion) -> None:
    question = "engines of cars"
    assert ids(meanings.search(question, ranking=Ranking(mode=Mode.LEXICAL))) == []
    first = meanings.search(question, ranking=Ranking(fusion=fusion)).hits[0]
    assert (first.paper_id, first.lexical_score) == ("nearmotors", 0)
    assert first.semantic_score == pytest.approx(1, abs=1e-3)


@pytest.fixture(scope="module")
def sample_queries(sample: Path) -> list[Query]:
    return list(read_queries(sample / "questions.jsonl"))[::4]


@pytest.fixture(scope="module")
def sample_papers(sample: Path) -> list[Paper]:
    return list(read_papers([sample / "papers.jsonl"]))


@pytest.fixture(scope="module")
def sample_index(sample_papers: list[Paper], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with built(sample_papers, tmp_path_factory.mktemp("sample")) as index:
        yield index


@pytest.mark.parametrize("ranking", MODES)
def test_the_first_ten_of_a_hundred_are_the_ten_that_come_if_ten_are_asked_for(
    sample_index: Index, sample_queries: list[Query], ranking: Ranking
) -> None:
    """As long as the corpus is no larger than what is looked at in any case: 199 papers of 200."""
    ten = sample_index.search_all(sample_queries, top_k=10, ranking=ranking)
    hundred = sample_index.search_all(sample_queries, top_k=100, ranking=ranking)
    for few, many in zip(ten, hundred, strict=True):
        assert scores(few) == scores(many)[:10]
        assert len(few.hits) == min(len(many.hits), 10) > 0


@pytest.mark.parametrize("ranking", MODES)
def test_papers_that_came_in_another_order_and_in_several_updates_give_the_same_answers(
    sample_index: Index, sample_papers: list[Paper], sample_queries: list[Query], tmp_path: Path, ranking: Ranking
) -> None:
    shuffled = random.Random(4).sample(sample_papers, len(sample_papers))
    with built(shuffled[:60], tmp_path) as index:
        index.add(shuffled[60:130])
        index.add(shuffled[130:])
        results = list(index.search_all(sample_queries, top_k=20, ranking=ranking))
    expected = list(sample_index.search_all(sample_queries, top_k=20, ranking=ranking))
    assert list(map(ids, results)) == list(map(ids, expected))
    for one, other in zip(results, expected, strict=True):
        assert [hit.score for hit in one.hits] == pytest.approx([hit.score for hit in other.hits], abs=1.5e-6)


CROWD = [make_paper(f"crowd{number:03}", "fish fish swim", title="Fish", year=2000) for number in range(400)]
ALLOWED = [
    make_paper("fish0", "one fish", year=2001),
    make_paper("fish1", "among so many other and better words a single fish", year=2001),
    make_paper("fish2", "the last one of three that have anything to tell of fish", year=2001),
    *(make_paper(f"bird{number}", f"birds fly {'high ' * number}", year=2001) for number in range(4)),
]


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with built([*CROWD, *ALLOWED], tmp_path_factory.mktemp("crowded")) as index:
        yield index


@pytest.mark.parametrize("fusion", Fusion)
@pytest.mark.parametrize("top_k", [1, 2, 6, 7, 8])
def test_k_of_the_allowed_come_though_the_filter_takes_all_that_either_side_puts_first(
    crowded: Index, top_k: int, fusion: Fusion
) -> None:
    """Seven are allowed, three of which have the word; each side looks at 200, and 400 others are better."""
    for mode in (Mode.SEMANTIC, Mode.LEXICAL):
        deep = crowded.search("fish swim", top_k=200, ranking=Ranking(mode=mode), snippets=False)
        assert all(paper_id.startswith("crowd") for paper_id in ids(deep))
    only = Filters(years=YearRange(2001, 2001))
    found = ids(crowded.search("fish swim", top_k=top_k, filters=only, ranking=Ranking(fusion=fusion)))
    assert len(found) == min(top_k, 7)
    assert (found[0], set(found[:3]) <= {"fish0", "fish1", "fish2"}) == ("fish0", True)
    assert set(found) <= {paper.paper_id for paper in ALLOWED}
    by_words = ids(crowded.search("fish swim", top_k=top_k, filters=only, ranking=Ranking(mode=Mode.LEXICAL)))
    assert by_words == ["fish0", "fish1", "fish2"][:top_k]  # the shorter, the better


PIECES = ["fish", "swim", "birds", "the", "-fish", '"fish swim"', '"', '-"birds fly"', "-", "“", "10.1/x", "日", "\x00"]
SMALL = [
    make_paper("fish", "Fish swim.", doi="10.1/x"),
    make_paper("birds", "Birds fly over fish."),
    make_paper("hats", "日本 and the hats."),
]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with built(SMALL, tmp_path_factory.mktemp("small")) as index:
        yield index


@settings(max_examples=150)
@given(st.text() | st.lists(st.sampled_from(PIECES) | st.text(max_size=3)).map(" ".join))
def test_any_text_is_a_question_in_every_mode_and_what_words_find_is_in_the_mixed_answer_too(
    small: Index, question: str
) -> None:
    assume(question.strip())
    found = {mode: small.search(question, ranking=Ranking(mode=mode)) for mode in Mode}
    by_meaning, by_words, mixed = (set(ids(found[mode])) for mode in (Mode.SEMANTIC, Mode.LEXICAL, Mode.HYBRID))
    assert by_words <= mixed <= by_meaning == {"fish", "birds", "hats"}
    for results in found.values():
        assert [hit.rank for hit in results.hits] == list(range(1, len(results.hits) + 1))
        assert [hit.score for hit in results.hits] == sorted((hit.score for hit in results.hits), reverse=True)
