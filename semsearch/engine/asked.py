"""Questions on their way to an answer: taken apart and encoded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING

from semsearch.choices import Mode
from semsearch.engine.clock import milliseconds_since
from semsearch.lexical.question import read_question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from semsearch.engine.encoder_choice import ChosenEncoder
    from semsearch.lexical.bm25_index import Bm25Index
    from semsearch.lexical.question import LexicalQuestion
    from semsearch.protocols import Rows, Vector
    from semsearch.records import Query, Ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What an answer is to hold.

    Attributes:
        top_k: How many papers.
        ranking: How they are found and put in order.
        snippets: Whether with the best sentence of each.
        evidence: Whether with why it was found.
    """

    top_k: int
    ranking: Ranking
    snippets: bool = False
    evidence: bool = False

    @property
    def needs_vector(self) -> bool:
        """Whether the question has to be encoded; to find papers by words alone, it need not."""
        return self.ranking.mode is not Mode.LEXICAL or self.snippets


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question in all the forms that it is looked up in.

    Attributes:
        query: As it came.
        words: To be found in papers.
        vector: (dim,) float32 of length 1, if one is needed.
        notes: What its user should know of it.
        encode_ms: What its encoding took.
    """

    query: Query
    words: LexicalQuestion
    vector: Vector | None
    notes: tuple[str, ...] = ()
    encode_ms: float = 0.0


def read_together(queries: Sequence[Query], encoder: ChosenEncoder, wanted: Wanted) -> Iterator[Asked]:
    """Take questions apart, and encode them together if need be."""
    words = [read_question(query.text) for query in queries]
    if not wanted.needs_vector:
        for query, each in zip(queries, words, strict=True):
            yield Asked(query=query, words=each, vector=None)
        return
    by_meaning_alone = wanted.ranking.mode is Mode.SEMANTIC
    texts = [query.text if by_meaning_alone else each.text for query, each in zip(queries, words, strict=True)]
    loaded = encoder.load()
    start = perf_counter()
    vectors = loaded.encode_queries(texts)
    encode_ms = milliseconds_since(start) / len(texts)
    counts = loaded.count_tokens(texts)
    for query, each, vector, count in zip(queries, words, vectors, counts, strict=True):
        notes = _note_on_length(count, loaded.max_tokens)
        yield Asked(query=query, words=each, vector=vector, notes=notes, encode_ms=encode_ms)


def without_missing_phrases(asked: Asked, words: Bm25Index, *, allowed: Rows | None) -> Asked:
    """The question without the quotes around what no paper has, of which a note tells."""
    missing = words.missing_phrases(asked.words, allowed=allowed)
    if not missing:
        return asked
    phrases = tuple(phrase for phrase in asked.words.phrases if phrase not in missing)
    notes = tuple(f"No paper has “{phrase.typed}”, so it need not be there word for word." for phrase in missing)
    return replace(asked, words=replace(asked.words, phrases=phrases), notes=asked.notes + notes)


def _note_on_length(tokens: int, max_tokens: int) -> tuple[str, ...]:
    if tokens <= max_tokens:
        return ()
    return (f"The question is longer than {max_tokens} tokens; its end was not seen.",)
