"""The words that belong to a state of the store: opened, and brought in line with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.errors import IndexDamagedError
from semsearch.identity import ids_of
from semsearch.lexical.index import LexicalIndex
from semsearch.lexical.writing import LexicalDocument, update_lexical
from semsearch.store.folder import lexical_path
from semsearch.store.reader import StoreReader
from semsearch.text import lexical_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from semsearch.protocols import Rows
    from semsearch.records import Paper
    from semsearch.store.state import StoreState

_TOGETHER: Final = 1024  # papers read at a time


def open_lexical(folder: Path, state: StoreState) -> LexicalIndex | None:
    """Open the words of a state; None if they are missing or damaged, until the next update makes them again."""
    try:
        return LexicalIndex.open(lexical_path(folder, state.numbering))
    except IndexDamagedError:
        return None


def rows_with_words(store: StoreReader, words: LexicalIndex) -> Rows | None:
    """The rows of the papers whose words are there, ascending; None if they are of this very state.

    They are not where an update ended before its words were written, or where a later one has come first.
    """
    if words.revision == store.state.revision:
        return None
    return np.intersect1d(np.asarray(store.rows(), dtype=np.int64), words.rows())


def reconcile_lexical(folder: Path) -> None:
    """Make the words those of the newest state: add the rows that are missing, and remove those that are gone.

    An update calls it last. If it is interrupted, questions find what is missing by meaning only, and the next
    update makes up for it. The words of a row never change, so it is enough to compare rows.

    Raises:
        IndexFolderError: The disk is full or cannot be written to.
    """
    store = StoreReader.open(folder)
    try:
        wanted = np.asarray(store.rows(), dtype=np.int64)
        words = open_lexical(folder, store.state)
        known = np.empty(0, dtype=np.int64) if words is None else words.rows()
        missing, gone = np.setdiff1d(wanted, known), np.setdiff1d(known, wanted)
        if words is None or words.revision != store.state.revision or len(missing) or len(gone):
            update_lexical(
                lexical_path(folder, store.state.numbering),
                add=_documents(store, missing),
                remove=gone.tolist(),
                anew=words is None,
                revision=store.state.revision,
            )
    finally:
        store.close()


def _documents(store: StoreReader, rows: Rows) -> Iterator[LexicalDocument]:
    for start in range(0, len(rows), _TOGETHER):
        papers = store.papers_at(rows[start : start + _TOGETHER].tolist())
        yield from (_document(row, papers[row]) for row in sorted(papers))


def _document(row: int, paper: Paper) -> LexicalDocument:
    return LexicalDocument(row, lexical_text(paper), ids_of(paper))
