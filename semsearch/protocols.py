"""What a part must do, so that another can take its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    from semsearch.records import Fingerprint
    from semsearch.reports import EncodingProgress

    Vectors: TypeAlias = NDArray[np.float32]  # (n, dim)
    Vector: TypeAlias = NDArray[np.float32]  # one number a dimension, or one a row
    Rows: TypeAlias = NDArray[np.int64]
    Progress: TypeAlias = Callable[[EncodingProgress], None]


@dataclass(frozen=True, slots=True)
class Neighbors:
    """The nearest rows of one query, best first; ties by row.

    Attributes:
        rows: (n,) int64, n at most the depth asked for.
        similarities: (n,) float32 inner products.
    """

    rows: Rows
    similarities: Vector


@dataclass(frozen=True, slots=True)
class EncodedTexts:
    """Texts of papers as vectors.

    Attributes:
        vectors: (n, dim) float32, rows of length 1.
        token_counts: Of each text as if nothing were cut.
    """

    vectors: Vectors
    token_counts: Sequence[int]


class Encoder(Protocol):
    """Turns texts into vectors."""

    @property
    def fingerprint(self) -> Fingerprint:
        """What makes its vectors comparable with others."""

    @property
    def dim(self) -> int:
        """Length of a vector."""

    @property
    def max_tokens(self) -> int:
        """Tokens of a text that it sees; the rest is cut."""

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """Encode texts of papers: (n, dim) float32, rows of length 1, in the order of `texts`."""

    def encode_stream(self, parts: Iterable[Sequence[str]]) -> Iterator[EncodedTexts]:
        """Encode texts of papers part by part, perhaps ahead of what is asked for; one result a part, in order."""

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: (n, dim) float32, rows of length 1, in the order of `texts`."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text of a paper as if nothing were cut, those of its prompt included."""


class Reranker(Protocol):
    """Scores texts together with a question, which takes longer than to compare vectors, and tells more."""

    @property
    def name(self) -> str:
        """What its model is called."""

    def scores(self, question: str, texts: Sequence[str]) -> Vector:
        """Score texts: (n,) float32 in the order of `texts`, higher is better; the same each time."""


class VectorIndex(Protocol):
    """Vectors by row, searched by inner product."""

    @property
    def size(self) -> int:
        """Number of rows, from 0 to size - 1."""

    @property
    def dim(self) -> int:
        """Length of a vector."""

    def search(self, queries: Vectors, depth: int, *, allowed: Rows | None = None) -> list[Neighbors]:
        """Find the nearest rows of each of the (n, dim) queries, at most `depth`, among the `allowed` ones if given."""

    def vectors(self, rows: Rows) -> Vectors:
        """The vectors of these rows: (len(rows), dim) float32."""
