"""Filters as SQL conditions over the columns of `papers`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.errors import UsageError
from semsearch.text import fold

if TYPE_CHECKING:
    from semsearch.records import Filters

AUTHOR_FUNCTION: Final = "is_author"
_INITIALS: Final = 3  # letters at most, as in "Bengio YA"
_LARGEST: Final = 2**63 - 1  # number that SQLite holds


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
        parts += [Condition("year >= ?", (_as_stored(first),))] if first is not None else []
        parts += [Condition("year <= ?", (_as_stored(last),))] if last is not None else []
        parts += [Condition("year IS NOT NULL", ())]
    if filters.venues:
        parts.append(_any_of("instr(venue, value)", [f" {_folded(words)} " for words in filters.venues]))
    if filters.keywords:
        parts.append(_any_of("instr(keywords, value)", [f" {_folded(words)} " for words in filters.keywords]))
    if filters.authors:
        surname = "substr(value, 1, instr(value, '|') - 1)"
        is_one = f"instr(authors, {surname}) AND {AUTHOR_FUNCTION}(authors, value)"
        parts.append(_any_of(is_one, [_asked(name) for name in filters.authors]))
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


def _any_of(sql: str, values: list[str]) -> Condition:
    """A condition on `value` that has to hold for one of the values, of which there may be very many."""
    return Condition(f"EXISTS (SELECT 1 FROM json_each(?) WHERE {sql})", (json.dumps(values),))


def _asked(name: str) -> str:
    """An author's name as `is_author` takes it, from "Yoshua Bengio", "Bengio, Y." or "Bengio Y"."""
    surname, comma, others = name.partition(",")
    if not comma:
        *first, last = name.split() or [""]
        if first and last.isupper() and len(last) <= _INITIALS:
            surname, others = " ".join(first), " ".join(last)
        else:
            surname, others = last, " ".join(first)
    return f"{_folded(surname)}|{fold(others)}"


def _as_stored(year: int) -> int:
    return max(-_LARGEST, min(_LARGEST, year))


def _folded(value: str) -> str:
    folded = fold(value)
    if not folded.strip("_ "):
        raise UsageError(f"The filter {value!r} holds no letter and no digit.", fix="Leave it out or correct it.")
    return folded
