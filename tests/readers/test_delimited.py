from __future__ import annotations

import csv
import io
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.readers.formats import rows
from semsearch.readers.formats.delimited import read_delimited
from semsearch.readers.formats.headers import header_of
from semsearch.readers.formats.lines import TOO_LONG, lines_of
from semsearch.records import Paper, SkippedRecord
from semsearch.text import clean


def _read(text: str) -> list[Paper | SkippedRecord]:
    return list(read_delimited(io.StringIO(text), source="/p.csv"))


def _titles(text: str) -> list[str]:
    return [record.title for record in _read(text) if isinstance(record, Paper)]


def _skipped(text: str) -> list[tuple[int, str]]:
    return [(record.line, record.problem) for record in _read(text) if isinstance(record, SkippedRecord)]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_in_the_header(delimiter: str) -> None:
    text = "Document Title,Publication Year\nBees,2020\n".replace(",", delimiter)
    paper = _read(text)[0]
    assert isinstance(paper, Paper)
    assert (paper.title, paper.year) == ("Bees", 2020)


def test_a_delimiter_inside_names_does_not_win() -> None:
    assert header_of('title;"a,b,c,d";year\n').names == ("title", "a,b,c,d", "year")


def test_the_first_line_of_excel_names_the_delimiter() -> None:
    header = header_of("sep=;\ntitle;a,b\n")
    assert (header.delimiter, header.names, header.lines) == (";", ("title", "a,b"), 2)
    assert _titles("sep=;\ntitle;abstract\nBees;Buzz, buzz.\n") == ["Bees"]


def test_columns_without_a_name_or_with_the_same_one_are_told_apart() -> None:
    paper = _read(",title,note,note\n7,Bees,a,b\n")[0]
    assert isinstance(paper, Paper)
    assert paper.extra == {"column 1": "7", "note": "a", "note (2)": "b"}


def test_quoted_newlines_do_not_disturb_the_line_numbers() -> None:
    text = 'title,abstract\n"Bees","One\ntwo\nthree"\n,\n , \n"","",\nWasps,a,b\n'
    assert _titles(text) == ["Bees"]
    assert _skipped(text) == [(8, "has 3 cells, but the header has 2")]


def test_a_row_may_have_too_few_cells_or_empty_ones_too_many() -> None:
    assert _titles("title,abstract,year\nBees\nWasps,,,,\n") == ["Bees", "Wasps"]


def test_a_row_without_title_and_abstract_is_skipped() -> None:
    assert _skipped("title,abstract,year\n,,2020\n") == [(2, "has neither title nor abstract")]


def test_a_stray_quotation_mark_is_taken_as_it_is_where_its_line_is_a_row() -> None:
    text = 'title,abstract\nBees,buzz\n"Broken,row\nWasps,sting\nAnts,"walk"\n"Last,row'
    assert _titles(text) == ["Bees", '"Broken', "Wasps", "Ants", '"Last']
    assert _skipped(text) == []


def test_a_quotation_mark_that_is_never_closed_costs_one_row() -> None:
    text = 'title,abstract,year\nBees,buzz,1\n"Broken,row\nWasps,sting,2\nAnts,"walk",3\n'
    assert _titles(text) == ["Bees", "Wasps", "Ants"]
    assert _skipped(text) == [(3, "has a quotation mark that is never closed")]


@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_two_stray_quotation_marks_swallow_no_rows_between_them(delimiter: str) -> None:
    titles = [f"Bees {number}" for number in range(30)]
    titles[3] = '"Honey" and wax'.replace('" ', " ")
    titles[20] = '"Combs'
    rows = [delimiter.join((title, "They buzz.", "2020")) for title in titles]
    text = "\n".join([delimiter.join(("title", "abstract", "year")), *rows])
    assert _titles(text) == titles
    assert _skipped(text) == []


def test_a_quoted_abstract_may_have_lines_that_look_a_little_like_rows() -> None:
    text = (
        'title,abstract,year\nBees,"Honey, wax, pollen,\nand royal jelly, all of them,\nare made, kept, eaten",2020\n'
        '"Wasps\nand hornets",Sting,2021\n'
    )
    assert _titles(text) == ["Bees", "Wasps and hornets"]
    assert [record.abstract for record in _read(text) if isinstance(record, Paper)] == [
        "Honey, wax, pollen,\nand royal jelly, all of them,\nare made, kept, eaten",
        "Sting",
    ]


def test_a_table_that_breaks_off_in_a_quoted_abstract_loses_only_that_row() -> None:
    text = 'title,abstract\nBees,buzz\nWasps,"They sting\nand bite\nand'
    assert _titles(text) == ["Bees"]
    assert _skipped(text) == [(3, "has a quotation mark that is never closed")]


def test_a_lone_quotation_mark_inside_a_cell_stays_next_to_a_quoted_one() -> None:
    text = 'title,abstract\nA 5" pipe,"One\ntwo"\nBees,buzz\n'
    assert _titles(text) == ['A 5" pipe', "Bees"]
    assert _skipped(text) == []


def test_blank_lines_are_no_rows() -> None:
    text = "\ntitle,abstract\n\nBees,buzz\n\n  \nWasps,sting\n\n"
    assert _titles(text) == ["Bees", "Wasps"]
    assert _skipped(text) == []


@pytest.mark.parametrize("above", ["# exported by hand, in May\n", "My papers\n\n", "a\nb\nc\nd\n", 'A "title\n'])
def test_a_header_may_stand_below_a_title_or_comments(above: str) -> None:
    text = f"{above}Title,Abstract,Year\nBees,buzz,2020\n,,2021\n"
    assert _titles(text) == ["Bees"]
    assert _skipped(text) == [(above.count("\n") + 3, "has neither title nor abstract")]


def test_escaped_quotation_marks_lose_their_backslashes_and_latex_keeps_its_own() -> None:
    text = 'title,abstract\n"The \\"bees\\" of $\\alpha$, again",""\n"Wasps","say \\"hum\\""\n'
    assert _titles(text) == ['The "bees" of $\\alpha$, again', "Wasps"]
    assert [record.abstract for record in _read(text) if isinstance(record, Paper)] == ["", 'say "hum"']


def test_accents_of_latex_are_no_escaped_quotation_marks() -> None:
    assert _titles('title\tyear\nG\\"odel\t1931\n') == ['G\\"odel']
    assert _titles('title,year\n"G\\""odel, K.",1931\n') == ['G\\"odel, K.']


def test_a_cell_beyond_all_measure_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("semsearch.readers.formats.headers.CELL_LIMIT", 100)
    limit = csv.field_size_limit(100)
    try:
        text = f"title,abstract\nBees,{'b' * 101}\nWasps,sting\n"
        assert _titles(text) == ["Wasps"]
        assert _skipped(text)[0][0] == 2
        assert header_of("x" * 101).names == ()
    finally:
        csv.field_size_limit(limit)


def test_cells_longer_than_the_usual_limit_are_read() -> None:
    csv.field_size_limit(131_072)
    paper = _read(f"title,abstract\nBees,{'b ' * 100_000}\n")[0]
    assert isinstance(paper, Paper)
    assert len(paper.abstract) == 199_999


_cell = st.text(st.characters(categories=("L", "N", "P", "S"), codec="utf-8"), min_size=1, max_size=20).filter(clean)


@given(st.lists(st.tuples(_cell, _cell, st.integers(1500, 2100)), min_size=1, max_size=5), st.sampled_from(",;\t|"))
def test_a_written_table_is_read_as_it_was(rows: list[tuple[str, str, int]], delimiter: str) -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter)
    writer.writerow(("title", "abstract", "year"))
    writer.writerows(rows)
    papers = [(paper.title, paper.abstract, paper.year) for paper in _read(text.getvalue()) if isinstance(paper, Paper)]
    assert papers == rows


SURPLUS_HEADER = "Title,Year,DOI,Abstract,Notes,Status\n"
LONG_ABSTRACT = "word " * 31


def test_a_row_with_more_cells_than_the_header_is_read_as_far_as_its_cells_are_in_place() -> None:
    (paper,) = _read(SURPLUS_HEADER + f"On graphs,2020,10.1/x,{LONG_ABSTRACT},one,two,three\n")
    assert isinstance(paper, Paper)
    assert (paper.title, paper.year, paper.doi, paper.abstract) == ("On graphs", 2020, "10.1/x", LONG_ABSTRACT.strip())
    assert paper.extra == {"column 5": "one", "column 6": "two", "column 7": "three"}


@pytest.mark.parametrize(
    "row",
    [
        f"On graphs, and trees,2020,10.1/x,{LONG_ABSTRACT},one,two",  # all is shifted by one
        "On graphs,2020,10.1/x,A short abstract, with a comma,one,two",  # the abstract may be cut
        f"On graphs,2020,A note,10.1/x,{LONG_ABSTRACT},one,two",
    ],
)
def test_a_row_with_more_cells_in_the_wrong_places_is_skipped(row: str) -> None:
    (skipped,) = _read(SURPLUS_HEADER + row + "\n")
    assert isinstance(skipped, SkippedRecord)
    assert (skipped.line, skipped.problem) == (2, "has 7 cells, but the header has 6")


def test_an_abstract_in_the_last_column_is_never_cut_at_its_comma() -> None:
    (skipped,) = _read(f"Title,Year,Abstract\nOn graphs,2020,{LONG_ABSTRACT},and on\n")
    assert isinstance(skipped, SkippedRecord)


def test_a_table_inside_a_cell_stays_there() -> None:
    inner = "Results:\nacc,prec,rec\n0.9,0.8,0.7\n0.8,0.7,0.6"
    text = f'id,title,abstract\n1,A study,"{inner}"\n2,B study,plain text\n'
    papers = [paper for paper in _read(text) if isinstance(paper, Paper)]
    assert [paper.abstract for paper in papers] == [inner, "plain text"]


@pytest.mark.parametrize("cell", ["x" * 300, f'"{"x" * 300}"', f'"{"x" * 300}', f'"{"x" * 300}\n"'])
def test_a_line_that_is_too_long_costs_its_row_alone(monkeypatch: pytest.MonkeyPatch, cell: str) -> None:
    monkeypatch.setattr(rows, "LONGEST", 100)
    monkeypatch.setattr(rows, "lines_of", partial(lines_of, longest=100))
    text = f"Title,Year\nBees,2020\n{cell},2020\nAnts,2021\nWasps,2022\n"
    assert _titles(text)[0] == "Bees"
    assert _titles(text)[-2:] == ["Ants", "Wasps"]
    assert _skipped(text)[0] == (3, TOO_LONG)


def test_a_note_that_there_is_no_abstract_shows_where_the_cells_of_a_longer_row_belong() -> None:
    paper = _read("Title,Abstract,Year,Venue\nBees,[No abstract available],2020,The Hive,more\n")[0]
    assert isinstance(paper, Paper)
    assert (paper.title, paper.year) == ("Bees", 2020)
