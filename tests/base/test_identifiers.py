from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.identifiers import arxiv_id_of, doi_of


@pytest.mark.parametrize(
    "text",
    [
        "10.1000/182",
        " 10.1000/182 ",
        "doi:10.1000/182",
        "doi: 10.1000/182",
        "DOI:10.1000/182",
        "info:doi/10.1000/182",
        "doi.org/10.1000/182",
        "https://doi.org/10.1000/182",
        "http://dx.doi.org/10.1000/182",
        "HTTPS://www.DOI.org/10.1000/182",
    ],
)
def test_a_doi_is_known_however_it_is_written(text: str) -> None:
    assert doi_of(text) == "10.1000/182"


def test_a_doi_keeps_its_letters_brackets_and_dots() -> None:
    doi = "10.1016/S0004-3702(99)00052-1"
    assert doi_of(f"https://doi.org/{doi}") == doi
    assert doi_of("10.1000.10/A.b;c") == "10.1000.10/A.b;c"


def test_a_short_doi_is_a_doi_but_a_date_is_not() -> None:
    assert doi_of("https://doi.org/10/aabbe") == "10/aabbe"
    assert doi_of("10/2019") is None


@pytest.mark.parametrize(
    "text",
    ["", "doi:", "10.5", "10.5 / 3", "see 10.1000/182", "10.1000/182 and more", "11.1000/182", "https://example.org/1"],
)
def test_other_texts_are_not_dois(text: str) -> None:
    assert doi_of(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "1706.03762",
        "1706.03762v5",
        " 1706.03762 ",
        "arXiv:1706.03762",
        "arXiv:1706.03762v5",
        "arxiv: 1706.03762v5 [cs.CL]",
        "arxiv.org/abs/1706.03762",
        "https://arxiv.org/abs/1706.03762v5",
        "http://www.arxiv.org/abs/1706.03762?context=cs",
        "https://export.arxiv.org/abs/1706.03762/",
        "https://arxiv.org/pdf/1706.03762",
        "https://arxiv.org/pdf/1706.03762v5.pdf",
        "https://arxiv.org/html/1706.03762v5#S3",
    ],
)
def test_an_arxiv_id_is_known_however_it_is_written_and_loses_its_version(text: str) -> None:
    assert arxiv_id_of(text) == "1706.03762"


@pytest.mark.parametrize(
    ("text", "arxiv_id"),
    [
        ("cs/0112017", "cs/0112017"),
        ("cs/0112017v2", "cs/0112017"),
        ("arXiv:math.GT/0309136", "math.GT/0309136"),
        ("https://arxiv.org/pdf/hep-th/9901001v3.pdf", "hep-th/9901001"),
        ("0704.0001", "0704.0001"),
    ],
)
def test_ids_from_before_2007_and_2015_are_known(text: str, arxiv_id: str) -> None:
    assert arxiv_id_of(text) == arxiv_id


@pytest.mark.parametrize(
    "text",
    ["", "arXiv:", "1713.03762", "1706.037", "1706.037621", "cs/0113017", "10.4855/1706.03762", "in 1706.03762"],
)
def test_other_texts_are_not_arxiv_ids(text: str) -> None:
    assert arxiv_id_of(text) is None


@given(
    st.one_of(
        st.text(),
        st.from_regex(r"(doi:)?10\.\d{1,5}/\w+|(arXiv:)?\d{4}\.\d{4,5}(v\d)?", fullmatch=True),
    )
)
def test_an_identifier_that_was_found_is_found_in_itself(text: str) -> None:
    for identifier_of in (doi_of, arxiv_id_of):
        identifier = identifier_of(text)
        assert identifier is None or (identifier in text and identifier_of(identifier) == identifier)
