"""From a question to an answer: encode, find rows, fetch papers, put them in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from semsearch.choices import Mode
from semsearch.engine.encoder_choice import question_encoder
from semsearch.engine.lookup import known_ids
from semsearch.engine.snippets import best_sentences
from semsearch.engine.state_vectors import open_vectors
from semsearch.ranking.order import Scored, best_first
from semsearch.ranking.rocchio import query_from_examples
from semsearch.records import Hit, SearchResults, Timings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from semsearch.choices import Precision
    from semsearch.protocols import Encoder, Neighbors, Rows, Vector, VectorIndex, Vectors
    from semsearch.records import Filters, Paper, Query
    from semsearch.store.reader import StoreReader

_SPARE = 8  # rows looked at beyond those asked for, in case some have no paper or end in a tie
_TOGETHER = 64  # queries encoded and searched at a time


@dataclass(frozen=True, slots=True)
class _Found:
    """The nearest papers of one query, and the milliseconds spent on rows and on papers."""

    papers: dict[str, Paper]
    best: list[Scored]
    semantic_ms: float
    fetch_ms: float


@dataclass(frozen=True, slots=True)
class _Allowed:
    """The rows that pass some filters, ascending, or None for all; and what to tell about the filters."""

    rows: Rows | None
    notes: tuple[str, ...]


class Searcher:
    """Answers questions from one committed state."""

    def __init__(
        self, store: StoreReader, *, encoder: Encoder | None = None, precision: Precision | None = None
    ) -> None:
        """Map the vectors of the state.

        Raises:
            IndexDamagedError: They are missing, or not those of the state.
        """
        self._store = store
        self._vectors: VectorIndex = open_vectors(store.folder, store.state)
        self._chosen = question_encoder(
            store.folder, must_match=store.state.fingerprint, encoder=encoder, precision=precision
        )

    def answer_all(self, queries: Sequence[Query], *, top_k: int, snippets: bool) -> Iterator[SearchResults]:
        """Answer the queries in their order."""
        encoder = self._chosen.load()
        for filters, with_same_filters in groupby(queries, key=lambda query: query.filters):
            same = list(with_same_filters)
            start = perf_counter()
            allowed = self._allowed(filters)
            filter_ms = _milliseconds_since(start) / len(same)
            for first in range(0, len(same), _TOGETHER):
                some = same[first : first + _TOGETHER]
                texts = [query.text for query in some]
                start = perf_counter()
                vectors = encoder.encode_queries(texts)
                encode_ms = _milliseconds_since(start) / len(some)
                found = self._nearest(vectors, top_k, allowed=allowed.rows)
                counts = encoder.count_tokens(texts)
                for query, vector, of_query, count in zip(some, vectors, found, counts, strict=True):
                    results = self._results(query, of_query, encode_ms=encode_ms, filter_ms=filter_ms)
                    results = replace(results, notes=allowed.notes + _note_on_length(count, encoder.max_tokens))
                    yield self._with_sentences(results, vector) if snippets else results

    def related(
        self, positive: Sequence[str], negative: Sequence[str], *, query: Query, top_k: int, snippets: bool
    ) -> SearchResults:
        """Find papers like the positive examples and unlike the negative ones, all given by their ids.

        The text of the query is only shown; its filters count.
        """
        rows = self._store.rows_of([*positive, *negative])
        vector = query_from_examples(self._vectors_of(positive, rows), self._vectors_of(negative, rows))
        examples = frozenset(rows.values())
        allowed = self._allowed(query.filters)
        (found,) = self._nearest(vector[None, :], top_k, allowed=allowed.rows, leave_out=examples)
        results = replace(self._results(query, found), notes=allowed.notes)
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

    def _nearest(
        self, vectors: Vectors, top_k: int, *, allowed: Rows | None, leave_out: frozenset[int] = frozenset()
    ) -> list[_Found]:
        """The nearest papers of each query, which are searched together; all examples in `leave_out` stay away."""
        size = self._vectors.size if allowed is None else len(allowed)
        depth = min(size, top_k + len(leave_out) + _SPARE)
        start = perf_counter()
        together = self._vectors.search(vectors, depth, allowed=allowed)
        each_ms = _milliseconds_since(start) / len(vectors)
        return [
            self._deepened(
                vector, neighbors, top_k, size=size, allowed=allowed, leave_out=leave_out, semantic_ms=each_ms
            )
            for vector, neighbors in zip(vectors, together, strict=True)
        ]

    def _deepened(
        self,
        vector: Vector,
        neighbors: Neighbors,
        top_k: int,
        *,
        size: int,
        allowed: Rows | None,
        leave_out: frozenset[int],
        semantic_ms: float,
    ) -> _Found:
        """Look ever deeper until enough of the rows have a paper and no tie is cut, or there are no more rows."""
        fetch_ms = 0.0
        while True:
            start = perf_counter()
            rows = neighbors.rows.tolist()
            papers = self._store.papers_at([row for row in rows if row not in leave_out])
            fetch_ms += _milliseconds_since(start)
            scored = [
                Scored(papers[row].paper_id, float(similarity))
                for row, similarity in zip(rows, neighbors.similarities, strict=True)
                if row in papers
            ]
            best = best_first(scored, top_k)
            is_enough = len(best) == top_k and float(neighbors.similarities[-1]) < best[-1].score
            if is_enough or len(rows) >= size:
                return _Found({paper.paper_id: paper for paper in papers.values()}, best, semantic_ms, fetch_ms)
            start = perf_counter()
            (neighbors,) = self._vectors.search(vector[None, :], min(size, 2 * len(rows)), allowed=allowed)
            semantic_ms += _milliseconds_since(start)

    def _results(self, query: Query, found: _Found, *, encode_ms: float = 0.0, filter_ms: float = 0.0) -> SearchResults:
        hits = tuple(
            Hit(paper=found.papers[each.paper_id], rank=rank, score=each.score, semantic_score=each.score)
            for rank, each in enumerate(found.best, start=1)
        )
        timings = Timings(
            encode=encode_ms,
            semantic=filter_ms + found.semantic_ms,
            fetch=found.fetch_ms,
            total=encode_ms + filter_ms + found.semantic_ms + found.fetch_ms,
        )
        return SearchResults(
            question=query.text, query_id=query.query_id, hits=hits, mode=Mode.SEMANTIC, timings=timings
        )

    def _with_sentences(self, results: SearchResults, vector: Vector) -> SearchResults:
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
