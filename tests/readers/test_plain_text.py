from __future__ import annotations

import io
import textwrap
from functools import partial

import pytest

from semsearch.readers.formats import plain_text
from semsearch.readers.formats.lines import TOO_LONG, lines_of
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


CLAY = (
    "Potters fire their clay in kilns of many kinds. We compare the cracks in six hundred bowls, and relate them to "
    "the speed at which the kiln was allowed to cool."
)
SHORT = [SONGS, BREAD, STONES, CLAY]


@pytest.mark.parametrize("before", ["", "ICML 2026\n\n", "Papers to read\n\n"])
def test_short_lines_of_whole_sentences_are_an_abstract_each(before: str) -> None:
    assert all(100 < len(text) < 200 for text in SHORT)
    assert _abstracts(before + "\n".join(SHORT)) == SHORT
    assert _abstracts(before + "\n".join(f"{n}. {text}" for n, text in enumerate(SHORT, 1))) == SHORT


def test_lines_of_one_sentence_are_an_abstract_each_where_nothing_says_that_they_go_on() -> None:
    lines = [text.replace(". We", ", and we").replace(". This", ", and this") for text in SHORT]
    assert _abstracts("\n".join(lines)) == lines


def test_an_abstract_with_a_sentence_on_each_line_stays_one() -> None:
    lines = [
        "Most birds sing at dawn in spring, and nobody knows why they do so in our cities.",
        "We measure the songs of forty robins for a month, each of them twice in a morning.",
        "However, the louder songs come from the males with larger territories near the city.",
    ]
    assert _abstracts("\n".join(lines)) == [" ".join(lines)]
    no_clue = [lines[0], lines[1], lines[1].replace("robins", "thrushes and wrens")]
    assert _abstracts("\n".join(no_clue) + "\n\n" + "\n".join(no_clue)) == [" ".join(no_clue)] * 2


@pytest.mark.parametrize("width", [70, 100, 130, 180])
def test_wrapped_lines_are_never_abstracts_of_their_own(width: int) -> None:
    for text in (SONGS, f"{BREAD} {STONES}", " ".join(SHORT)):
        assert _abstracts(textwrap.fill(text, width)) == [text]


@pytest.mark.parametrize("mark", ["\f", "\u2028", "\u2029", "\n\f", "\f\n"])
def test_page_breaks_and_separators_of_unicode_part_abstracts(mark: str) -> None:
    assert _abstracts(mark.join((_wrapped(SONGS), _wrapped(BREAD)))) == [SONGS, BREAD]


@pytest.mark.parametrize("indent", ["  ", "\t", "\u3000"])
def test_indented_paragraphs_are_an_abstract_each(indent: str) -> None:
    assert _abstracts("\n".join(indent + _wrapped(text) for text in SHORT)) == SHORT


def test_an_indentation_within_a_sentence_parts_nothing() -> None:
    assert _abstracts("  Most birds sing at\n  dawn, and nobody knows\nwhy they do so.") == [
        "Most birds sing at dawn, and nobody knows why they do so."
    ]


@pytest.mark.parametrize("gap", ["\n\n", "\n"])
@pytest.mark.parametrize("before", ["", "ICML 2026\n\n", "Papers to read\n\n"])
def test_single_sentences_before_all_abstracts_are_their_titles(before: str, gap: str) -> None:
    titles = ["Songs of robins at dawn in the city.", "Bubbles in bread.", "On the long way of granite from the Alps."]
    long = [f"{text} {text}" for text in SHORT[:3]]
    text = before + gap.join(part for pair in zip(titles, long, strict=True) for part in pair)
    assert [(paper.title, paper.abstract) for paper in _papers(text)] == list(zip(titles, long, strict=True))
    assert _skipped(text) == []


def test_a_very_long_line_before_each_abstract_is_its_title() -> None:
    titles = [f"On {', '.join([word] * 50)} and bread" for word in ("songs", "stone")]
    assert min(map(len, titles)) > 200
    text = "\n\n".join((titles[0], f"{SONGS} {BREAD} {CLAY}", titles[1], f"{STONES} {BREAD} {CLAY}"))
    assert _titles(text) == titles


def test_abstracts_of_one_sentence_among_longer_ones_are_no_titles() -> None:
    single = "Potters fire their clay in kilns of many kinds."
    assert _titles(f"{SONGS}\n\n{single}\n\n{BREAD}\n\n{STONES}") == ["(made)"] * 4
    assert _titles(f"{single}\n\n{SONGS}") == ["(made)"] * 2


TITLES = ["Songs of Robins in the City", "How Does Bread Rise in Winter?", "3D Scans of Granite Blocks from the Alps"]


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_list_of_titles_gives_papers_without_abstracts(gap: str) -> None:
    text = gap.join(("KDD 2020", *(f"{n}. {title}" for n, title in enumerate(TITLES, 1))))
    assert [(paper.title, paper.abstract, paper.venue) for paper in _papers(text)] == [
        (title, "", "KDD") for title in TITLES
    ]


@pytest.mark.parametrize(
    "line",
    [
        "bring home some bread and milk",
        "Bread and milk",
        "We need bread and milk.",
        "Things to buy today are:",
        "x " * 30,
    ],
)
def test_a_list_with_a_line_that_is_no_title_gives_no_papers_of_titles(line: str) -> None:
    assert {TITLES[0], TITLES[2]}.isdisjoint(_titles("\n\n".join((*TITLES, line))))


def test_questions_are_no_titles() -> None:
    assert _papers("How do birds sing?\nWhy does bread rise?\nWhere do the stones go?") == []


def test_lines_above_the_first_label_of_their_block_are_not_lost() -> None:
    labeled = f"Title: Bubbles\nAbstract: {BREAD}"
    assert _abstracts(f"{SONGS}\n{labeled}") == [SONGS, BREAD]
    assert _skipped(f"Some scrap of text\n{labeled}") == [(1, "is too short to be an abstract")]
    assert [paper.venue for paper in _papers(f"KDD 2020\n{labeled}")] == ["KDD"]


def test_a_line_that_is_too_long_is_reported_and_the_rest_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_text, "LONGEST", 500)
    monkeypatch.setattr(plain_text, "lines_of", partial(lines_of, longest=500))
    text = f"{SONGS}\n\n{'x' * 5000}\n\n{BREAD}\n"
    assert _abstracts(text) == [SONGS, BREAD]
    assert _skipped(text) == [(3, TOO_LONG)]
