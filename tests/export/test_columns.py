"""Papers and answers as CSV and TSV, and as any other format by its name."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.choices import Mode, OutputFormat
from semsearch.export.columns import HIT_COLUMNS, PAPER_COLUMNS, answers_as_rows, papers_as_rows
from semsearch.export.formats import answer_as, answers_as, papers_as
from semsearch.records import Evidence, Hit, Paper, SearchResults

LAMP = Paper(
    paper_id="doe2020lamp",
    title="Lamps, <i>learned</i>",
    abstract="A lamp\nis trained.",
    authors=("Jane Doe", "Lee Roe"),
    year=2020,
    venue="J. Lamps",
    doi="10.1/lamp",
    keywords=("lamps", "light"),
    kind="article",
)
SPELL = Paper(paper_id="@spell", title='=HYPERLINK("http://evil")', abstract="+1 \x1b[31m")

BRIGHT = SearchResults(
    question="bright?",
    query_id="q1",
    hits=(
        Hit(paper=LAMP, rank=1, score=0.5, best_sentence="A lamp is trained."),
        Hit(paper=SPELL, rank=2, score=-0.25),
    ),
    mode=Mode.SEMANTIC,
)
DARK = SearchResults(question="dark?", query_id="q2", hits=(Hit(paper=LAMP, rank=1, score=0.125),), mode=Mode.SEMANTIC)


def test_csv_of_papers_is_a_header_and_cleaned_cells() -> None:
    assert "".join(papers_as_rows([LAMP], delimiter=",")) == (
        "paper_id,title,authors,year,venue,doi,arxiv_id,url,keywords,kind,abstract\n"
        'doe2020lamp,"Lamps, learned",Jane Doe; Lee Roe,2020,J. Lamps,10.1/lamp,,,lamps; light,article,'
        "A lamp is trained.\n"
    )


def test_a_cell_that_a_spreadsheet_would_run_gets_an_apostrophe_but_a_negative_score_stays_a_number() -> None:
    header, line = papers_as_rows([SPELL], delimiter="\t")
    assert header == "\t".join(PAPER_COLUMNS) + "\n"
    assert line == '\'@spell\t"\'=HYPERLINK(""http://evil"")"' + "\t" * 9 + "'+1 [31m\n"
    *_, second = answers_as_rows([BRIGHT], delimiter=",", with_query_id=False)
    assert second.startswith("2,-0.25,'@spell,")


@pytest.mark.parametrize(
    ("title", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("-5", "-5"),
        ("+1,000.5", "+1,000.5"),
        ("-", "-"),
        ("x = 1", "x = 1"),
        ("'quoted'", "'quoted'"),
    ],
)
def test_only_what_could_be_a_formula_gets_an_apostrophe_not_a_number(title: str, cell: str) -> None:
    _, line = papers_as_rows([Paper(paper_id="x", title=title)], delimiter="\t")
    assert line.split("\t")[1] == cell


def test_csv_of_answers_names_the_query_of_each_paper() -> None:
    assert list(answers_as_rows([BRIGHT, DARK], delimiter=",", with_query_id=True)) == [
        f"query_id,{','.join(HIT_COLUMNS)}\n",
        'q1,1,0.5,doe2020lamp,"Lamps, learned",Jane Doe; Lee Roe,2020,J. Lamps,10.1/lamp,,,A lamp is trained.,,,,,,,\n',
        'q1,2,-0.25,\'@spell,"\'=HYPERLINK(""http://evil"")",,,,,,,,,,,,,,\n',
        'q2,1,0.125,doe2020lamp,"Lamps, learned",Jane Doe; Lee Roe,2020,J. Lamps,10.1/lamp,,,,,,,,,,\n',
    ]


def test_the_columns_of_an_answer_are_these_in_this_order() -> None:
    assert HIT_COLUMNS == (
        "rank", "score", "paper_id", "title", "authors", "year", "venue", "doi", "arxiv_id", "url", "best_sentence",
        "semantic_score", "lexical_score", "rerank_score", "closeness", "semantic_rank", "lexical_rank",
        "matched_words",
    )  # fmt: skip


def test_why_a_paper_was_found_is_a_cell_for_each_score_and_rank() -> None:
    hit = Hit(
        paper=SPELL,
        rank=1,
        score=0.5,
        semantic_score=0.12345678,
        lexical_score=14.25,
        rerank_score=-3.5,
        closeness=0.998,
        evidence=Evidence(semantic_rank=3, lexical_rank=1, matched_words=("=lamp", "light")),
    )
    answer = SearchResults(question="?", hits=(hit,), mode=Mode.HYBRID)
    (row,) = csv.DictReader(io.StringIO("".join(answers_as_rows([answer], delimiter=",", with_query_id=False))))
    assert list(row.items())[-7:] == [
        ("semantic_score", "0.123457"),
        ("lexical_score", "14.25"),
        ("rerank_score", "-3.5"),
        ("closeness", "0.998"),
        ("semantic_rank", "3"),
        ("lexical_rank", "1"),
        ("matched_words", "'=lamp; light"),
    ]


@given(st.text(max_size=30), st.text(max_size=30), st.sampled_from(",\t"))
def test_a_paper_is_one_line_with_a_cell_for_each_column(title: str, paper_id: str, delimiter: str) -> None:
    _, line = papers_as_rows([Paper(paper_id=paper_id, title=title)], delimiter=delimiter)
    assert line.count("\n") == 1
    (cells,) = csv.reader(io.StringIO(line), delimiter=delimiter)
    assert len(cells) == len(PAPER_COLUMNS)


def test_papers_as_ids_are_one_id_a_line() -> None:
    assert "".join(papers_as([LAMP, SPELL], OutputFormat.IDS)) == "doe2020lamp\n@spell\n"


def test_papers_in_markdown_are_one_numbered_list() -> None:
    assert list(papers_as([LAMP, SPELL], OutputFormat.MARKDOWN)) == [
        "1. [Lamps, learned](https://doi.org/10.1/lamp). Jane Doe, Lee Roe. *J. Lamps*, 2020.\n",
        '2. =HYPERLINK("http://evil").\n',
    ]


def test_papers_as_json_are_one_array_of_whole_papers_and_as_lines_one_paper_a_line() -> None:
    array = json.loads("".join(papers_as([LAMP, SPELL], OutputFormat.JSON)))
    assert [paper["paper_id"] for paper in array] == ["doe2020lamp", "@spell"]
    assert array[0]["abstract"] == "A lamp\nis trained."
    assert list(papers_as([], OutputFormat.JSON)) == ["[]\n"]
    first, second = papers_as([LAMP, SPELL], OutputFormat.JSONL)
    assert json.loads(first)["title"] == "Lamps, <i>learned</i>"
    assert second == '{"paper_id": "@spell", "title": "=HYPERLINK(\\"http://evil\\")", "abstract": "+1 [31m"}\n'


def test_papers_as_csv_and_tsv_differ_in_what_stands_between_the_cells() -> None:
    assert next(papers_as([], OutputFormat.CSV)).startswith("paper_id,title,")
    assert next(papers_as([], OutputFormat.TSV)).startswith("paper_id\ttitle\t")


def test_one_answer_is_one_json_object_or_a_line_of_json_a_paper() -> None:
    answer = json.loads("".join(answer_as(BRIGHT, OutputFormat.JSON)))
    assert answer["question"] == "bright?"
    assert [hit["paper_id"] for hit in answer["hits"]] == ["doe2020lamp", "@spell"]
    lines = [json.loads(line) for line in answer_as(BRIGHT, OutputFormat.JSONL)]
    assert [(line["rank"], line["paper_id"]) for line in lines] == [(1, "doe2020lamp"), (2, "@spell")]


def test_one_answer_as_rows_has_no_column_for_its_query() -> None:
    assert next(answer_as(BRIGHT, OutputFormat.CSV)).startswith("rank,score,")
    assert next(answer_as(BRIGHT, OutputFormat.TSV)).startswith("rank\tscore\t")


def test_many_answers_are_one_json_array_or_an_answer_a_line_each_with_its_query_id() -> None:
    array = json.loads("".join(answers_as([BRIGHT, DARK], OutputFormat.JSON)))
    lines = [json.loads(line) for line in answers_as([BRIGHT, DARK], OutputFormat.JSONL)]
    assert array == lines
    assert [answer["query_id"] for answer in lines] == ["q1", "q2"]
    assert next(answers_as([BRIGHT], OutputFormat.CSV)).startswith("query_id,rank,")


def test_ids_of_many_answers_come_once_each() -> None:
    assert list(answers_as([BRIGHT, DARK], OutputFormat.IDS)) == ["doe2020lamp\n", "@spell\n"]


def test_many_answers_in_markdown_are_sections_with_a_line_between_them() -> None:
    section = "## dark?\n\n1. [Lamps, learned](https://doi.org/10.1/lamp). Jane Doe, Lee Roe. *J. Lamps*, 2020.\n"
    assert "".join(answers_as([DARK, DARK], OutputFormat.MARKDOWN)) == f"{section}\n{section}"
