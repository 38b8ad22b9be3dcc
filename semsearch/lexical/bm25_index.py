"""BM25 over the words of papers, with tantivy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.lexical.schema import IDS, ROW, TEXT, damage_as_ours, open_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from tantivy import Index, Query, SearchResult

    from semsearch.lexical.question import LexicalQuestion
    from semsearch.protocols import Rows, Vector

_NARROW: Final = 5_000  # up to so many allowed rows, naming them is faster than looking deeper (2 ms for 1,000)
_SPARE: Final = 2  # times as deep as needed if the allowed rows were spread evenly
_ID_WEIGHT: Final = 10.0  # an id counts more than all the words that it is made of


@dataclass(frozen=True, slots=True)
class LexicalHits:
    """The rows that hold words of a question, best first; ties by row.

    Attributes:
        rows: (n,) int64, n at most the depth asked for.
        scores: (n,) float32, BM25.
    """

    rows: Rows
    scores: Vector


class Bm25Index:
    """The words of papers by row, scored by BM25 with k1 1.2 and b 0.75.

    Robertson and Zaragoza (2009), "The probabilistic relevance framework: BM25 and beyond". What is removed keeps
    counting in the frequencies of words until tantivy merges its segments.
    """

    def __init__(self, folder: Path, index: Index) -> None:
        self._folder = folder
        self._index = index
        self._searcher = index.searcher()

    @classmethod
    def open(cls, folder: Path) -> Bm25Index:
        """Open the newest committed state, which this object keeps whatever a writer does.

        Raises:
            IndexDamagedError: The folder is missing, or not one of ours.
        """
        with damage_as_ours(folder):
            return cls(folder, open_folder(folder))

    @property
    def size(self) -> int:
        """Number of papers."""
        return self._searcher.num_docs

    def rows(self) -> Rows:
        """All rows, ascending."""
        from tantivy import Query

        with damage_as_ours(self._folder):
            found = self._hits(self._searcher.search(Query.all_query(), max(self.size, 1), count=False))
        return np.sort(found.rows)

    def search(self, question: LexicalQuestion, depth: int, *, allowed: Rows | None = None) -> LexicalHits:
        """Find the best rows for the words of a question, at most `depth`.

        Args:
            question: A paper answers it if it has one of its words, all of its phrases and nothing that is excluded.
            depth: How many rows to find.
            allowed: (m,) int64, sorted and unique: only these rows may be found.
        """
        with damage_as_ours(self._folder):
            words, restrictions = self._words(question), self._restrictions(question)
            if not words or (allowed is not None and not len(allowed)):
                return LexicalHits(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32))
            if allowed is None:
                return self._best(_all_of([_any_of(words)], restrictions), depth)
            if len(allowed) <= _NARROW:
                among = self._among(allowed)
                return self._best(_all_of([_any_of(words), among], restrictions), min(depth, len(allowed)))
            return self._best_allowed(_all_of([_any_of(words)], restrictions), depth, allowed)

    def scores(self, question: LexicalQuestion, rows: Rows) -> Vector:
        """BM25 of these rows: (len(rows),) float32; 0 where no word of the question is."""
        scores = np.zeros(len(rows), dtype=np.float32)
        with damage_as_ours(self._folder):
            words = self._words(question)
            if words and len(rows):
                found = self._best(_all_of([_any_of(words), self._among(rows)], []), len(rows))
                order = np.argsort(rows)
                scores[order[np.searchsorted(rows, found.rows, sorter=order)]] = found.scores
        return scores

    def rows_passing(self, question: LexicalQuestion) -> Rows | None:
        """The rows with all phrases and nothing that is excluded, ascending; None if the question has neither."""
        if not question.phrases and not question.excluded:
            return None
        from tantivy import Query

        with damage_as_ours(self._folder):
            query = _all_of([Query.all_query()], self._restrictions(question))
            return np.sort(self._hits(self._searcher.search(query, max(self.size, 1), count=False)).rows)

    def idf(self, question: LexicalQuestion) -> Vector:
        """How rare each word of the question is: (words,) float32, ln(1 + (N - n + 0.5) / (n + 0.5))."""
        with damage_as_ours(self._folder):
            counts = [self._searcher.doc_freq(TEXT, word.stem) for word in question.words]
        papers_with = np.asarray(counts, dtype=np.float32)
        papers_without = (self.size - papers_with).clip(0)
        idf: Vector = np.log1p((papers_without + np.float32(0.5)) / (papers_with + np.float32(0.5)))
        return idf

    def _best_allowed(self, query: Query, depth: int, allowed: Rows) -> LexicalHits:
        """Look ever deeper until enough of what is found is allowed, or nothing more is found."""
        mask = np.zeros(int(allowed[-1]) + 1, dtype=bool)
        mask[allowed] = True
        limit = _SPARE * depth * max(self.size // len(allowed), 1)
        while True:
            found = self._best(query, limit)
            inside = found.rows < len(mask)
            inside[inside] = mask[found.rows[inside]]
            if inside.sum() >= depth or len(found.rows) < limit:
                return LexicalHits(found.rows[inside][:depth], found.scores[inside][:depth])
            limit *= 4

    def _best(self, query: Query, depth: int) -> LexicalHits:
        return self._hits(self._searcher.search(query, depth, count=False))

    def _hits(self, result: SearchResult) -> LexicalHits:
        rows = np.asarray(
            self._searcher.fast_field_values(ROW, [address for _, address in result.hits]), dtype=np.int64
        )
        scores = np.asarray([score for score, _ in result.hits], dtype=np.float32)
        best = np.lexsort((rows, -scores))
        return LexicalHits(rows[best], scores[best])

    def _words(self, question: LexicalQuestion) -> list[Query]:
        from tantivy import Query

        schema = self._index.schema
        words = [_boosted(Query.term_query(schema, TEXT, word.stem, "freq"), word.count) for word in question.words]
        return words + [_boosted(Query.term_query(schema, IDS, each, "basic"), _ID_WEIGHT) for each in question.ids]

    def _restrictions(self, question: LexicalQuestion) -> list[_Restriction]:
        return [
            *(_Restriction(self._phrase(phrase), is_wanted=True) for phrase in question.phrases),
            *(_Restriction(self._phrase(phrase), is_wanted=False) for phrase in question.excluded),
        ]

    def _phrase(self, phrase: Sequence[str]) -> Query:
        from tantivy import Query

        if len(phrase) == 1:
            return Query.term_query(self._index.schema, TEXT, phrase[0], "freq")
        return Query.phrase_query(self._index.schema, TEXT, list(phrase))

    def _among(self, rows: Rows) -> Query:
        from tantivy import Query

        return Query.const_score_query(Query.term_set_query(self._index.schema, ROW, rows.tolist()), 0.0)


@dataclass(frozen=True, slots=True)
class _Restriction:
    query: Query
    is_wanted: bool


def _any_of(queries: Iterable[Query]) -> Query:
    from tantivy import Occur, Query

    return Query.boolean_query([(Occur.Should, query) for query in queries])


def _all_of(queries: Iterable[Query], restrictions: Iterable[_Restriction]) -> Query:
    """What fits all queries, whose scores add up, and all restrictions, which add nothing."""
    from tantivy import Occur, Query

    return Query.boolean_query(
        [
            *((Occur.Must, query) for query in queries),
            *(
                (Occur.Must if each.is_wanted else Occur.MustNot, Query.const_score_query(each.query, 0.0))
                for each in restrictions
            ),
        ]
    )


def _boosted(query: Query, weight: float) -> Query:
    from tantivy import Query

    return query if weight == 1 else Query.boost_query(query, float(weight))
