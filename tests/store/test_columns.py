"""A paper comes back from the store as it went in."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from semsearch.records import Paper
from semsearch.store.columns import as_record, from_record

texts = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Cn", "Zl", "Zp"]), max_size=40)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
papers = st.builds(
    Paper,
    paper_id=texts,
    title=texts,
    abstract=texts,
    authors=st.lists(texts, max_size=3).map(tuple),
    year=st.none() | st.integers(0, 3000),
    venue=texts,
    doi=texts,
    keywords=st.lists(texts, max_size=3).map(tuple),
    title_is_made=st.booleans(),
    extra=st.dictionaries(texts, values, max_size=3),
)


@given(papers)
def test_a_stored_paper_is_read_back_as_it_was(paper: Paper) -> None:
    assert from_record(as_record(paper)) == paper


def test_empty_fields_take_no_room() -> None:
    assert as_record(Paper(paper_id="a", title="T")) == '{"paper_id":"a","title":"T"}'


def test_what_json_does_not_know_is_stored_as_text_or_list() -> None:
    paper = Paper(paper_id="a", title="T", extra={"seen": date(2026, 1, 2), "tags": {"x"}})
    assert from_record(as_record(paper)).extra == {"seen": "2026-01-02", "tags": ["x"]}
