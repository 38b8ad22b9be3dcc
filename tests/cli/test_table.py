"""The table is a list for reading: it fits the terminal, and no record commands the terminal."""

from __future__ import annotations

import errno
import io
import re
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

import pytest
from rich.cells import cell_len

from cli.running import PAPERS
from semsearch.choices import Mode
from semsearch.cli.table import answer_as_table, paper_as_table
from semsearch.records import Evidence, Hit, Paper, SearchResults

if TYPE_CHECKING:
    from collections.abc import Callable

LAMPS, ATTENTION, FISH = PAPERS
ANSWER = SearchResults(
    question="which lamps shine?",
    hits=(
        Hit(paper=LAMPS, rank=1, score=0.71234, best_sentence="The lamps shine longer than candles."),
        Hit(paper=ATTENTION, rank=2, score=0.25, best_sentence="Attention in language models is made cheaper."),
        Hit(paper=FISH, rank=3, score=-0.0625),
    ),
    mode=Mode.SEMANTIC,
)


class Terminal(io.StringIO):
    """A stream that says of itself that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "COLORTERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Put a terminal behind stdout."""

    def put(*, columns: int = 80, kind: str = "xterm-256color", **variables: str) -> None:
        monkeypatch.setattr("sys.stdout", Terminal())
        for name, value in {"COLUMNS": str(columns), "TERM": kind, **variables}.items():
            monkeypatch.setenv(name, value)

    return put


def shown(answer: SearchResults = ANSWER, *, heading: bool = False) -> str:
    return "".join(answer_as_table(answer, heading=heading))


def without_links_and_styles(text: str) -> str:
    return re.sub(r"\x1b\]8;[^\x1b]*\x1b\\|\x1b\[[\d;]*m", "", text)


def test_at_80_columns_rank_and_score_stand_before_an_indented_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert shown() == (
        "1   0.712  Lamps that [bold]learn[/bold] to shine\n"
        "           Jane Doe, Lee Roe, Ann Poe + 1 · Journal of Lamps 2018 · doe2018lamps\n"
        "           “The lamps shine longer than candles.”\n"
        "\n"
        "2   0.250  深層学習による大規模言語モデルの注意機構の効率化と応用\n"
        "           佐藤 太郎 · 言語処理学会 2020 · sato2020chuui\n"
        "           “Attention in language models is made cheaper.”\n"
        "\n"
        "3  -0.062  Swimming of [31mfish[0m\n"
        "           2022 · roe2022fish\n"
    )


def test_at_40_columns_the_score_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert shown() == (
        "1  Lamps that [bold]learn[/bold] to\n"
        "   shine\n"
        "   Jane Doe, Lee Roe, Ann Poe + 1 ·\n"
        "   Journal of Lamps 2018 · doe2018lamps\n"
        "   · 0.712\n"
        "   “The lamps shine longer than\n"
        "   candles.”\n"
        "\n"
        "2  深層学習による大規模言語モデルの注意\n"
        "   機構の効率化と応用\n"
        "   佐藤 太郎 · 言語処理学会 2020 ·\n"
        "   sato2020chuui · 0.250\n"
        "   “Attention in language models is made\n"
        "   cheaper.”\n"
        "\n"
        "3  Swimming of [31mfish[0m\n"
        "   2022 · roe2022fish · -0.062\n"
    )


@pytest.mark.parametrize(
    ("columns", "widest"), [("20", 20), ("40", 40), ("79", 79), ("120", 120), ("300", 120), ("1", 20)]
)
def test_no_line_is_wider_than_the_terminal_or_than_is_good_to_read(
    monkeypatch: pytest.MonkeyPatch, columns: str, widest: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    wordy = replace(LAMPS, title="Pneumonoultramicroscopicsilicovolcanoconiosis 深い" * 5, abstract="光る" * 200)
    lines = shown(replace(ANSWER, hits=(Hit(paper=wordy, rank=1, score=0.5, best_sentence="光る" * 200),))).splitlines()
    lines += paper_as_table(wordy).splitlines()
    widths = [cell_len(line) for line in lines]
    assert widest - 1 <= max(widths) <= widest


@pytest.mark.parametrize("columns", ["", "wide", "0", "-5"])
def test_a_file_gets_lines_of_100_columns(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = paper_as_table(replace(LAMPS, abstract="a " * 200)).splitlines()
    assert max(map(len, lines)) == 99  # "a a … a" cannot fill the last column


def test_a_terminal_gets_bold_titles_colors_and_links(terminal: Callable[..., None]) -> None:
    terminal()
    text = shown()
    assert "\x1b]8;" in text
    assert ";https://doi.org/10.1000/lamps\x1b\\" in text
    assert ";https://example.org/sato\x1b\\" in text
    assert "javascript" not in text
    assert re.search(r"\x1b\[1m[^\n]*Lamps that", text)
    assert "\x1b[36m 0.712" in text
    assert "\n           Jane Doe, Lee Roe, Ann Poe + 1\x1b[2m · \x1b[0m\x1b[32mJournal of Lamps 2018\x1b[0m" in text
    assert without_links_and_styles(text).startswith("1   0.712  Lamps that [bold]learn[/bold] to shine\n")


def test_no_color_means_no_color_but_links_still_work(terminal: Callable[..., None]) -> None:
    terminal(NO_COLOR="1")
    text = shown()
    assert not re.search(r"\x1b\[(?:\d+;)*(?:3|4|9)\d", text)
    assert ";https://doi.org/10.1000/lamps\x1b\\" in text


def test_the_table_writes_nothing_to_stdout_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(Terminal):
        def write(self, _: str) -> NoReturn:
            raise OSError(errno.ENOSPC, "full")

        flush = write  # type: ignore[assignment]

    monkeypatch.setattr("sys.stdout", Full())
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[36m 0.712" in shown()


def test_a_dumb_terminal_gets_plain_text(terminal: Callable[..., None]) -> None:
    terminal(kind="dumb")
    assert "\x1b" not in shown()


def test_a_file_gets_plain_text() -> None:
    assert "\x1b" not in shown()
    assert "\x1b" not in paper_as_table(LAMPS)


def test_no_record_commands_the_terminal(terminal: Callable[..., None]) -> None:
    terminal()
    evil = "a\x1b]0;owned\x07b\x9b31mc\u202ed\r\ne\x1b[2J"
    fields = ("paper_id", "title", "abstract", "venue", "doi", "arxiv_id", "url", "kind", "source")
    paper = Paper(
        **dict.fromkeys(fields, evil),  # type: ignore[arg-type]
        authors=(evil,),
        keywords=(evil,),
        extra={evil: evil, "nested": {evil: [evil]}},
    )
    answer = SearchResults(
        question=evil, query_id=evil, hits=(Hit(paper=paper, rank=1, score=0.5),), mode=Mode.SEMANTIC
    )
    text = without_links_and_styles(shown(answer, heading=True) + paper_as_table(paper))
    assert set(text) & set("\x1b\x07\x9b\r\u202e") == set()


def test_the_question_is_a_heading_where_there_are_many() -> None:
    answer = replace(ANSWER, query_id="q1", hits=ANSWER.hits[:1])
    assert shown(answer, heading=True).splitlines()[:3] == [
        "q1  which lamps shine?",
        "",
        "1  0.712  Lamps that [bold]learn[/bold] to shine",
    ]


def test_ranks_of_two_digits_are_aligned() -> None:
    hits = tuple(Hit(paper=FISH, rank=rank, score=0.5) for rank in range(1, 11))
    lines = shown(replace(ANSWER, hits=hits)).splitlines()
    assert lines[0].startswith(" 1  0.500  Swimming")
    assert lines[-2].startswith("10  0.500  Swimming")


def test_small_scores_as_those_of_rank_fusion_are_told_apart() -> None:
    hits = tuple(Hit(paper=FISH, rank=rank, score=1 / (60 + rank)) for rank in (1, 2))
    lines = shown(replace(ANSWER, hits=hits)).splitlines()
    assert [line.split()[1] for line in lines if line and line[0].isdigit()] == ["0.0164", "0.0161"]


EXPLAINED = replace(
    ANSWER,
    hits=(
        Hit(
            paper=LAMPS,
            rank=1,
            score=2.5,
            semantic_score=0.61234,
            lexical_score=14.25,
            rerank_score=2.5,
            closeness=0.998,
            evidence=Evidence(semantic_rank=12, lexical_rank=1, matched_words=("lamps", "shine")),
        ),
        Hit(
            paper=FISH,
            rank=2,
            score=-11.25,
            semantic_score=0.3,
            lexical_score=0.0,
            rerank_score=-11.25,
            closeness=0.5,
            evidence=Evidence(semantic_rank=2, lexical_rank=None, matched_words=()),
        ),
    ),
)


def test_explanations_stand_below_one_another_in_a_wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert [line.strip() for line in shown(EXPLAINED).splitlines() if "why" in line] == [
        "why: meaning 12th (0.612) · words 1st (14.2) · reranker 2.50 · matched: lamps, shine",
        "why: meaning 2nd (0.300)  · no words         · reranker -11.25",
    ]


def test_explanations_are_wrapped_like_the_rest_in_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = shown(EXPLAINED).splitlines()
    assert lines[4:] == [
        "   · closer than 99.8 % of pairs · 2.500",
        "   why: meaning 12th (0.612) · words 1st",
        "   (14.2) · reranker 2.50 · matched:",
        "   lamps, shine",
        "",
        "2  Swimming of [31mfish[0m",
        "   2022 · roe2022fish · closer than 50 %",
        "   of pairs · -11.250",
        "   why: meaning 2nd (0.300) · no words ·",
        "   reranker -11.25",
    ]


@pytest.mark.parametrize("columns", ["20", "40", "60", "80", "100"])
def test_an_explanation_never_leaves_the_terminal(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    words = ("pneumonoultramicroscopicsilicovolcanoconiosis", "光" * 40, *("lamps",) * 30)
    evidence = Evidence(semantic_rank=1_234, lexical_rank=1_111, matched_words=words)
    hit = replace(EXPLAINED.hits[0], evidence=evidence)
    assert max(map(cell_len, shown(replace(EXPLAINED, hits=(hit,))).splitlines())) <= int(columns)


def test_closeness_stands_among_the_facts_and_at_length_in_an_explained_answer() -> None:
    (hit,) = ANSWER.hits[:1]
    assert "doe2018lamps · closer than 99.8 %\n" in shown(replace(ANSWER, hits=(replace(hit, closeness=0.998),)))
    assert "closer" not in shown(ANSWER)
    assert "roe2022fish · closer than 50 % of pairs\n" in shown(EXPLAINED)


def test_a_whole_paper_shows_every_field_it_has() -> None:
    paper = replace(
        LAMPS,
        title_is_made=True,
        arxiv_id="1801.00001",
        url="https://example.org/lamps",
        kind="article",
        extra={"pages": "1--9", "cited": {"by": 3}},
    )
    assert paper_as_table(paper) == (
        "Lamps that [bold]learn[/bold] to shine\n"
        "Jane Doe, Lee Roe, Ann Poe, Max Moe\n"
        "Journal of Lamps 2018\n"
        "The source gives no title; this one is made from the abstract.\n"
        "\n"
        "We train lamps with light. The lamps shine longer than candles.\n"
        "\n"
        "id: doe2018lamps\n"
        "doi: 10.1000/lamps\n"
        "arXiv: 1801.00001\n"
        "url: https://example.org/lamps\n"
        "keywords: lamps\n"
        "kind: article\n"
        "source: /library/papers.jsonl\n"
        "pages: 1--9\n"
        'cited: {"by": 3}\n'
    )


def test_a_paper_of_little_shows_what_there_is() -> None:
    assert paper_as_table(Paper(paper_id="x", title="Only a title")) == "Only a title\n\nid: x\n"


@pytest.mark.parametrize(
    ("venue", "year", "shown"),
    [("ICML", 2026, "ICML 2026"), ("ICML 2026", 2026, "ICML 2026"), ("ICML", None, "ICML"), ("", 2026, "2026")],
)
def test_a_year_that_the_venue_carries_is_not_repeated(venue: str, year: int | None, shown: str) -> None:
    lines = paper_as_table(Paper(paper_id="x", title="Title", venue=venue, year=year)).splitlines()
    assert lines[1] == shown
