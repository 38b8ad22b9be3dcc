"""The vectors of papers alone, among rows that have none anymore."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.protocols import Neighbors, VectorIndex

if TYPE_CHECKING:
    from semsearch.protocols import Rows, Vectors
    from semsearch.store.reader import StoreReader

_DEEPER: Final = 2  # times as deep, where too few of the rows had a paper


class PaperVectors(VectorIndex):
    """Finds only rows that have a paper in the store; others stay in the file until an update drops them."""

    def __init__(self, vectors: VectorIndex, store: StoreReader) -> None:
        self._vectors = vectors
        self._store = store
        self._all_have_papers = vectors.size == store.state.papers

    @property
    def size(self) -> int:
        """Number of rows, with or without a paper."""
        return self._vectors.size

    @property
    def dim(self) -> int:
        """Length of a vector."""
        return self._vectors.dim

    def vectors(self, rows: Rows) -> Vectors:
        """The vectors of these rows: (len(rows), dim) float32."""
        return self._vectors.vectors(rows)

    def search(self, queries: Vectors, depth: int, *, allowed: Rows | None = None) -> list[Neighbors]:
        """Find the nearest rows of each of the (n, dim) queries, at most `depth`, among the `allowed` ones if given."""
        if self._all_have_papers or allowed is not None:  # who allows some rows has found them in the store
            return self._vectors.search(queries, depth, allowed=allowed)
        return [self._nearest(query[None, :], depth) for query in queries]

    def _nearest(self, query: Vectors, depth: int) -> Neighbors:
        limit = depth
        while True:
            (found,) = self._vectors.search(query, limit)
            has_paper = np.isin(found.rows, self._store.rows_among(found.rows.tolist()))
            if has_paper.sum() >= depth or len(found.rows) < limit:
                return Neighbors(found.rows[has_paper][:depth], found.similarities[has_paper][:depth])
            limit *= _DEEPER
