"""Filters as SQL conditions over the columns of `papers`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from semsearch.errors import UsageError
from semsearch.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterable

    from semsearch.records import Filters

AUTHOR_FUNCTION = "is_author"


@dataclass(frozen=True, slots=True)
class Condition:
    """An SQL expression and the values of its question marks."""

    sql: str
    values: tuple[str | int, ...]


def condition(filters: Filters) -> Condition:
    """Make the condition that a paper meets if it passes the filters.

    Raises:
        UsageError: A filter holds no letter and no digit.
    """
    parts: list[Condition] = []
    if filters.years is not None:
        first, last = filters.years.first, filters.years.last
        parts += [Condition("year >= ?", (first,))] if first is not None else []
        parts += [Condition("year <= ?", (last,))] if last is not None else []
        parts += [Condition("year IS NOT NULL", ())]
    for column, values in (("venue", filters.venues), ("keywords", filters.keywords)):
        if values:
            parts.append(_any_of(_phrase(column, words) for words in values))
    if filters.authors:
        parts.append(_any_of(_author(name) for name in filters.authors))
    if filters.paper_ids is not None:
        ids = json.dumps(sorted(filters.paper_ids))
        parts.append(Condition("paper_id IN (SELECT value FROM json_each(?))", (ids,)))
    return Condition(" AND ".join(part.sql for part in parts) or "1", tuple(v for part in parts for v in part.values))


def is_author(authors: str, asked: str) -> bool:
    """Whether one of the folded, barred `authors` is the one `asked` for, as "surname|other names" folded.

    The surname must be there as it is; of the other names, an initial will do on either side.
    """
    surname, _, others = asked.partition("|")
    return any(_is_same_person(author.split(), surname.split(), others.split()) for author in authors.split(" | "))


def _is_same_person(names: list[str], surname: list[str], others: list[str]) -> bool:
    for name in surname:
        if name not in names:
            return False
        names.remove(name)
    for other in others:
        like = next((name for name in names if name == other), None) or next(
            (name for name in names if name[0] == other[0] and 1 in {len(name), len(other)}), None
        )
        if like is None:
            return False
        names.remove(like)
    return True


def _any_of(conditions: Iterable[Condition]) -> Condition:
    parts = list(conditions)
    return Condition(f"({' OR '.join(part.sql for part in parts)})", tuple(v for part in parts for v in part.values))


def _phrase(column: str, words: str) -> Condition:
    return Condition(f"instr({column}, ?)", (f" {_folded(words)} ",))


def _author(name: str) -> Condition:
    surname, comma, others = name.partition(",")
    if not comma:
        *given, surname = name.split() or [""]
        others = " ".join(given)
    asked = f"{_folded(surname)}|{fold(others)}"
    return Condition(f"(instr(authors, ?) AND {AUTHOR_FUNCTION}(authors, ?))", (_folded(surname), asked))


def _folded(value: str) -> str:
    folded = fold(value)
    if not folded.strip("_ "):
        raise UsageError(f"The filter {value!r} holds no letter and no digit.", fix="Leave it out or mend it.")
    return folded
