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
    assert stored(folder) == {"smith2020": FULL}
    again = update(folder, FULL, NEWER)
    assert (again.unchanged, again.repeated, again.encoded) == (1, 1, 0)


@pytest.mark.parametrize("order", [(FULL, POOR), (POOR, FULL)])
def test_within_one_update_the_fuller_record_stays_in_either_order(folder: Path, order: tuple[Paper, ...]) -> None:
    update(folder, *order)
    assert stored(folder) == {"smith2020": FULL}
    again = update(folder, *order)
    assert (again.encoded, stored(folder)) == (0, {"smith2020": FULL})


def test_a_later_update_from_another_file_replaces_but_never_by_something_emptier(folder: Path) -> None:
    update(folder, FULL)
    assert update(folder, POOR).unchanged == 1
    assert stored(folder) == {"smith2020": FULL}
    assert update(folder, NEWER).details_changed == 1
    assert stored(folder) == {"smith2020": NEWER}


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
