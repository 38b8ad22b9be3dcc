from __future__ import annotations

import io
import textwrap

import pytest

from semsearch.readers.formats.plain_text import read_plain_text
from semsearch.records import Paper, SkippedRecord

SONGS = (
    "Most birds sing at dawn, and nobody knows why. We measure the songs of forty robins in spring, and find that "
    "louder songs come from males with larger territories in the city."
)
BREAD = (
    "Bread rises because yeast makes gas while it eats sugar. We follow the bubbles in ninety loaves by X-ray, and "
    "show that salt slows them down more than cold does in winter."
)
STONES = (
    "Glaciers carry stones for miles before the ice melts. This paper traces granite blocks across three valleys, and "
    "dates each of them by the rays that have struck its surface."
)


def _read(text: str) -> list[Paper | SkippedRecord]:
    return list(read_plain_text(io.StringIO(text), source="/p.txt"))


def _papers(text: str) -> list[Paper]:
    return [record for record in _read(text) if isinstance(record, Paper)]


def _skipped(text: str) -> list[tuple[int, str]]:
    return [(record.line, record.problem) for record in _read(text) if isinstance(record, SkippedRecord)]


def _abstracts(text: str) -> list[str]:
    return [paper.abstract for paper in _papers(text)]


def _titles(text: str) -> list[str]:
    return ["(made)" if paper.title_is_made else paper.title for paper in _papers(text)]


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 70)


@pytest.mark.parametrize(
    "text",
    [
        f"{SONGS}\n\n{BREAD}\n\n\n{STONES}",
        f"{SONGS}\n---\n{BREAD}\n* * *\n{STONES}\n",
        f"{_wrapped(SONGS)}\n\n{_wrapped(BREAD)}\n\n{_wrapped(STONES)}\n",
        f"1. {SONGS}\n\n2. {BREAD}\n\n3. {STONES}",
        f"[1] {SONGS}\n\n[2] {BREAD}\n\n[3] {STONES}",
        f"Abstract: {SONGS}\n\nAbstract: {BREAD}\n\nABSTRACT\n\n{STONES}",
    ],
    ids=["blank lines", "rules", "wrapped", "numbered", "in brackets", "labeled"],
)
def test_abstracts_without_titles_are_told_apart(text: str) -> None:
    assert _abstracts(text) == [SONGS, BREAD, STONES]
    assert _titles(text) == ["(made)"] * 3


def test_long_lines_without_blank_ones_are_an_abstract_each() -> None:
    long_songs, long_bread = f"{SONGS} {SONGS}", f"{BREAD} {BREAD}"
    assert _abstracts(f"{long_songs}\n{long_bread}\n") == [long_songs, long_bread]


@pytest.mark.parametrize(
    "text",
    [
        f"Dawn Songs\n\n{SONGS}\n\nBubbles: a study\n\n{BREAD}",
        f"Dawn Songs\n{SONGS}\n\nBubbles: a study\n{BREAD}",
        f"Dawn Songs\n{_wrapped(SONGS)}\n\nBubbles: a study\n{_wrapped(BREAD)}",
        f"# Dawn Songs\n\n{SONGS}\n\n# Bubbles: a study\n\n{BREAD}",
        f"1. Dawn Songs\n\n{SONGS}\n\n2. Bubbles: a study\n\n{BREAD}",
        f"Dawn Songs\n\nAbstract\n\n{SONGS}\n\nBubbles: a study\n\nAbstract\n\n{BREAD}",
        f"ICML 2026\n\nDawn Songs\n\n{SONGS}\n\nBubbles: a study\n\n{BREAD}",
        f"Title: Dawn Songs\nAbstract: {SONGS}\n\nTitle: Bubbles: a study\n\nAbstract:\n{_wrapped(BREAD)}",
    ],
    ids=["blocks", "lines", "wrapped", "markdown", "numbered", "label", "heading", "labels"],
)
def test_titles_are_recognized_where_most_abstracts_have_one(text: str) -> None:
    assert [(paper.title, paper.abstract) for paper in _papers(text)] == [
        ("Dawn Songs", SONGS),
        ("Bubbles: a study", BREAD),
    ]


def test_a_single_abstract_may_have_a_title() -> None:
    assert _titles(f"Dawn Songs of the City\n\n{SONGS}") == ["Dawn Songs of the City"]


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_authors_stand_between_title_and_abstract(gap: str) -> None:
    text = f"Dawn Songs{gap}Ann Bee, Carl Dee{gap}{SONGS} {SONGS}\n\nBubbles{gap}Ed Eff{gap}{BREAD} {BREAD}\n"
    assert [(paper.title, paper.authors) for paper in _papers(text)] == [
        ("Dawn Songs", ("Ann Bee", "Carl Dee")),
        ("Bubbles", ("Ed Eff",)),
    ]


def test_a_heading_gives_venue_and_year_to_what_follows() -> None:
    text = f"ICLR 2024 accepted papers\n\n{SONGS}\n\n{BREAD}\n\n# NeurIPS '23\n\n{STONES}"
    assert [(paper.venue, paper.year) for paper in _papers(text)] == [("ICLR", 2024), ("ICLR", 2024), ("NeurIPS", 2023)]
    assert _skipped(text) == []


def test_a_heading_without_venue_is_no_paper() -> None:
    text = f"Papers to read\n\n{SONGS}\n\n{BREAD}\n\n## More\n\n{STONES}\n\n{BREAD}\n\n{SONGS}"
    assert _abstracts(text) == [SONGS, BREAD, STONES, BREAD, SONGS]
    assert _titles(text) == ["(made)"] * 5
    assert _skipped(text) == []


def test_a_scrap_between_abstracts_is_skipped_under_its_line() -> None:
    assert _skipped(f"{SONGS}\n\nsee below\n\n{BREAD}\n\n{STONES}\n\nthe end") == [
        (3, "is too short to be an abstract"),
        (9, "is too short to be an abstract"),
    ]


def test_labels_name_fields() -> None:
    fields = "Authors: Ann Bee and Carl Dee\nYear: 2021\nKeywords: birds; song"
    text = f"KDD 2020\n\nTitle: Dawn Songs\n{fields}\nAbstract: {SONGS}"
    paper = _papers(text)[0]
    assert (paper.title, paper.authors, paper.year, paper.venue) == ("Dawn Songs", ("Ann Bee", "Carl Dee"), 2021, "KDD")
    assert (paper.keywords, paper.abstract) == (("birds", "song"), SONGS)


def test_what_stands_before_the_first_label_is_not_lost() -> None:
    text = f"{SONGS}\n\nTitle: Bubbles\nAbstract: {BREAD}\n\nTitle: Stones"
    assert [(paper.abstract, paper.title_is_made) for paper in _papers(text)] == [
        (SONGS, True),
        (BREAD, False),
        ("", False),
    ]
    scraps = f"scrap\n\nTitle:\nAuthors: Ann Bee\n\nTitle: Bubbles\nAbstract: {BREAD}"
    assert _skipped(scraps) == [(1, "is too short to be an abstract"), (3, "has neither title nor abstract")]


@pytest.mark.parametrize("text", ["", "what is love?\nhow do birds sing?", "One Title\n\nAnother Title"])
def test_text_without_abstracts_gives_no_papers(text: str) -> None:
    assert _papers(text) == []


def test_full_width_marks_end_sentences() -> None:
    assert _abstracts("本文提出了一种新的方法。实验表明该方法优于现有方法，并在多个数据集上取得了最好的结果。") != []
