"""A small index of words, and how to make one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from semsearch.lexical.index import LexicalIndex
from semsearch.lexical.writing import LexicalDocument, update_lexical

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Build = Callable[..., LexicalIndex]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Make an index of these texts, in rows from 0."""

    def build_here(*texts: str) -> LexicalIndex:
        folder = tmp_path / "lexical"
        update_lexical(folder, add=[LexicalDocument(row, text) for row, text in enumerate(texts)])
        return LexicalIndex.open(folder)

    return build_here
