"""From a question to an answer: encode, find rows, choose papers, find their best sentences."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import groupby
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from semsearch.choices import Mode, Precision
from semsearch.engine.allowing import allowed_by
from semsearch.engine.candidates import hybrid_candidates, lexical_candidates, semantic_candidates
from semsearch.engine.checks import known_choice
from semsearch.engine.choosing import choose
from semsearch.engine.clock import milliseconds_since
from semsearch.engine.closeness import note_on_closeness, with_closeness
from semsearch.engine.encoder_choice import question_encoder
from semsearch.engine.evidence import with_evidence
from semsearch.engine.lookup import ids_named
from semsearch.engine.paper_vectors import PaperVectors
from semsearch.engine.paper_words import PaperWords
from semsearch.engine.questions import AnswerOptions, EncodedQuestion, encode_questions, without_missing_phrases
from semsearch.engine.refining import diversified, papers_to_refine, reranked
from semsearch.engine.snippets import best_sentences
from semsearch.engine.state_vectors import open_vectors
from semsearch.errors import IndexDamagedError, UsageError, WordsDamagedError
from semsearch.lexical.question import read_question
from semsearch.ranking.rocchio import query_from_examples
from semsearch.records import Query, Ranking, SearchResults, Timings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from semsearch.engine.candidates import Candidates
    from semsearch.protocols import Encoder, Reranker, Rows, Vector, VectorIndex, Vectors
    from semsearch.records import Filters, Hit
    from semsearch.store.reader import StoreReader

_TOGETHER = 64  # questions encoded at a time
_NO_WORDS = "The words of this index are missing, so papers are found by meaning alone; the next update adds them."
_BAD_WORDS = "The words of this index are damaged, so papers are found by meaning alone; the next update mends them."
_FEW_WORDS = "Papers whose words are missing: {missing:,}. They are found by meaning alone until the next update."


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
        self._vectors: VectorIndex = PaperVectors(open_vectors(store.folder, store.state), store)
        self._words = PaperWords.open(store)
        self._encoder = question_encoder(
            store.folder, must_match=store.state.fingerprint, encoder=encoder, precision=precision
        )
        self._precision = None if precision is None else known_choice(Precision, precision)
        self._rerankers: dict[str, Reranker] = {}

    def answer_all(self, queries: Sequence[Query], options: AnswerOptions) -> Iterator[SearchResults]:
        """Answer the queries in their order.

        Raises, once the first answer is asked for:
            IndexDamagedError: Only words are asked for, and they are missing.
            RerankerNotFoundError: There is no such reranker.
        """
        options, notes = self._possible(options)
        for filters, with_same_filters in groupby(queries, key=lambda query: query.filters):
            same = list(with_same_filters)
            start = perf_counter()
            allowed = allowed_by(filters, self._store)
            filtering = Timings(fetch=milliseconds_since(start) / len(same))
            for first in range(0, len(same), _TOGETHER):
                for question in encode_questions(same[first : first + _TOGETHER], self._encoder, options):
                    with_notes = replace(question, notes=notes + allowed.notes + question.notes)
                    results = self._answer_or_by_meaning(with_notes, options, allowed=allowed.rows)
                    closeness = note_on_closeness(results.hits, question.lexical)
                    yield replace(results, notes=results.notes + closeness, timings=results.timings + filtering)

    def related(
        self, like: Sequence[str], unlike: Sequence[str], *, filters: Filters, top_k: int, snippets: bool
    ) -> SearchResults:
        """Find papers like the ones and unlike the others, all named by id, DOI or arXiv id.

        Raises:
            PaperNotFoundError: One of them is not in the index.
            UsageError: One is named on both sides.
        """
        positive, negative = ids_named(self._store, like), ids_named(self._store, unlike)
        if both := set(positive) & set(negative):
            raise UsageError(f"{min(both)} is named both as like and as unlike.", fix="Name it once.")
        rows = self._store.rows_of([*positive, *negative])
        vector = query_from_examples(self._vectors_of(positive, rows), self._vectors_of(negative, rows))
        allowed = allowed_by(filters, self._store)
        query = Query(text=" ".join(positive), filters=filters)  # only shown
        question = EncodedQuestion(query=query, lexical=read_question(""), vector=vector, notes=allowed.notes)
        options = AnswerOptions(top_k=top_k, ranking=Ranking(mode=Mode.SEMANTIC), snippets=snippets)
        return self._answer(question, options, allowed=allowed.rows, leave_out=frozenset(rows.values()))

    def _possible(self, options: AnswerOptions) -> tuple[AnswerOptions, tuple[str, ...]]:
        """What can be done of what is asked for, and notes on the rest."""
        ranking = options.ranking
        if ranking.mode is Mode.SEMANTIC:
            return options, ()
        if self._words is None:
            if ranking.mode is Mode.LEXICAL:
                what = f"The words of {self._store.folder} are missing."
                raise IndexDamagedError(what, fix="Run semsearch index again, which adds them, or use --mode semantic.")
            return replace(options, ranking=replace(ranking, mode=Mode.SEMANTIC)), (_NO_WORDS,)
        missing = self._words.missing
        return options, (_FEW_WORDS.format(missing=missing),) if missing else ()

    def _vectors_of(self, paper_ids: Sequence[str], rows: dict[str, int]) -> Vectors:
        return self._vectors.vectors(np.asarray([rows[paper_id] for paper_id in paper_ids], dtype=np.int64))

    def _answer_or_by_meaning(
        self, question: EncodedQuestion, options: AnswerOptions, *, allowed: Rows | None
    ) -> SearchResults:
        """Answer by meaning alone where the words turn out to be damaged."""
        try:
            return self._answer(question, options, allowed=allowed)
        except WordsDamagedError:
            if options.ranking.mode is Mode.LEXICAL:
                raise
            by_meaning = replace(options, ranking=replace(options.ranking, mode=Mode.SEMANTIC))
            return self._answer(replace(question, notes=(_BAD_WORDS, *question.notes)), by_meaning, allowed=allowed)

    def _answer(
        self,
        question: EncodedQuestion,
        options: AnswerOptions,
        *,
        allowed: Rows | None,
        leave_out: frozenset[int] = frozenset(),
    ) -> SearchResults:
        ranking = options.ranking
        start = perf_counter()
        if ranking.mode is not Mode.SEMANTIC and self._words is not None:
            question = without_missing_phrases(question, self._words)
            if ranking.mode is Mode.HYBRID:
                allowed = self._words.passing(question.lexical, allowed)
        timings = Timings(encode=question.encode_ms, lexical=milliseconds_since(start))

        size = self._vectors.size if allowed is None else len(allowed)
        find = self._finding(question, ranking, allowed)
        chosen = choose(self._store, find, papers_to_refine(ranking, options.top_k), size=size, leave_out=leave_out)
        if ranking.reranker is not None:
            start = perf_counter()
            reranker = self._reranker(ranking.reranker)
            timings += Timings(rerank=milliseconds_since(start))
            chosen = reranked(chosen, question.lexical.text, reranker)
        if ranking.mmr_lambda is not None:
            chosen = diversified(chosen, self._vectors, mmr_lambda=ranking.mmr_lambda, top_k=options.top_k)
        chosen = chosen.in_order(range(min(options.top_k, len(chosen.hits))))
        hits = with_closeness(chosen.hits, self._store.state.quantiles)
        if options.evidence:
            hits = with_evidence(hits, chosen.candidates, chosen.places, question.lexical)
        start = perf_counter()
        if options.snippets and question.vector is not None:
            hits = self._with_sentences(hits, question.vector)
        return SearchResults(
            question=question.query.text,
            query_id=question.query.query_id,
            hits=hits,
            mode=ranking.mode,
            notes=question.notes + chosen.notes,
            timings=timings + chosen.timings + Timings(snippets=milliseconds_since(start)),
        )

    def _finding(
        self, question: EncodedQuestion, ranking: Ranking, allowed: Rows | None
    ) -> Callable[[int], Candidates]:
        words, vector = self._words, question.vector
        if ranking.mode is Mode.LEXICAL and words is not None:
            return partial(lexical_candidates, words, question.lexical, allowed=allowed)
        if vector is None:  # never: only words alone do without
            raise TypeError("no vector")
        if ranking.mode is Mode.HYBRID and words is not None:
            find = partial(hybrid_candidates, self._vectors, words, vector, question.lexical)
            return partial(find, allowed=allowed, ranking=ranking)
        return partial(semantic_candidates, self._vectors, vector, allowed=allowed)

    def _reranker(self, name: str) -> Reranker:
        if name not in self._rerankers:
            from semsearch.encoding.rerankers import load_reranker

            self._rerankers[name] = load_reranker(name, precision=self._precision)
        return self._rerankers[name]

    def _with_sentences(self, hits: Sequence[Hit], vector: Vector) -> tuple[Hit, ...]:
        sentences = best_sentences([hit.paper for hit in hits], vector, self._encoder.load())
        return tuple(replace(hit, best_sentence=each) for hit, each in zip(hits, sentences, strict=True))
