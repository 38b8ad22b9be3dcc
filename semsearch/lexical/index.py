"""BM25 over the words of papers, with tantivy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.lexical.queries import all_of, among, any_of, ids, phrase_query, restrictions, words_and_ids
from semsearch.lexical.schema import EVERY, IDS, ROW, TEXT, damage_as_ours, open_folder
from semsearch.lexical.seal import read_seal

if TYPE_CHECKING:
    from pathlib import Path

    from tantivy import Index, Query, SearchResult

    from semsearch.lexical.question import LexicalQuestion, Phrase
    from semsearch.protocols import Rows, Vector

_NAMING: Final = 8  # naming a row in a query costs as much as finding so many (10 µs at 1 M rows)
_SPARE: Final = 2  # times as deep as needed if the allowed rows were spread evenly
_TIES: Final = 16  # rows looked at beyond the depth, in case it ends in a tie
_DEEPER: Final = 4  # times as deep, where that was not enough
_K1: Final = 1.2  # of tantivy


@dataclass(frozen=True, slots=True)
class LexicalHits:
    """The rows that hold words of a question, best first; ties by row.

    Attributes:
        rows: (n,) int64, n at most the depth asked for.
        scores: (n,) float32, BM25.
    """

    rows: Rows
    scores: Vector


class LexicalIndex:
    """The words of papers by row, scored by BM25 with k1 1.2 and b 0.75.

    Robertson and Zaragoza (2009), "The probabilistic relevance framework: BM25 and beyond". What is removed keeps
    counting in the frequencies of words until tantivy merges its segments, or all are written anew.
    """

    def __init__(self, folder: Path, index: Index, *, revision: int | None = None) -> None:
        self.revision = revision
        self._folder = folder
        self._schema = index.schema
        self._searcher = index.searcher()

    @classmethod
    def open(cls, folder: Path) -> LexicalIndex:
        """Open the newest committed state, which this object keeps whatever a writer does.

        Its `revision` is that of the papers whose words it has exactly; None if they are of no state.

        Raises:
            WordsDamagedError: The folder is missing, or not one of ours.
        """
        with damage_as_ours(folder):
            before = read_seal(folder)
            index = open_folder(folder)
            is_of_seal = before is not None and before == read_seal(folder)  # else a writer came in between
            return cls(folder, index, revision=before.revision if before and is_of_seal else None)

    @property
    def size(self) -> int:
        """Number of papers."""
        return self._searcher.num_docs

    @property
    def removed(self) -> int:
        """Number of papers that are removed, but still count in the frequencies of words."""
        return self._counted() - self.size

    def rows(self) -> Rows:
        """All rows, ascending."""
        from tantivy import Query

        with damage_as_ours(self._folder):
            return self._every_row(Query.all_query())

    def search(self, question: LexicalQuestion, depth: int, *, allowed: Rows | None = None) -> LexicalHits:
        """Find the best rows for the words of a question, at most `depth`.

        Args:
            question: A paper answers it if it has one of its words, all of its phrases and nothing that is excluded.
            depth: How many rows to find.
            allowed: (m,) int64, sorted and unique: only these rows may be found.
        """
        with damage_as_ours(self._folder):
            words = words_and_ids(self._schema, question)
            depth = min(depth, self.size if allowed is None else len(allowed))
            if not words or depth <= 0:
                return LexicalHits(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32))
            query = all_of([any_of(words)], restrictions(self._schema, question))
            return self._best(query, depth) if allowed is None else self._best_allowed(query, depth, allowed)

    def scores(self, question: LexicalQuestion, rows: Rows) -> Vector:
        """BM25 of these rows, none of them twice: (len(rows),) float32; 0 where no word of the question is."""
        scores = np.zeros(len(rows), dtype=np.float32)
        with damage_as_ours(self._folder):
            words = words_and_ids(self._schema, question)
            if words and len(rows):
                found = self._best(all_of([any_of(words), among(self._schema, rows)]), len(rows))
                order = np.argsort(rows)
                scores[order[np.searchsorted(rows, found.rows, sorter=order)]] = found.scores
        return scores

    def rows_passing(self, question: LexicalQuestion) -> Rows | None:
        """The rows with all phrases and nothing that is excluded, ascending; None if the question has neither."""
        if not question.phrases and not question.excluded:
            return None
        from tantivy import Query

        with damage_as_ours(self._folder):
            return self._every_row(all_of([Query.all_query()], restrictions(self._schema, question)))

    def missing_phrases(self, question: LexicalQuestion, *, allowed: Rows | None = None) -> tuple[Phrase, ...]:
        """Those phrases of the question that no paper has, or none of the allowed ones: (m,) int64."""
        with damage_as_ours(self._folder):
            return tuple(each for each in question.phrases if not self._has(phrase_query(self._schema, each), allowed))

    def rows_named(self, question: LexicalQuestion) -> Rows:
        """The rows of papers whose id is in the question, ascending."""
        if not question.ids:
            return np.empty(0, dtype=np.int64)
        with damage_as_ours(self._folder):
            return self._every_row(any_of(ids(self._schema, question)))

    def document_frequencies(self, question: LexicalQuestion) -> Rows:
        """How many papers have each word of the question: (words,) int64, `removed` ones too."""
        with damage_as_ours(self._folder):
            return np.asarray([self._searcher.doc_freq(TEXT, word.stem) for word in question.words], dtype=np.int64)

    def idf(self, question: LexicalQuestion) -> Vector:
        """How rare each word of the question is: (words,) float32, ln(1 + (N - n + 0.5) / (n + 0.5))."""
        half = np.float32(0.5)
        papers_with = self.document_frequencies(question).astype(np.float32)
        idf: Vector = np.log1p((self._counted() - papers_with + half) / (papers_with + half)).astype(np.float32)
        return idf

    def attainable(self, question: LexicalQuestion) -> float:
        """Upper bound of what the words of the question can score, ids aside.

        Σ count · idf · (k1 + 1), the limit as each word comes ever more often.
        """
        counts = np.asarray([word.count for word in question.words], dtype=np.float32)
        return float((_K1 + 1) * (counts @ self.idf(question)))

    def _counted(self) -> int:
        with damage_as_ours(self._folder):
            return int(self._searcher.doc_freq(IDS, EVERY))

    def _has(self, query: Query, allowed: Rows | None) -> bool:
        if allowed is None:
            return bool(self._searcher.search(query, 1).hits)
        return bool(np.isin(self._every_row(query), allowed).any())

    def _every_row(self, query: Query) -> Rows:
        """The rows that fit, ascending."""
        return np.sort(self._hits(self._searcher.search(query, max(self.size, 1), count=False)).rows)

    def _best_allowed(self, query: Query, depth: int, allowed: Rows) -> LexicalHits:
        """Look ever deeper until enough of what is found is allowed, or naming the allowed rows costs less."""
        limit = _SPARE * depth * max(self.size // len(allowed), 1)
        while limit < _NAMING * len(allowed):
            found = self._best(query, limit)
            inside = np.isin(found.rows, allowed, assume_unique=True)
            if inside.sum() >= depth or len(found.rows) < limit:
                return LexicalHits(found.rows[inside][:depth], found.scores[inside][:depth])
            limit *= _DEEPER
        return self._best(all_of([query, among(self._schema, allowed)]), depth)

    def _best(self, query: Query, depth: int) -> LexicalHits:
        """The best rows; looks past ties, which tantivy cuts in an order of its own."""
        limit = depth + _TIES
        while True:
            # A limit takes memory, and none at all is an error.
            found = self._hits(self._searcher.search(query, min(limit, max(self.size, 1)), count=False))
            if len(found.rows) < limit or found.scores[-1] < found.scores[depth - 1]:
                return LexicalHits(found.rows[:depth], found.scores[:depth])
            limit *= _DEEPER

    def _hits(self, result: SearchResult) -> LexicalHits:
        rows = np.asarray(
            self._searcher.fast_field_values(ROW, [address for _, address in result.hits]), dtype=np.int64
        )
        scores = np.asarray([score for score, _ in result.hits], dtype=np.float32)
        best = np.lexsort((rows, -scores))
        return LexicalHits(rows[best], scores[best])
