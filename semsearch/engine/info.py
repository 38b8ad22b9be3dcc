"""What an index is, told from its store alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semsearch.reports import IndexInfo
from semsearch.store.folder import STORE_NAME, lexical_path, vectors_path
from semsearch.store.schema import FORMAT_VERSION

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.store.reader import StoreReader


def index_info(store: StoreReader) -> IndexInfo:
    """Gather what the index is and holds, without opening its vectors."""
    state, years = store.state, store.years()
    return IndexInfo(
        folder=str(store.folder),
        format_version=FORMAT_VERSION,
        papers=state.papers,
        first_year=years.first,
        last_year=years.last,
        fingerprint=state.fingerprint,
        created=state.created,
        updated=state.updated,
        store_bytes=_size(store.folder / STORE_NAME),
        vector_bytes=_size(vectors_path(store.folder, state.generation)),
        lexical_bytes=sum(map(_size, lexical_path(store.folder, state.numbering).glob("*"))),
        pending_texts=store.pending_texts(),
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # a writer has just replaced it
        return 0
