"""What a question asks of tantivy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.lexical.schema import IDS, ROW, TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tantivy import Query, Schema

    from semsearch.lexical.question import LexicalQuestion, Phrase
    from semsearch.protocols import Rows

_ID_WEIGHT: Final = 10.0  # an id counts more than all the words that it is made of


@dataclass(frozen=True, slots=True)
class Restriction:
    """What a paper must have, or must not."""

    query: Query
    is_wanted: bool


def words_and_ids(schema: Schema, question: LexicalQuestion) -> list[Query]:
    """The words of the question, each as often as it was typed, and its ids."""
    from tantivy import Query

    words = [_boosted(Query.term_query(schema, TEXT, word.stem, "freq"), word.count) for word in question.words]
    return words + [_boosted(each, _ID_WEIGHT) for each in ids(schema, question)]


def ids(schema: Schema, question: LexicalQuestion) -> list[Query]:
    """The papers with the ids of the question."""
    from tantivy import Query

    return [Query.term_query(schema, IDS, each, "basic") for each in question.ids]


def restrictions(schema: Schema, question: LexicalQuestion) -> list[Restriction]:
    """The phrases of the question, and what it excludes."""
    return [
        *(Restriction(phrase_query(schema, phrase), is_wanted=True) for phrase in question.phrases),
        *(Restriction(phrase_query(schema, phrase), is_wanted=False) for phrase in question.excluded),
    ]


def phrase_query(schema: Schema, phrase: Phrase) -> Query:
    """The papers in which these words follow one another."""
    from tantivy import Query

    if len(phrase.stems) == 1:
        return Query.term_query(schema, TEXT, phrase.stems[0], "freq")
    return Query.phrase_query(schema, TEXT, list(phrase.stems))


def among(schema: Schema, rows: Rows) -> Query:
    """These rows, without a score; for up to some thousands, terms are two to four times as fast as a set."""
    from tantivy import Query

    return Query.const_score_query(any_of(Query.term_query(schema, ROW, row, "basic") for row in rows.tolist()), 0.0)


def any_of(queries: Iterable[Query]) -> Query:
    """What fits one of them or more; the scores add up."""
    from tantivy import Occur, Query

    return Query.boolean_query([(Occur.Should, query) for query in queries])


def all_of(queries: Iterable[Query], restricted_by: Iterable[Restriction] = ()) -> Query:
    """What fits all queries, whose scores add up, and all restrictions, which add nothing."""
    from tantivy import Occur, Query

    return Query.boolean_query(
        [
            *((Occur.Must, query) for query in queries),
            *(
                (Occur.Must if each.is_wanted else Occur.MustNot, Query.const_score_query(each.query, 0.0))
                for each in restricted_by
            ),
        ]
    )


def _boosted(query: Query, weight: float) -> Query:
    from tantivy import Query

    return query if weight == 1 else Query.boost_query(query, float(weight))
