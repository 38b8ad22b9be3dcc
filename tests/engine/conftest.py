"""A handful of papers that the fake encoder tells apart, and an index of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from making import make_paper
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine.index import Index

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from semsearch.records import Paper


@pytest.fixture
def papers() -> list[Paper]:
    """Five papers on five subjects."""
    return [
        make_paper("attention", "Linear attention reads long texts. It needs little memory.", year=2020, venue="ICML"),
        make_paper("protein", "Protein folding by graph networks.", year=2021, venue="Nature", authors=("Ada Folder",)),
        make_paper("video", "Flat video becomes scenes with depth.", year=2022, venue="CVPR", doi="10.1000/Video"),
        make_paper("labels", "Which pairs of nodes get labels when networks are aligned.", year=2023, venue="ICML"),
        make_paper("music", "Tones and rhythm of old songs.", arxiv_id="1706.03762"),
    ]


@pytest.fixture
def encoder() -> HashedWordsEncoder:
    return HashedWordsEncoder()


@pytest.fixture
def index(papers: list[Paper], encoder: HashedWordsEncoder, tmp_path: Path) -> Iterator[Index]:
    with Index.build(papers, tmp_path / "index", encoder=encoder) as built:
        yield built
