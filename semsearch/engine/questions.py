"""Questions on their way to an answer: taken apart and encoded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING

from semsearch.choices import Mode
from semsearch.engine.clock import milliseconds_since
from semsearch.lexical.question import read_question
from semsearch.text import without_controls

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from semsearch.engine.encoder_choice import ChosenEncoder
    from semsearch.engine.paper_words import PaperWords
    from semsearch.lexical.question import LexicalQuestion
    from semsearch.protocols import Vector
    from semsearch.records import Query, Ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerOptions:
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
class EncodedQuestion:
    """A question in all the forms that it is looked up in.

    Attributes:
        query: As it came.
        lexical: Its words, to be found in papers.
        vector: (dim,) float32 of length 1, if one is needed.
        notes: What its user should know of it.
        encode_ms: What its encoding took.
    """

    query: Query
    lexical: LexicalQuestion
    vector: Vector | None
    notes: tuple[str, ...] = ()
    encode_ms: float = 0.0


def encode_questions(
    queries: Sequence[Query], encoder: ChosenEncoder, options: AnswerOptions
) -> Iterator[EncodedQuestion]:
    """Take questions apart, and encode them together if need be."""
    typed = [without_controls(query.text) for query in queries]
    lexical = [read_question(text) for text in typed]
    if not options.needs_vector:
        for query, each in zip(queries, lexical, strict=True):
            yield EncodedQuestion(query=query, lexical=each, vector=None)
        return
    by_meaning_alone = options.ranking.mode is Mode.SEMANTIC
    texts = typed if by_meaning_alone else [each.text for each in lexical]
    loaded = encoder.load()
    start = perf_counter()
    vectors = loaded.encode_queries(texts)
    encode_ms = milliseconds_since(start) / len(texts)
    counts = loaded.count_tokens(texts)
    for query, each, vector, count in zip(queries, lexical, vectors, counts, strict=True):
        notes = _note_on_length(count, loaded.max_tokens)
        yield EncodedQuestion(query=query, lexical=each, vector=vector, notes=notes, encode_ms=encode_ms)


def without_missing_phrases(question: EncodedQuestion, words: PaperWords) -> EncodedQuestion:
    """The question without the quotes around what no paper has, of which a note tells."""
    missing = words.missing_phrases(question.lexical)
    if not missing:
        return question
    phrases = tuple(phrase for phrase in question.lexical.phrases if phrase not in missing)
    notes = tuple(f"No paper has “{phrase.typed}”, so it need not be there word for word." for phrase in missing)
    return replace(question, lexical=replace(question.lexical, phrases=phrases), notes=question.notes + notes)


def _note_on_length(tokens: int, max_tokens: int) -> tuple[str, ...]:
    if tokens <= max_tokens:
        return ()
    return (f"The question is longer than {max_tokens} tokens; its end was not seen.",)
