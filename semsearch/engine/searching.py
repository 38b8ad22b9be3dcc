"""From a question to an answer: encode, find rows, choose papers, find their best sentences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from semsearch.choices import Mode
from semsearch.engine.candidates import Candidates, hybrid_candidates, lexical_candidates, semantic_candidates
from semsearch.engine.choosing import choose
from semsearch.engine.encoder_choice import question_encoder
from semsearch.engine.lookup import known_ids
from semsearch.engine.snippets import best_sentences
from semsearch.engine.state_lexical import open_lexical
from semsearch.engine.state_vectors import open_vectors
from semsearch.errors import IndexDamagedError
from semsearch.lexical.question import read_question
from semsearch.ranking.rocchio import query_from_examples
from semsearch.records import SearchResults, Timings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from semsearch.choices import Precision
    from semsearch.lexical.bm25_index import Bm25Index
    from semsearch.lexical.question import LexicalQuestion
    from semsearch.protocols import Encoder, Rows, Vector, VectorIndex, Vectors
    from semsearch.records import Filters, Query
    from semsearch.store.reader import StoreReader

_TOGETHER = 64  # questions encoded at a time
_NO_WORDS = "The words of this index are missing, so papers are found by meaning alone; the next update adds them."


@dataclass(frozen=True, slots=True)
class _Allowed:
    """The rows that pass some filters, ascending, or None for all; and what to tell about the filters."""

    rows: Rows | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A query on its way: its words, its vector if one is needed, and what has been spent and noticed so far."""

    query: Query
    words: LexicalQuestion
    vector: Vector | None
    notes: tuple[str, ...] = ()
    encode_ms: float = 0.0
    filter_ms: float = 0.0


class Searcher:
    """Answers questions from one committed state."""

    def __init__(
        self, store: StoreReader, *, encoder: Encoder | None = None, precision: Precision | None = None
    ) -> None:
        """Map the vectors of the state, and open its words.

        Raises:
            IndexDamagedError: The vectors are missing, or not those of the state.
        """
        self._store = store
        self._vectors: VectorIndex = open_vectors(store.folder, store.state)
        self._words: Bm25Index | None = open_lexical(store.folder, store.state)
        self._chosen = question_encoder(
            store.folder, must_match=store.state.fingerprint, encoder=encoder, precision=precision
        )

    def answer_all(
        self, queries: Sequence[Query], *, top_k: int, snippets: bool, mode: Mode
    ) -> Iterator[SearchResults]:
        """Answer the queries in their order.

        Raises:
            IndexDamagedError: Only words are asked for, and they are missing.
        """
        if self._words is None and mode is Mode.LEXICAL:
            what = f"The words of {self._store.folder} are missing."
            raise IndexDamagedError(what, fix="Run semsearch index again, which adds them, or use --mode semantic.")
        notes = (_NO_WORDS,) if self._words is None and mode is Mode.HYBRID else ()
        mode = Mode.SEMANTIC if self._words is None else mode
        for filters, with_same_filters in groupby(queries, key=lambda query: query.filters):
            same = list(with_same_filters)
            start = perf_counter()
            allowed = self._allowed(filters)
            filter_ms = _milliseconds_since(start) / len(same)
            for first in range(0, len(same), _TOGETHER):
                for asked in self._encoded(same[first : first + _TOGETHER], mode, with_vectors=snippets):
                    told = replace(asked, notes=notes + allowed.notes + asked.notes, filter_ms=filter_ms)
                    results = self._answer(told, top_k, mode=mode, allowed=allowed.rows)
                    yield self._with_sentences(results, asked.vector) if snippets else results

    def related(
        self, positive: Sequence[str], negative: Sequence[str], *, query: Query, top_k: int, snippets: bool
    ) -> SearchResults:
        """Find papers like the positive examples and unlike the negative ones, all given by their ids.

        The text of the query is only shown; its filters count.
        """
        rows = self._store.rows_of([*positive, *negative])
        vector = query_from_examples(self._vectors_of(positive, rows), self._vectors_of(negative, rows))
        allowed = self._allowed(query.filters)
        asked = _Asked(query=query, words=read_question(""), vector=vector, notes=allowed.notes)
        results = self._answer(
            asked, top_k, mode=Mode.SEMANTIC, allowed=allowed.rows, leave_out=frozenset(rows.values())
        )
        return self._with_sentences(results, vector) if snippets else results

    def _vectors_of(self, paper_ids: Sequence[str], rows: dict[str, int]) -> Vectors:
        return self._vectors.vectors(np.asarray([rows[paper_id] for paper_id in paper_ids], dtype=np.int64))

    def _allowed(self, filters: Filters) -> _Allowed:
        if not filters:
            return _Allowed(None, ())
        notes: tuple[str, ...] = ()
        if filters.paper_ids is not None:
            known = known_ids(self._store, filters.paper_ids)
            unknown = len(filters.paper_ids) - len(known)
            if unknown > 0:
                notes = (f"{unknown:,} of the {len(filters.paper_ids):,} ids to search among are not in the index.",)
            filters = replace(filters, paper_ids=frozenset(known.values()))
        return _Allowed(np.asarray(self._store.rows_passing(filters), dtype=np.int64), notes)

    def _encoded(self, queries: Sequence[Query], mode: Mode, *, with_vectors: bool) -> Iterator[_Asked]:
        """Read queries and encode them together; words alone need no encoder, unless vectors are wanted as well."""
        words = [read_question(query.text) for query in queries]
        if mode is Mode.LEXICAL and not with_vectors:
            yield from (
                _Asked(query=query, words=each, vector=None) for query, each in zip(queries, words, strict=True)
            )
            return
        encoder = self._chosen.load()
        texts = [query.text if mode is Mode.SEMANTIC else each.text for query, each in zip(queries, words, strict=True)]
        start = perf_counter()
        vectors = encoder.encode_queries(texts)
        encode_ms = _milliseconds_since(start) / len(texts)
        counts = encoder.count_tokens(texts)
        for query, each, vector, count in zip(queries, words, vectors, counts, strict=True):
            notes = _note_on_length(count, encoder.max_tokens)
            yield _Asked(query=query, words=each, vector=vector, notes=notes, encode_ms=encode_ms)

    def _answer(
        self,
        asked: _Asked,
        top_k: int,
        *,
        mode: Mode,
        allowed: Rows | None,
        leave_out: frozenset[int] = frozenset(),
    ) -> SearchResults:
        start = perf_counter()
        if mode is Mode.HYBRID:
            allowed = self._passing(asked.words, allowed)
        passing_ms = _milliseconds_since(start)
        size = self._vectors.size if allowed is None else len(allowed)
        chosen = choose(self._store, self._finding(asked, mode, allowed), top_k, size=size, leave_out=leave_out)
        before = Timings(
            encode=asked.encode_ms,
            semantic=chosen.semantic_ms + asked.filter_ms,
            lexical=chosen.lexical_ms + passing_ms,
            fuse=chosen.fuse_ms,
            fetch=chosen.fetch_ms,
        )
        total = before.encode + before.semantic + before.lexical + before.fuse + before.fetch
        return SearchResults(
            question=asked.query.text,
            query_id=asked.query.query_id,
            hits=chosen.hits,
            mode=mode,
            notes=asked.notes,
            timings=replace(before, total=total),
        )

    def _finding(self, asked: _Asked, mode: Mode, allowed: Rows | None) -> Callable[[int], Candidates]:
        words, vector = self._words, asked.vector
        if mode is Mode.LEXICAL and words is not None:
            return lambda depth: lexical_candidates(words, asked.words, depth, allowed=allowed)
        if vector is None:  # never: only words alone do without
            raise TypeError("no vector")
        if mode is Mode.HYBRID and words is not None:
            return lambda depth: hybrid_candidates(self._vectors, words, vector, asked.words, depth, allowed=allowed)
        return lambda depth: semantic_candidates(self._vectors, vector, depth, allowed=allowed)

    def _passing(self, question: LexicalQuestion, allowed: Rows | None) -> Rows | None:
        """Those of the allowed rows that have what the question wants in quotes, and not what is behind a minus."""
        passing = self._words.rows_passing(question) if self._words else None
        if passing is None:
            return allowed
        passing = passing[passing < self._vectors.size]  # words of a newer state may have more rows
        return passing if allowed is None else np.intersect1d(passing, allowed)

    def _with_sentences(self, results: SearchResults, vector: Vector | None) -> SearchResults:
        if vector is None:
            return results
        start = perf_counter()
        sentences = best_sentences([hit.paper for hit in results.hits], vector, self._chosen.load())
        hits = tuple(replace(hit, best_sentence=each) for hit, each in zip(results.hits, sentences, strict=True))
        timings = replace(results.timings, total=results.timings.total + _milliseconds_since(start))
        return replace(results, hits=hits, timings=timings)


def _note_on_length(tokens: int, max_tokens: int) -> tuple[str, ...]:
    if tokens <= max_tokens:
        return ()
    return (f"The question is longer than {max_tokens} tokens; its end was not seen.",)


def _milliseconds_since(start: float) -> float:
    return (perf_counter() - start) * 1000
