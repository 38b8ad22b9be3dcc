"""From a question to an answer: encode, find rows, fetch papers, put them in order."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from semsearch.choices import Mode
from semsearch.engine.encoder_choice import EncoderChoice
from semsearch.engine.snippets import best_sentences
from semsearch.errors import IndexDamagedError
from semsearch.ranking.order import Scored, best_first
from semsearch.ranking.rocchio import query_from_examples
from semsearch.records import Hit, Query, SearchResults, Timings
from semsearch.store.folder import vectors_path
from semsearch.vectors.exact import ExactIndex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from semsearch.protocols import Encoder, Neighbors, Rows, Vectors
    from semsearch.records import Filters, Paper
    from semsearch.store.reader import StoreReader

_TIES = 8  # rows looked at beyond the asked ones, so that papers with equal scores at the end are ordered by id
_TOGETHER = 256  # queries encoded and searched at a time


class Searcher:
    """Answers questions from one committed state."""

    def __init__(self, store: StoreReader, *, encoder: Encoder | None = None) -> None:
        """Map the vectors of the state.

        Raises:
            IndexDamagedError: They are missing, or not those of the state.
        """
        self._store = store
        fingerprint = store.state.fingerprint
        self._vectors = ExactIndex.open(vectors_path(store.folder, store.state.generation))
        if self._vectors.dim != fingerprint.dim or self._vectors.size < store.state.papers:
            what = f"{store.folder}: the vectors are not those of the papers."
            raise IndexDamagedError(what, fix="Run `semsearch index` with --rebuild.")
        self._choice = EncoderChoice(store.folder, stored=fingerprint, encoder=encoder)

    @cached_property
    def _encoder(self) -> Encoder:
        return self._choice.encoder

    def answer_all(self, queries: Sequence[Query], *, top_k: int, snippets: bool) -> Iterator[SearchResults]:
        """Answer the queries in their order."""
        for first in range(0, len(queries), _TOGETHER):
            some = queries[first : first + _TOGETHER]
            encoder = self._encoder  # loading it is not part of the time that encoding takes
            start = perf_counter()
            vectors = encoder.encode_queries([query.text for query in some])
            encode_ms = _milliseconds_since(start) / len(some)
            counts = encoder.count_tokens([query.text for query in some])
            for query, vector, count in zip(some, vectors, counts, strict=True):
                notes = _note_on_length(count, encoder.max_tokens)
                yield self._answer(query, vector, top_k=top_k, snippets=snippets, encode_ms=encode_ms, notes=notes)

    def related(
        self,
        positive: Sequence[int],
        negative: Sequence[int],
        *,
        names: Sequence[str],
        top_k: int,
        filters: Filters,
        snippets: bool,
    ) -> SearchResults:
        """Find papers like those at the `positive` rows and unlike those at the `negative` ones."""
        examples = query_from_examples(
            self._vectors.vectors(np.asarray(positive, dtype=np.int64)),
            self._vectors.vectors(np.asarray(negative, dtype=np.int64)),
        )
        query = Query(text=" ".join(names), filters=filters)
        leave_out = frozenset([*positive, *negative])
        return self._answer(query, examples, top_k=top_k, snippets=snippets, leave_out=leave_out)

    def _answer(
        self,
        query: Query,
        vector: Vectors,
        *,
        top_k: int,
        snippets: bool,
        leave_out: frozenset[int] = frozenset(),
        encode_ms: float = 0.0,
        notes: tuple[str, ...] = (),
    ) -> SearchResults:
        start = perf_counter()
        allowed = self._allowed(query.filters)
        found, papers, fetch_ms = self._nearest(vector, top_k, allowed=allowed, leave_out=leave_out)
        semantic_ms = _milliseconds_since(start) - fetch_ms
        best = best_first(found, top_k)
        by_id = {paper.paper_id: paper for paper in papers}
        hits = tuple(
            Hit(paper=by_id[each.paper_id], rank=rank, score=each.score, semantic_score=each.score)
            for rank, each in enumerate(best, start=1)
        )
        if snippets:
            sentences = best_sentences([hit.paper for hit in hits], vector, self._encoder)
            hits = tuple(replace(hit, best_sentence=each) for hit, each in zip(hits, sentences, strict=True))
        total = encode_ms + _milliseconds_since(start)
        timings = Timings(encode=encode_ms, semantic=semantic_ms, fetch=fetch_ms, total=total)
        return SearchResults(
            question=query.text, query_id=query.query_id, hits=hits, mode=Mode.SEMANTIC, notes=notes, timings=timings
        )

    def _allowed(self, filters: Filters) -> Rows | None:
        return np.asarray(self._store.rows_passing(filters), dtype=np.int64) if filters else None

    def _nearest(
        self, vector: Vectors, top_k: int, *, allowed: Rows | None, leave_out: frozenset[int]
    ) -> tuple[list[Scored], list[Paper], float]:
        """Look ever deeper until enough of the rows found have a paper, or there are no more rows."""
        size = self._vectors.size if allowed is None else len(allowed)
        depth = min(size, top_k + len(leave_out) + _TIES)
        fetch_ms = 0.0
        while True:
            (neighbors,) = self._vectors.search(vector[None, :], depth, allowed=allowed)
            start = perf_counter()
            papers = self._papers(neighbors, leave_out)
            fetch_ms += _milliseconds_since(start)
            if len(papers) >= top_k or depth >= size:
                break
            depth = min(size, 2 * depth)
        found = [
            Scored(papers[row].paper_id, float(similarity))
            for row, similarity in zip(neighbors.rows.tolist(), neighbors.similarities, strict=True)
            if row in papers
        ]
        return found, list(papers.values()), fetch_ms

    def _papers(self, neighbors: Neighbors, leave_out: frozenset[int]) -> dict[int, Paper]:
        return self._store.papers_at([row for row in neighbors.rows.tolist() if row not in leave_out])


def _note_on_length(tokens: int, max_tokens: int) -> tuple[str, ...]:
    if tokens <= max_tokens:
        return ()
    return (f"The question is longer than {max_tokens} tokens; its end was not seen.",)


def _milliseconds_since(start: float) -> float:
    return (perf_counter() - start) * 1000
