"""The words that belong to a state of the store: opened, and brought in line with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.errors import IndexDamagedError, IndexFolderError
from semsearch.identity import ids_of
from semsearch.lexical.index import LexicalIndex
from semsearch.lexical.writing import LexicalDocument, is_usable, update_lexical
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
_REMOVED_SHARE: Final = 0.05  # of all papers; with more removed ones, all words are written anew, so that none counts


def open_lexical(folder: Path, state: StoreState) -> LexicalIndex | None:
    """Open the words of a state; None if they are missing or damaged, until the next update makes them again."""
    try:
        return LexicalIndex.open(lexical_path(folder, state.numbering))
    except IndexDamagedError:
        return None


def write_lexical(store: StoreReader) -> None:
    """Write all words of a state whose rows are numbered anew, in a folder that nobody reads yet."""
    rows = np.asarray(store.rows(), dtype=np.int64)
    _update(store, add=rows, anew=True)


def reconcile_lexical(folder: Path) -> None:
    """Make the words those of the newest state: add the rows that are missing, and remove those that are gone.

    An update calls it last. If it is interrupted, questions find what is missing by meaning only, and the next
    update makes up for it. The words of a row never change, so it is enough to compare rows.

    Raises:
        IndexFolderError: The disk is full or cannot be written to; the papers are in the index all the same.
    """
    store = StoreReader.open(folder)
    try:
        wanted = np.asarray(store.rows(), dtype=np.int64)
        path = lexical_path(folder, store.state.numbering)
        index = LexicalIndex.open(path) if is_usable(path) else None
        known = np.empty(0, dtype=np.int64) if index is None else index.rows()
        missing, gone = np.setdiff1d(wanted, known), np.setdiff1d(known, wanted)
        removed = len(gone) + (index.removed if index else 0)
        if index is None or removed > _REMOVED_SHARE * len(wanted):
            _update(store, add=wanted, anew=True)
        elif index.revision != store.state.revision or len(missing) or len(gone):
            _update(store, add=missing, remove=gone)
    except IndexFolderError as exc:
        what = f"The papers are in the index, but not all of their words: {exc.what}"
        raise IndexFolderError(what, fix=f"{exc.fix} The next update makes up for it: semsearch index.") from exc
    finally:
        store.close()


def _update(store: StoreReader, *, add: Rows, remove: Rows | None = None, anew: bool = False) -> None:
    update_lexical(
        lexical_path(store.folder, store.state.numbering),
        add=_documents(store, add),
        remove=() if remove is None else remove.tolist(),
        anew=anew,
        revision=store.state.revision,
    )


def _documents(store: StoreReader, rows: Rows) -> Iterator[LexicalDocument]:
    for start in range(0, len(rows), _TOGETHER):
        papers = store.papers_at(rows[start : start + _TOGETHER].tolist())
        yield from (_document(row, papers[row]) for row in sorted(papers))


def _document(row: int, paper: Paper) -> LexicalDocument:
    return LexicalDocument(row, lexical_text(paper), ids_of(paper))
