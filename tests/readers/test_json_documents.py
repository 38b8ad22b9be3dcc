from __future__ import annotations

import io
import json
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.errors import SourceError
from semsearch.readers.formats import json_documents, json_values
from semsearch.readers.formats.json_documents import read_json
from semsearch.readers.formats.lines import TOO_LONG, lines_of
from semsearch.records import Paper, SkippedRecord

BEES = {"id": "bees", "title": "Bees"}
WASPS = {"id": "wasps", "title": "Wasps"}


def _read(text: str) -> list[Paper | SkippedRecord]:
    return list(read_json(io.StringIO(text), source="/p.jsonl"))


def _ids(text: str) -> list[str]:
    return [record.paper_id for record in _read(text) if isinstance(record, Paper)]


def _skipped(text: str) -> list[tuple[int, str]]:
    return [(record.line, record.problem) for record in _read(text) if isinstance(record, SkippedRecord)]


@pytest.mark.parametrize(
    "text",
    [
        f"{json.dumps(BEES)}\n\n{json.dumps(WASPS)}\n",
        json.dumps([BEES, WASPS]),
        json.dumps([BEES, WASPS], indent=2),
        json.dumps({"papers": [BEES, WASPS]}),
        json.dumps({"meta": {"count": 2}, "results": [BEES, WASPS]}, indent=2),
        json.dumps({"status": "ok", "message": {"items": [BEES, WASPS]}}),
        json.dumps([{"key": "k", "data": BEES}, {"key": "l", "data": WASPS}]),
        json.dumps({"items": [{"key": "k", "data": BEES}, {"key": "l", "data": WASPS}]}),
        f"{json.dumps(BEES, indent=1)}\n{json.dumps(WASPS, indent=1)}",
        f"\n\ufeff{json.dumps(BEES)}\n{json.dumps(WASPS)}",
    ],
)
def test_papers_are_found_in_every_usual_shape(text: str) -> None:
    assert _ids(text) == ["bees", "wasps"]


def test_a_single_object_and_a_wrapped_one_are_one_paper() -> None:
    assert _ids(json.dumps(BEES, indent=2)) == ["bees"]
    assert _ids(json.dumps({"message": BEES})) == ["bees"]


def test_bad_lines_are_skipped_under_their_line_numbers() -> None:
    text = f'{json.dumps(BEES)}\n\n{{"title": \n[1]\n{{"id": "x"}}\n{json.dumps(WASPS)}'
    assert _ids(text) == ["bees", "wasps"]
    problems = _skipped(text)
    assert [line for line, _ in problems] == [3, 4, 5]
    assert problems[0][1].startswith("is not valid JSON: ")
    assert problems[1:] == [(4, "is not a JSON object"), (5, "has no field for a title or an abstract")]


def test_a_broken_first_line_does_not_end_the_reading() -> None:
    text = f'{{"title": "Be\n{json.dumps(BEES)}\n{json.dumps(WASPS)}'
    assert _ids(text) == ["bees", "wasps"]
    assert [line for line, _ in _skipped(text)] == [1]


@pytest.mark.parametrize(
    "end",
    ["", "\n", ",\n", ',\n{"id": "wasps", "ti', ',\n{"id": "wasps", "x": [1]', ',\n{"id": "wasps", "title": "W"}'],
)
def test_an_array_that_breaks_off_gives_what_came_before_and_then_an_error(end: str) -> None:
    records = read_json(io.StringIO('[\n{"id": "bees", "title": "Bees"}' + end), source="/p.jsonl")
    first = next(records)
    assert isinstance(first, Paper)
    assert first.paper_id == "bees"
    with pytest.raises(SourceError, match=r"/p\.jsonl:[23] is where the list breaks off"):
        list(records)


@pytest.mark.parametrize("indent", ["", "  "])
def test_a_broken_value_in_a_whole_array_costs_only_itself(indent: str) -> None:
    text = '[\n{"id": "bees", "title": "Bees"},\n{"id": "wasps", "title": },\n{"id": "ants", "title": "Ants"}\n]'
    text = text.replace("\n{", f"\n{indent}{{")
    assert _ids(text) == ["bees", "ants"]
    line, problem = _skipped(text)[0]
    assert line == 3
    assert problem.startswith("is not valid JSON: Expecting value")


def test_a_broken_value_among_others_in_one_line_is_skipped_with_the_rest() -> None:
    text = '[{"id": "bees", "title": "Bees"}, {"id": "wasps", "title": }, {"id": "ants", "title": "Ants"}]'
    assert _ids(text) == ["bees"]
    line, problem = _skipped(text)[0]
    assert line == 1
    assert problem.startswith("is not valid JSON, so the rest of the file is not read")


@pytest.mark.parametrize("between", ["\n", "", "\n\n", " "])
def test_what_follows_an_array_is_read_too(between: str) -> None:
    assert _ids(f"{json.dumps([BEES], indent=1)}{between}{json.dumps([WASPS])}") == ["bees", "wasps"]
    assert _ids(f"{json.dumps([BEES])}{between}{json.dumps(WASPS)}\n[]") == ["bees", "wasps"]


def test_garbage_after_an_array_is_skipped_under_its_line() -> None:
    text = f"{json.dumps([BEES])}\n\n]]"
    assert _ids(text) == ["bees"]
    assert [(line, problem[:17]) for line, problem in _skipped(text)] == [(3, "is not valid JSON")]


@pytest.mark.parametrize("text", ['{"title": "Be', "{'title': 'Bees'}", '[{"title": ', "[" * 100_000])
def test_what_is_broken_from_the_start_is_an_error(text: str) -> None:
    with pytest.raises(SourceError, match=r"/p\.jsonl:\d+ is not valid JSON"):
        _read(text)


def test_the_line_of_the_break_is_named() -> None:
    with pytest.raises(SourceError, match=r"/p\.jsonl:4 is not valid JSON"):
        _read('\n{\n "title": "Bees",\n "year": ,\n}')


def test_numbers_that_json_does_not_know_become_nothing() -> None:
    paper = _read('{"title": "Bees", "year": NaN, "score": Infinity, "huge": 1e999, "n": 1}')[0]
    assert isinstance(paper, Paper)
    assert (paper.year, dict(paper.extra)) == (None, {"score": None, "huge": None, "n": 1})


def test_raw_control_characters_in_strings_are_dropped() -> None:
    paper = _read('{"title": "Be\tes \x01and", "id": 5}')[0]
    assert isinstance(paper, Paper)
    assert (paper.title, paper.paper_id) == ("Be es and", "5")


@pytest.mark.parametrize(
    "value", [{"name": "pkg", "version": "1"}, {"data": {"data": {"x": [1]}}}, {"cells": [{"a": 1}]}]
)
def test_objects_that_hold_no_papers_give_none(value: dict[str, Any]) -> None:
    assert _ids(json.dumps(value)) == []
    assert _skipped(json.dumps(value)) == [(1, "has no field for a title or an abstract")]


@pytest.mark.parametrize("levels", [50, 450, 900, 5000])
def test_deeply_nested_values_never_end_the_reading(levels: int) -> None:
    nested = f'{{"id": "deep", "title": "Deep", "x": {"[" * levels}{"]" * levels}}}'
    text = f"{json.dumps(BEES)}\n{nested}\n{json.dumps(WASPS)}\n"
    assert [paper_id for paper_id in _ids(text) if paper_id != "deep"] == ["bees", "wasps"]
    assert _ids(text).count("deep") + len(_skipped(text)) == 1


def test_a_comma_behind_each_object_costs_nothing() -> None:
    assert _ids(f"{json.dumps(BEES)},\n{json.dumps(WASPS)} ,\n") == ["bees", "wasps"]


def test_a_line_that_is_too_long_is_reported_and_the_rest_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_documents, "LONGEST", 100)
    monkeypatch.setattr(json_documents, "lines_of", partial(lines_of, longest=100))
    monkeypatch.setattr(json_values, "LONGEST_VALUE", 1000)
    huge = json.dumps({"id": "huge", "title": "x" * 5000})
    for lines in ([json.dumps(BEES), huge, json.dumps(WASPS)], [huge, json.dumps(BEES), json.dumps(WASPS)]):
        text = "\n".join(lines)
        assert _ids(text) == ["bees", "wasps"]
        assert _skipped(text) == [(lines.index(huge) + 1, TOO_LONG)]


def test_a_value_that_is_too_long_is_reported_and_the_rest_of_the_list_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_values, "LONGEST_VALUE", 1000)
    monkeypatch.setattr(json_values, "_PIECE", 100)
    huge = json.dumps({"id": "huge", "title": "x" * 5000})
    text = f"[\n{json.dumps(BEES)},\n{huge},\n{json.dumps(WASPS)}\n]"
    assert _ids(text) == ["bees", "wasps"]
    assert _skipped(text) == [(3, "is not valid JSON: it is longer than 1,000 characters")]
    with pytest.raises(SourceError, match="is not valid JSON: it is longer than 1,000 characters"):
        _read(f"[{huge}]")


@given(
    st.lists(st.sampled_from(['{"title": "A\\u00e4"}', '{\n"title": "B"\n}', "[", "]", ",", "\n", "12", "{", "}"])),
    st.integers(1, 20),
)
def test_it_does_not_matter_in_which_pieces_a_document_is_read(parts: list[str], piece: int) -> None:
    def outcome() -> object:
        try:
            return [repr(record) for record in _read("".join(parts))]
        except SourceError as exc:
            return str(exc)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_values, "_PIECE", piece)
        in_pieces = outcome()
    assert in_pieces == outcome()


def test_papers_that_cite_another_are_found_in_the_answer_of_a_service() -> None:
    assert _ids(json.dumps({"data": [{"citingPaper": BEES, "contexts": []}, {"citedPaper": WASPS}]})) == [
        "bees",
        "wasps",
    ]
