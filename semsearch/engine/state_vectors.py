"""The vectors that belong to a state of the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semsearch.errors import IndexDamagedError
from semsearch.store.folder import vectors_path
from semsearch.vectors.exact import ExactIndex

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.store.state import StoreState


def open_vectors(folder: Path, state: StoreState) -> ExactIndex:
    """Map the vectors of a state.

    Raises:
        IndexDamagedError: They are missing, damaged, or not those of the state.
    """
    vectors = ExactIndex.open(vectors_path(folder, state.generation))
    if vectors.dim != state.fingerprint.dim or vectors.size < state.papers:
        what = f"{folder}: the vectors are not those of the papers."
        raise IndexDamagedError(what, fix="Make them again: semsearch index --rebuild.")
    return vectors
