"""Exact search over float16 vectors in a file that is mapped, not read."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from semsearch.errors import IndexDamagedError, IndexFolderError
from semsearch.protocols import Neighbors

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    import faiss
    from numpy.typing import NDArray

    from semsearch.protocols import Rows, Vectors

_NARROW = 10_000  # up to so many allowed rows, scoring just them beats a scan with a bitmap (8 ms at 1 M rows)
_BLOCK = 65_536  # rows copied at a time


class ExactIndex:
    """A FAISS flat index, scalar-quantized to float16, with inner product; implements `VectorIndex`."""

    def __init__(self, index: faiss.IndexScalarQuantizer) -> None:
        self._index = index

    @classmethod
    def open(cls, path: Path) -> ExactIndex:
        """Map the file at `path`; its pages are read when a search touches them.

        Raises:
            IndexDamagedError: The file is missing, cut short, or not one of ours.
        """
        import faiss

        try:
            index = faiss.read_index(str(path), faiss.IO_FLAG_MMAP_IFC)
            bytes_on_disk = path.stat().st_size
        except (RuntimeError, OSError) as exc:
            raise _damaged(path) from exc
        if not isinstance(index, faiss.IndexScalarQuantizer) or index.metric_type != faiss.METRIC_INNER_PRODUCT:
            raise _damaged(path)
        if index.sq.qtype != faiss.ScalarQuantizer.QT_fp16 or index.code_size * index.ntotal > bytes_on_disk:
            raise _damaged(path)
        return cls(index)

    @property
    def size(self) -> int:
        """Number of rows, from 0 to size - 1."""
        return int(self._index.ntotal)

    @property
    def dim(self) -> int:
        """Length of a vector."""
        return int(self._index.d)

    @property
    def halves(self) -> NDArray[np.float16]:
        """The stored vectors: (size, dim) float16, a view into the mapped file."""
        import faiss

        if not self.size:
            return np.empty((0, self.dim), dtype=np.float16)
        codes = faiss.rev_swig_ptr(self._index.codes.data(), self.size * self._index.code_size)
        halves: NDArray[np.float16] = np.asarray(_View(codes, self._index)).view(np.float16)
        return halves.reshape(self.size, self.dim)

    def vectors(self, rows: Rows) -> Vectors:
        """The vectors of these rows: (len(rows), dim) float32."""
        return self.halves[rows].astype(np.float32)

    def search(self, queries: Vectors, depth: int, *, allowed: Rows | None = None) -> list[Neighbors]:
        """Find the nearest rows of each query, at most `depth`, best first.

        Args:
            queries: (n, dim) float32, rows of length 1.
            depth: How many rows to find.
            allowed: (m,) int64, sorted and unique: only these rows may be found.

        Returns:
            One `Neighbors` a query.
        """
        depth = min(depth, self.size if allowed is None else len(allowed))
        if depth == 0:
            return [Neighbors(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32)) for _ in queries]
        if allowed is not None and len(allowed) <= _NARROW:
            return self._search_each(queries, depth, allowed)
        return self._scan(queries, depth, allowed)

    def _search_each(self, queries: Vectors, depth: int, allowed: Rows) -> list[Neighbors]:
        similarities = queries @ self.vectors(allowed).T
        found = []
        for of_query in similarities:
            best = np.argsort(-of_query, kind="stable")[:depth]
            found.append(Neighbors(allowed[best], of_query[best]))
        return found

    def _scan(self, queries: Vectors, depth: int, allowed: Rows | None) -> list[Neighbors]:
        import faiss

        params = None
        if allowed is not None:
            mask = np.zeros(self.size, dtype=bool)
            mask[allowed] = True
            # Never IDSelectorBatch: over a thousand times slower when half of a million rows are allowed.
            selector = faiss.IDSelectorBitmap(np.packbits(mask, bitorder="little"))  # type: ignore[call-arg, arg-type]
            params = faiss.SearchParameters(sel=selector)  # type: ignore[call-arg]
        with _threads_for(len(queries)):
            similarities, rows = self._index.search(
                np.ascontiguousarray(queries, dtype=np.float32), depth, params=params
            )
        found = []
        for of_query, similarity in zip(rows, similarities, strict=True):
            best = np.lexsort((of_query, -similarity))
            best = best[of_query[best] >= 0]  # FAISS fills up with -1
            found.append(Neighbors(of_query[best], similarity[best]))
        return found


@contextmanager
def _threads_for(queries: int) -> Iterator[None]:
    """Use no more threads than queries: FAISS divides the work by query, and idle threads stand in the way of others.

    Over 45,000 vectors, one query takes 1.3 ms on one thread, and 11 ms with a second one on two cores.
    """
    import faiss

    usual = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(min(queries, usual))
    try:
        yield
    finally:
        faiss.omp_set_num_threads(usual)


class _View:
    """Memory of FAISS as an array that keeps its owner alive."""

    def __init__(self, memory: NDArray[np.uint8], owner: object) -> None:
        self.__array_interface__ = memory.__array_interface__
        self.owner = owner


def write_vectors(path: Path, blocks: Iterable[NDArray[np.floating]], *, dim: int, size: int) -> None:
    """Write an index of these vectors to `path`, in their order.

    Args:
        path: The file to write; not atomic, the caller moves it into place.
        blocks: Each (n, dim) float16 or float32, rows of length 1.
        dim: Length of a vector.
        size: How many vectors there are in all blocks.

    Raises:
        IndexFolderError: The disk is full or cannot be written.
    """
    import faiss

    index = faiss.IndexScalarQuantizer(dim, faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT)
    index.codes.resize(size * index.code_size)  # at once, since growing step by step takes twice the memory
    index.ntotal = size
    halves = ExactIndex(index).halves
    start = 0
    for block in blocks:
        halves[start : start + len(block)] = block
        start += len(block)
    try:
        faiss.write_index(index, str(path))
    except RuntimeError as exc:
        what = f"{path}: the vectors cannot be written."
        raise IndexFolderError(what, fix="Make room on the disk and run the command again.") from exc


def stored_blocks(index: ExactIndex, rows: Rows) -> Iterator[NDArray[np.float16]]:
    """The vectors of these rows as they are stored, in their order, some at a time."""
    halves = index.halves
    for start in range(0, len(rows), _BLOCK):
        yield halves[rows[start : start + _BLOCK]]


def _damaged(path: Path) -> IndexDamagedError:
    return IndexDamagedError(f"{path} is missing or damaged.", fix="Make it again: semsearch index --rebuild.")
