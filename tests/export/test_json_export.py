"""JSON for programs: fixed keys, every field, nothing a terminal would obey."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.choices import Mode
from semsearch.export.json_lines import paper_as_json
from semsearch.export.json_objects import as_json, as_object, hit_object, results_object
from semsearch.readers.fields.paper_fields import paper_of
from semsearch.records import Evidence, Fingerprint, Hit, Paper, SearchResults, Timings
from semsearch.reports import IndexInfo
from semsearch.text import without_controls

LAMP = Paper(
    paper_id="doe2020lamp",
    title=r"Lamps that learn: {\'e}tudes in <i>light</i>",
    abstract="A lamp is trained.\n\nIt shines.",
    authors=("Jane Doe", "Lee Roe"),
    year=2020,
    venue="J.&nbsp;Lamps",
    doi="10.1/lamp",
    keywords=("lamps", "learning"),
    source="/papers/a.jsonl",
    extra={"pages": "1--9", "cited": {"by": 3}},
)

_words = st.text(max_size=20)
_json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_words, inner, max_size=3),
    max_leaves=8,
)
_papers = st.builds(
    Paper,
    paper_id=_words,
    title=_words,
    abstract=_words,
    authors=st.lists(_words, max_size=3).map(tuple),
    year=st.none() | st.integers(),
    venue=_words,
    doi=_words,
    arxiv_id=_words,
    url=_words,
    keywords=st.lists(_words, max_size=3).map(tuple),
    kind=_words,
    title_is_made=st.booleans(),
    extra=st.dictionaries(_words | st.sampled_from(["title", "source", "original_title"]), _json_values, max_size=4),
)


@given(_papers)
def test_a_line_is_one_line_of_json_that_holds_every_field(paper: Paper) -> None:
    line = paper_as_json(paper)
    assert len(line.splitlines()) == 1
    line.encode()  # half a surrogate pair could not be written to a file
    assert without_controls(line) == line
    back = json.loads(line)
    whole = json.loads(as_json(as_object(paper)))
    own = {name: back.pop(name, None) for name in whole if name not in {"source", "extra"}}
    for name, value in own.items():
        assert value == whole[name] or (value is None and whole[name] in ("", [], False))
    assert sorted(map(repr, back.values())) == sorted(map(repr, whole["extra"].values()))


def test_a_line_names_only_the_filled_fields_in_a_fixed_order_and_extra_fields_after_them() -> None:
    assert list(json.loads(paper_as_json(LAMP))) == [
        "paper_id", "title", "abstract", "authors", "year", "venue", "doi", "keywords", "pages", "cited",
    ]  # fmt: skip


def test_a_line_is_read_back_as_the_same_paper() -> None:
    made = Paper(
        paper_id="n1", title="A lamp is trained", title_is_made=True, abstract="A lamp is trained.", source="/b"
    )
    for paper in (LAMP, made):
        assert paper_of(json.loads(paper_as_json(paper)), source=paper.source) == paper


def test_an_extra_field_called_like_one_of_ours_is_kept_beside_it() -> None:
    paper = Paper(title="T", extra={"title": "other", "original_title": "third", "source": "archive"})
    assert json.loads(paper_as_json(paper)) == {
        "title": "T",
        "original_original_title": "other",
        "original_title": "third",
        "original_source": "archive",
    }


def test_a_whole_paper_has_all_fields_with_the_text_of_the_source() -> None:
    assert json.loads(as_json(as_object(LAMP))) == {
        "paper_id": "doe2020lamp",
        "title": r"Lamps that learn: {\'e}tudes in <i>light</i>",
        "abstract": "A lamp is trained.\n\nIt shines.",
        "authors": ["Jane Doe", "Lee Roe"],
        "year": 2020,
        "venue": "J.&nbsp;Lamps",
        "doi": "10.1/lamp",
        "arxiv_id": "",
        "url": "",
        "keywords": ["lamps", "learning"],
        "kind": "",
        "source": "/papers/a.jsonl",
        "title_is_made": False,
        "extra": {"pages": "1--9", "cited": {"by": 3}},
    }


def test_an_answer_has_the_documented_keys_in_their_order() -> None:
    hit = Hit(paper=LAMP, rank=1, score=0.12345678, semantic_score=0.5, best_sentence="It shines.")
    results = SearchResults(
        question="bright?", hits=(hit,), mode=Mode.SEMANTIC, notes=("long",), timings=Timings(encode=1.23456, fetch=2)
    )
    answer = results_object(results)
    assert list(answer) == ["question", "mode", "hits", "notes", "timings_ms"]
    assert answer["mode"] == "semantic"
    assert answer["notes"] == ["long"]
    assert list(answer["timings_ms"].items()) == [  # type: ignore[attr-defined]
        ("encode", 1.235), ("semantic", 0.0), ("lexical", 0.0), ("fuse", 0.0), ("fetch", 2),
        ("rerank", 0.0), ("diversify", 0.0), ("snippets", 0.0), ("total", 3.235),
    ]  # fmt: skip
    assert list(hit_object(hit).items()) == [
        ("rank", 1),
        ("paper_id", "doe2020lamp"),
        ("title", "Lamps that learn: études in light"),
        ("authors", ["Jane Doe", "Lee Roe"]),
        ("year", 2020),
        ("venue", "J. Lamps"),
        ("score", 0.123457),
        ("semantic_score", 0.5),
        ("lexical_score", None),
        ("rerank_score", None),
        ("closeness", None),
        ("best_sentence", "It shines."),
        ("evidence", None),
        ("doi", "10.1/lamp"),
        ("arxiv_id", ""),
        ("url", ""),
    ]


def test_an_answer_to_a_query_from_a_file_begins_with_its_id() -> None:
    results = SearchResults(question="bright?", query_id="q7", hits=(), mode=Mode.SEMANTIC)
    assert next(iter(results_object(results).items())) == ("query_id", "q7")


def test_what_an_index_is_names_its_encoder_and_its_dates() -> None:
    model = Fingerprint(
        model="m",
        weights_sha256="w",
        tokenizer_sha256="t",
        pooling="mean",
        prompts=("query=q",),
        max_tokens=256,
        dim=384,
        normalization="unit",
        text_recipe="r",
    )
    info = IndexInfo(
        folder="i",
        format_version=1,
        papers=2,
        first_year=None,
        last_year=None,
        fingerprint=model,
        created=datetime(2026, 1, 2, tzinfo=UTC),
        updated=datetime(2026, 1, 3, tzinfo=UTC),
        store_bytes=10,
        vector_bytes=20,
        lexical_bytes=5,
        pending_texts=0,
    )
    found = json.loads(as_json(as_object(info)))
    assert list(found)[:3] == ["folder", "format_version", "papers"]
    assert found["created"] == "2026-01-02T00:00:00+00:00"
    assert found["fingerprint"] == {
        "model": "m",
        "weights_sha256": "w",
        "tokenizer_sha256": "t",
        "pooling": "mean",
        "prompts": ["query=q"],
        "max_tokens": 256,
        "dim": 384,
        "normalization": "unit",
        "text_recipe": "r",
    }


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a\x07": "\x9b31m\u202e"}, '{"a": "31m"}'),
        ("\ud800é 深\n", '"é 深\\n"'),
        ([1.5, float("nan"), float("inf"), True, None], "[1.5, null, null, true, null]"),
        ({("a", 1): 2}, "{\"('a', 1)\": 2}"),
        (MappingProxyType({"when": date(2020, 1, 2), "which": {3}}), '{"when": "2020-01-02", "which": [3]}'),
    ],
)
def test_whatever_a_source_holds_becomes_json_that_is_safe_to_print(value: object, text: str) -> None:
    assert as_json(value) == text


def test_why_a_paper_was_found_is_an_object_in_its_place() -> None:
    evidence = Evidence(semantic_rank=3, lexical_rank=None, matched_words=("lamp", "light"))
    found = json.loads(as_json(hit_object(Hit(paper=LAMP, rank=1, score=0.5, closeness=0.998, evidence=evidence))))
    assert found["closeness"] == 0.998
    assert list(found["evidence"].items()) == [
        ("semantic_rank", 3), ("lexical_rank", None), ("matched_words", ["lamp", "light"]),
    ]  # fmt: skip
