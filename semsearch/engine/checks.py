"""What callers may get wrong, told before it does harm."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

from semsearch.choices import Fusion, Mode
from semsearch.errors import BadRecordError, UsageError
from semsearch.records import Filters, Paper, Query, Ranking, YearRange
from semsearch.text import without_controls

if TYPE_CHECKING:
    from collections.abc import Iterable

_Choice = TypeVar("_Choice", bound=StrEnum)

_TEXTS: Final = ("paper_id", "title", "abstract", "venue", "doi", "arxiv_id", "url", "kind", "source")
_LISTS: Final = ("authors", "keywords")


def check_paper(paper: Paper) -> None:
    """Refuse what is not a paper.

    Raises:
        UsageError: It is something else, or a field has the wrong type.
        BadRecordError: It has neither title nor abstract.
    """
    if not isinstance(paper, Paper):
        raise UsageError(f"{paper!r:.80} is not a Paper.", fix="Give a list of semsearch.Paper.")
    for name in _TEXTS:
        if not isinstance(getattr(paper, name), str):
            raise _wrong(paper, name, "text")
    for name in _LISTS:
        value = getattr(paper, name)
        if not isinstance(value, tuple | list) or not all(isinstance(each, str) for each in value):
            raise _wrong(paper, name, "a tuple of texts")
    if not isinstance(paper.extra, Mapping):
        raise _wrong(paper, "extra", "a mapping")
    if type(paper.title_is_made) is not bool:
        raise _wrong(paper, "title_is_made", "True or False")
    if paper.year is not None and type(paper.year) is not int:
        raise _wrong(paper, "year", "an int or None")
    if not (without_controls(paper.title).strip() or without_controls(paper.abstract).strip()):
        what = f"A paper has neither title nor abstract: {paper.paper_id or paper.doi or paper.source or paper}."
        raise BadRecordError(what, fix="Leave it out or give it one of them.")


def check_question(question: object) -> None:
    """Refuse what cannot be answered.

    Raises:
        UsageError: It is empty, or not a text.
    """
    if not isinstance(question, str) or not question.strip():
        raise UsageError("The question is empty.", fix="Ask one: semsearch search QUESTION.")


def check_queries(queries: Iterable[Query]) -> None:
    """Refuse questions and filters that are none.

    Raises:
        UsageError: A question is empty or not a text, or its filters are of the wrong type.
    """
    for query in queries:
        check_question(query.text)
        check_filters(query.filters)


def query_of(question: str | Query, filters: Filters | None) -> Query:
    """A question with its filters.

    Raises:
        UsageError: There are filters twice.
    """
    if not isinstance(question, Query):
        return Query(text=question, filters=filters if filters is not None else Filters())
    if filters is not None:
        raise UsageError("The query brings its own filters.", fix="Give filters with the query, or with the call.")
    return question


def check_examples(paper_ids: object, unlike: object) -> None:
    """Refuse examples that are none.

    Raises:
        UsageError: They are not lists of ids, or there is no positive one.
    """
    check_list(paper_ids, "paper_ids")
    check_list(unlike, "unlike")
    if not paper_ids:
        raise UsageError("No paper is named to find related ones of.", fix="Name at least one id.")


def check_filters(filters: object) -> None:
    """Refuse filters of the wrong type.

    Raises:
        UsageError: They are not `Filters`, or one of them is not what it has to be.
    """
    if not isinstance(filters, Filters):
        raise UsageError(f"{filters!r:.80} is not a Filters.", fix="Give semsearch.Filters(…).")
    for name in ("venues", "authors", "keywords"):
        check_list(getattr(filters, name), name)
    if filters.paper_ids is not None:
        check_list(filters.paper_ids, "paper_ids")
    if filters.years is not None and not isinstance(filters.years, YearRange):
        raise UsageError(
            f"{filters.years!r:.80} is not a range of years.", fix="Give semsearch.YearRange(first, last)."
        )


def check_top_k(top_k: int) -> None:
    """Refuse a number of papers that cannot be found.

    Raises:
        UsageError: It is less than 1 or not a whole number.
    """
    if type(top_k) is not int or top_k < 1:
        raise UsageError(f"{top_k} papers cannot be found.", fix="Ask for at least 1.")


def checked_ranking(ranking: Ranking) -> Ranking:
    """The ranking with its choices themselves, since callers may give their names.

    Raises:
        UsageError: There is no such mode or fusion, or a weight is not between 0 and 1.
    """
    if not isinstance(ranking, Ranking):
        raise UsageError(f"{ranking!r:.80} is not a Ranking.", fix="Give semsearch.Ranking(…).")
    _check_share(ranking.semantic_weight, "semantic_weight")
    if ranking.mmr_lambda is not None:
        _check_share(ranking.mmr_lambda, "mmr_lambda")
    if not (ranking.reranker is None or isinstance(ranking.reranker, str)):
        raise UsageError(
            f"{ranking.reranker!r:.80} is not a reranker.", fix="Give the name or path of a cross-encoder."
        )
    return replace(ranking, mode=known_choice(Mode, ranking.mode), fusion=known_choice(Fusion, ranking.fusion))


def known_choice(choices: type[_Choice], name: str) -> _Choice:
    """The choice itself, since callers from Python may give its name.

    Raises:
        UsageError: There is none of that name.
    """
    try:
        return choices(name)
    except ValueError as exc:
        what = f"There is no {choices.__name__.lower()} {name!r}."
        raise UsageError(what, fix=f"Use {', '.join(choices)}.") from exc


def _check_share(value: object, name: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise UsageError(f"{name} is {value!r:.80}.", fix="Give a number from 0 to 1.")


def check_list(values: object, name: str) -> None:
    """Refuse a single text where several are expected, since its letters would be taken for them.

    Raises:
        UsageError: It is one text, or not a collection of texts.
    """
    if isinstance(values, str):
        raise UsageError(f"{name} is the text {values!r:.80}, not a list of texts.", fix=f"Write [{values!r:.80}].")
    if not isinstance(values, Collection) or not all(isinstance(each, str) for each in values):
        raise UsageError(f"{name} is {values!r:.80}, not a list of texts.", fix="Give a list of texts.")


def _wrong(paper: Paper, name: str, expected: str) -> UsageError:
    what = f"The field {name} of the paper {paper.paper_id or paper.title!r:.80} is {getattr(paper, name)!r:.80}."
    return UsageError(what, fix=f"It has to be {expected}.")
