"""The words of papers alone, as far as those of a state are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from semsearch.engine.allowing import in_both
from semsearch.engine.state_lexical import open_lexical

if TYPE_CHECKING:
    from semsearch.lexical.index import LexicalHits, LexicalIndex
    from semsearch.lexical.question import LexicalQuestion, Phrase
    from semsearch.protocols import Rows, Vector
    from semsearch.store.reader import StoreReader


class PaperWords:
    """Finds only rows that have a paper in the store.

    The words are not exactly those of the papers where an update ended before they were written, or where a later one
    has come in between; then only the rows are looked up that both have.

    Attributes:
        missing: How many papers have no words.
    """

    def __init__(self, index: LexicalIndex, store: StoreReader) -> None:
        self._index = index
        self._with_words: Rows | None = None  # all
        self._without_words: Rows = np.empty(0, dtype=np.int64)
        if index.revision != store.state.revision:
            rows = np.asarray(store.rows(), dtype=np.int64)
            self._with_words = np.intersect1d(rows, index.rows())
            self._without_words = np.setdiff1d(rows, self._with_words)
        self.missing = len(self._without_words)

    @classmethod
    def open(cls, store: StoreReader) -> PaperWords | None:
        """Open the words of a state; None if they are missing or damaged, until the next update makes them again."""
        index = open_lexical(store.folder, store.state)
        return None if index is None else cls(index, store)

    def search(self, question: LexicalQuestion, depth: int, *, allowed: Rows | None = None) -> LexicalHits:
        """Find the best rows, as `LexicalIndex.search` does."""
        return self._index.search(question, depth, allowed=in_both(allowed, self._with_words))

    def scores(self, question: LexicalQuestion, rows: Rows) -> Vector:
        """BM25 of these rows, none of them twice: (len(rows),) float32; 0 where no word of the question is."""
        return self._index.scores(question, rows)

    def attainable(self, question: LexicalQuestion) -> float:
        """Upper bound of what the words of the question can score, ids aside."""
        return self._index.attainable(question)

    def rows_named(self, question: LexicalQuestion) -> Rows:
        """The rows of papers whose id is in the question, ascending."""
        return self._index.rows_named(question)

    def missing_phrases(self, question: LexicalQuestion) -> tuple[Phrase, ...]:
        """Those phrases of the question that no paper has."""
        return self._index.missing_phrases(question, allowed=self._with_words)

    def passing(self, question: LexicalQuestion, allowed: Rows | None) -> Rows | None:
        """Those of the allowed rows that have all phrases and nothing that is excluded, ascending; None for all.

        A paper without words may have what is excluded, but it cannot be said to have a phrase.
        """
        passing = self._index.rows_passing(question)
        if passing is None:
            return allowed
        if self._with_words is not None:
            passing = np.intersect1d(passing, self._with_words)
        if not question.phrases:
            passing = np.union1d(passing, self._without_words)
        return in_both(passing, allowed)
