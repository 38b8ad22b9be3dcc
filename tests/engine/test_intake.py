"""What happens when an id comes a second time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from making import make_paper
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine.index import Index
from semsearch.engine.updating import update_index
from semsearch.identity import content_id
from semsearch.records import Paper

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.reports import UpdateReport


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "index"


def update(folder: Path, *papers: Paper) -> UpdateReport:
    return update_index(folder, papers, encoder=HashedWordsEncoder())


def stored(folder: Path) -> dict[str, Paper]:
    with Index.open(folder) as index:
        return {paper.paper_id: paper for paper in index.papers()}


FULL = make_paper("smith2020", "A long abstract on folding.", title="On Folding", source="/a.jsonl", year=2020)
POOR = replace(FULL, abstract="", source="/b.jsonl")
NEWER = replace(FULL, venue="Nature", source="/b.jsonl")
OTHER = make_paper("smith2020", "Songs and dances.", title="On Music", source="/b.jsonl")


def test_a_paper_that_two_files_of_one_update_share_is_kept_once(folder: Path) -> None:
    report = update(folder, FULL, NEWER)
    assert (report.papers, report.added, report.repeated) == (1, 1, 1)
    assert stored(folder) == {"smith2020": replace(FULL, venue="Nature")}
    again = update(folder, FULL, NEWER)
    assert (again.unchanged, again.repeated, again.encoded) == (1, 1, 0)


def test_within_one_update_the_first_record_counts_and_the_others_complete_it(folder: Path) -> None:
    for order in ((FULL, POOR), (POOR, FULL)):
        update(folder / str(order[0] is POOR), *order)
        assert stored(folder / str(order[0] is POOR)) == {"smith2020": replace(FULL, source=order[0].source)}
        again = update(folder / str(order[0] is POOR), *order)
        assert (again.encoded, again.unchanged) == (0, 1)


def test_one_file_with_the_title_and_one_with_the_abstract_make_one_paper(folder: Path) -> None:
    only_title = make_paper("x", "", title="On Folding", source="/a.jsonl")
    only_abstract = replace(only_title, title="", abstract="A long abstract.", source="/b.jsonl")
    for number, order in enumerate([(only_title, only_abstract), (only_abstract, only_title)]):
        update(folder / str(number), *order)
        (paper,) = stored(folder / str(number)).values()
        assert (paper.title, paper.abstract) == ("On Folding", "A long abstract.")


def test_a_later_update_from_another_file_replaces_but_never_by_something_emptier(folder: Path) -> None:
    update(folder, FULL)
    assert update(folder, replace(POOR, year=None)).encoded == 0
    assert stored(folder) == {"smith2020": replace(FULL, source=POOR.source)}
    assert update(folder, NEWER).details_changed == 1
    assert stored(folder) == {"smith2020": NEWER}


def test_a_given_id_stays_when_details_change_or_the_other_paper_leaves(folder: Path) -> None:
    update(folder, FULL, OTHER)
    given_id = next(paper_id for paper_id in stored(folder) if paper_id != "smith2020")
    newer = replace(OTHER, year=1999)
    assert update(folder, FULL, newer).details_changed == 1
    assert stored(folder)[given_id].year == 1999
    with Index.open(folder) as index:
        index.remove(["smith2020"])
    assert update(folder, newer).unchanged == 1
    assert list(stored(folder)) == [given_id]


def test_a_title_corrected_in_one_of_two_files_makes_no_second_paper(folder: Path) -> None:
    other_file = replace(FULL, source="/b.jsonl")
    update(folder, FULL, other_file)
    assert update(folder, replace(other_file, title="On Foldings")).papers == 1
    assert [paper.title for paper in stored(folder).values()] == ["On Foldings"]


def test_another_paper_in_one_of_two_files_does_not_overwrite_what_the_other_holds(folder: Path) -> None:
    update(folder, FULL, replace(FULL, source="/b.jsonl"))
    assert update(folder, OTHER).papers == 2


def test_the_record_of_another_file_takes_the_place_of_one_that_is_gone(folder: Path) -> None:
    newer = replace(FULL, abstract="A newer abstract on folding.", source="/b.jsonl")
    update(folder, FULL, newer)
    assert stored(folder)["smith2020"].abstract == FULL.abstract
    for _ in range(2):
        update_index(folder, [newer], encoder=HashedWordsEncoder(), remove_missing_from=["/a.jsonl", "/b.jsonl"])
    assert stored(folder)["smith2020"].abstract == newer.abstract


def test_the_same_file_may_empty_a_field_of_its_own(folder: Path) -> None:
    update(folder, FULL)
    update(folder, replace(FULL, abstract=""))
    assert stored(folder)["smith2020"].abstract == ""


def test_another_paper_under_the_same_id_gets_an_id_of_its_own(folder: Path) -> None:
    given_id = f"smith2020-{content_id(OTHER)}"
    report = update(folder, FULL, OTHER)
    assert report.renamed == (("smith2020", given_id),)
    assert stored(folder) == {"smith2020": FULL, given_id: replace(OTHER, paper_id=given_id)}
    again = update(folder, FULL, OTHER)
    assert (again.unchanged, again.encoded, again.papers) == (2, 0, 2)
    assert update(folder, OTHER).papers == 2


def test_two_papers_of_one_file_under_the_same_id_are_both_kept(folder: Path) -> None:
    twin = replace(OTHER, source=FULL.source)
    assert update(folder, FULL, twin).papers == 2
    assert update(folder, FULL, twin).encoded == 0


def test_two_papers_under_the_same_id_keep_their_ids_whatever_their_order(folder: Path) -> None:
    twin = replace(OTHER, source=FULL.source)
    update(folder, FULL, twin)
    before = stored(folder)
    assert update(folder, twin, FULL).encoded == 0
    assert stored(folder) == before


def test_a_paper_whose_id_is_taken_by_a_new_one_in_the_same_file_is_not_lost(folder: Path) -> None:
    twin = replace(OTHER, source=FULL.source)
    update(folder, FULL)
    update(folder, twin, FULL)
    assert sorted(paper.title for paper in stored(folder).values()) == ["On Folding", "On Music"]
    assert update(folder, twin, FULL).unchanged == 2


def test_what_comes_from_standard_input_never_overwrites_another_paper(folder: Path) -> None:
    update(folder, replace(FULL, source="-"))
    update(folder, replace(OTHER, source="-"))
    assert sorted(paper.title for paper in stored(folder).values()) == ["On Folding", "On Music"]
    update(folder, replace(FULL, source="-", abstract="A better abstract."))
    assert sorted(paper.abstract for paper in stored(folder).values()) == ["A better abstract.", "Songs and dances."]


def test_the_same_doi_makes_it_the_same_paper_whatever_the_title(folder: Path) -> None:
    update(folder, replace(FULL, doi="10.1/x"))
    update(folder, replace(FULL, title="On folding, revised", doi="10.1/X", source="/b.jsonl"))
    assert [paper.title for paper in stored(folder).values()] == ["On folding, revised"]


def test_papers_without_ids_but_with_one_title_stay_apart_if_their_abstracts_differ(folder: Path) -> None:
    one = Paper(title="Introduction", abstract="We open a workshop on graphs and networks.", source="/a")
    other = Paper(title="Introduction", abstract="Songs old and new are sung by choirs.", source="/a")
    assert update(folder, one, other).papers == 2
    assert update(folder, one, other).unchanged == 2


def test_a_paper_without_id_that_comes_twice_is_kept_once(folder: Path) -> None:
    one = Paper(title="Introduction", abstract="We open a workshop on graphs and networks.", source="/a")
    report = update(folder, one, replace(one, title="INTRODUCTION.", source="/b"))
    assert (report.papers, report.repeated) == (1, 1)
