"""A reading list in Markdown, as one would send it to a colleague."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.choices import Mode
from semsearch.export.links import paper_link
from semsearch.export.markdown import answer_as_markdown, escaped, papers_as_markdown
from semsearch.records import Evidence, Hit, Paper, SearchResults


def test_an_answer_is_its_question_and_a_numbered_list_with_best_sentences() -> None:
    hits = (
        Hit(
            paper=Paper(
                paper_id="a",
                title="Do lamps learn?",
                authors=("Jane Doe", "Lee Roe"),
                venue="Journal of Lamps",
                year=2020,
                doi="10.1/(lamp)",
            ),
            rank=1,
            score=0.9,
            best_sentence="They shine *brightly*.",
        ),
        Hit(paper=Paper(paper_id="b", title="Dark matters", year=1999), rank=2, score=0.5),
    )
    results = SearchResults(question="bright & learning", hits=hits, mode=Mode.SEMANTIC)
    assert answer_as_markdown(results) == (
        "## bright & learning\n"
        "\n"
        "1. [Do lamps learn?](https://doi.org/10.1/%28lamp%29) Jane Doe, Lee Roe. *Journal of Lamps*, 2020.\n"
        "\n"
        "   > They shine \\*brightly\\*.\n"
        "\n"
        "2. Dark matters. 1999.\n"
    )


def test_a_paper_without_anything_but_an_id_is_listed_by_it_and_many_authors_are_cut() -> None:
    crowd = Paper(paper_id="c", title="Crowd", authors=tuple(f"P. {letter}" for letter in "ABCDEFGH"))
    assert list(papers_as_markdown([Paper(paper_id="a_b"), crowd])) == [
        "1. a\\_b.\n",
        "2. Crowd. P. A, P. B, P. C, P. D, P. E, P. F + 2.\n",
    ]


def test_a_quotation_is_indented_under_the_text_of_its_item() -> None:
    hit = Hit(paper=Paper(paper_id="x", title="X"), rank=100, score=0.1, best_sentence="So.")
    results = SearchResults(question="?", hits=(hit,), mode=Mode.SEMANTIC)
    assert answer_as_markdown(results).endswith("100. X.\n\n     > So.\n")


def test_why_a_paper_was_found_is_a_paragraph_of_its_item() -> None:
    evidence = Evidence(semantic_rank=1, lexical_rank=None, matched_words=("a_b",))
    paper = Paper(paper_id="x", title="X")
    hit = Hit(paper=paper, rank=1, score=0.1, semantic_score=0.5, closeness=0.5, best_sentence="So.", evidence=evidence)
    results = SearchResults(question="?", hits=(hit,), mode=Mode.SEMANTIC)
    why = "Why: meaning 1st (0.500) · matched: a\\_b · closer than 50 % of pairs"
    assert answer_as_markdown(results).endswith(f"1. X.\n\n   > So.\n\n   {why}\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pre-training at scale (v2)", "Pre-training at scale (v2)"),
        ("[MASK] and a_b * c", "\\[MASK\\] and a\\_b \\* c"),
        ("`x` <script> ~~no~~ a|b $5 \\n", "\\`x\\` \\<script\\> \\~\\~no\\~\\~ a\\|b \\$5 \\\\n"),
        ("AT&T &amp; R&D", "AT&T \\&amp; R&D"),
        ("![pixel](http://x)", "\\!\\[pixel\\](http://x)"),
        ("# not a heading", "\\# not a heading"),
        ("- not a list", "\\- not a list"),
        ("-5 degrees", "-5 degrees"),
        ("---", "\\---"),
        ("1984. A novel", "1984\\. A novel"),
        ("3D scenes", "3D scenes"),
        ("==", "\\=="),
        ("", ""),
    ],
)
def test_only_what_markdown_would_take_for_its_own_is_escaped(text: str, expected: str) -> None:
    assert escaped(text) == expected


@given(st.text(alphabet="ab \\`*_[]<>~|$&;!#+-=.1)", max_size=30))
def test_taking_the_escapes_out_again_gives_the_text(text: str) -> None:
    assert re.sub(r"\\([^a-z0-9\s])", r"\1", escaped(text)) == text


@pytest.mark.parametrize(
    ("paper", "link"),
    [
        (
            Paper(doi="10.1002/(SICI)1097<391::AID>3.0.CO;2-9"),
            "https://doi.org/10.1002/%28SICI%291097%3C391::AID%3E3.0.CO;2-9",
        ),
        (Paper(doi="10.1/a b\n", arxiv_id="1706.03762"), "https://doi.org/10.1/a%20b%0A"),
        (Paper(arxiv_id="cs/0112017", url="https://a.org"), "https://arxiv.org/abs/cs/0112017"),
        (Paper(url="https://a.org/?q=(x)&y=%20z#top"), "https://a.org/?q=%28x%29&y=%20z#top"),
        (Paper(url="HTTP://a.org/é"), "HTTP://a.org/%C3%A9"),
        (Paper(url="https://a.org/\x1b]8;;evil\x07"), "https://a.org/%1B]8;;evil%07"),
        (Paper(url="https://a.org/\ud800"), "https://a.org/?"),
        (Paper(url="javascript:alert(1)"), ""),
        (Paper(url="file:///etc/passwd"), ""),
        (Paper(url="https://"), ""),
        (Paper(url=" https://a.org"), ""),
        (Paper(), ""),
    ],
)
def test_a_link_leads_to_the_web_or_nowhere(paper: Paper, link: str) -> None:
    assert paper_link(paper) == link
