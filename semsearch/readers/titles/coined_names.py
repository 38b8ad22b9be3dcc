"""Finding the name that an abstract gives to what it offers, such as a method."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.readers.titles.cues import (
    ACRONYM,
    APPOSITION,
    CALLED,
    GENERIC,
    NAME_FIRST,
    RELATION,
    SET_OFF,
    SET_OFF_ACRONYM,
)
from semsearch.readers.titles.phrases import without_start

if TYPE_CHECKING:
    from collections.abc import Callable

_MADE_UP: Final = re.compile(r"[A-Z].*[A-Z]|[a-z][A-Z]|[A-Z]+\w*[-\d]|\d+[A-Z]")
_TELLS_MORE: Final = re.compile(r"(?:that|which|to|for|by|via|using|whose)\b")
_NAME_WORDS: Final = 3


@dataclass(frozen=True, slots=True)
class CoinedName:
    """A name, and what it stands for in the words of the abstract."""

    name: str
    what: str


def coined_name_in(offer: str) -> CoinedName | None:
    """Find the name in what follows "we propose", as in "FooBar, a model that" or "a model called FooBar"."""
    clause = re.split(r"[.!?;](?=\s|$)", offer, maxsplit=1)[0]
    return next((coined for find in _WAYS if (coined := find(clause))), None)


def _acronym(clause: str) -> CoinedName | None:
    found = ACRONYM.match(clause)
    if not (found and _abbreviates(found["short"], found["long"])):
        return None
    after = clause[found.end() :]
    apposition = re.match(r", (?=an? |the )", after)
    if apposition:
        return CoinedName(found["short"], f"{found['long']}, {without_start(after[apposition.end() :])}")
    return CoinedName(found["short"], found["long"] + (after if after.startswith(" ") else ""))


def _acronym_set_off(clause: str) -> CoinedName | None:
    found = SET_OFF_ACRONYM.match(clause)
    return CoinedName(found["short"], found["long"]) if found and _abbreviates(found["short"], found["long"]) else None


def _apposition(clause: str) -> CoinedName | None:
    found = APPOSITION.match(clause)
    if found and not RELATION.search(found["name"]) and not GENERIC.fullmatch(found["name"]):
        return CoinedName(found["name"], found["what"])
    return None


def _called(clause: str) -> CoinedName | None:
    found = CALLED.search(clause)
    if not found:
        return None
    more = clause[found.end() :].strip()
    before = clause[: found.start()]
    return CoinedName(found["name"], f"{before} {more}" if re.match(r"(?:that|which|to|for)\b", more) else before)


def _set_off(clause: str) -> CoinedName | None:
    found = SET_OFF.match(clause)
    if not (found and _is_name(found["name"])) or _is_name(found["what"].split()[-1]):
        return None
    more = found["more"].lstrip(" ,–—:")
    return CoinedName(found["name"], f"{found['what']} {more}" if RELATION.match(more) else found["what"])


def _name_first(clause: str) -> CoinedName | None:
    found = NAME_FIRST.match(clause)
    if not (found and _is_name(found["name"])):
        return None
    more = clause[found.end() :].strip()
    return CoinedName(found["name"], more if _TELLS_MORE.match(more) else "")


_WAYS: Final[tuple[Callable[[str], CoinedName | None], ...]] = (
    _acronym,
    _acronym_set_off,
    _apposition,
    _called,
    _set_off,
    _name_first,
)


def _abbreviates(short: str, long: str) -> bool:
    words = re.findall(r"\w+", long)
    if not words or short[0].lower() != words[0][0].lower():
        return False
    return RELATION.search(long) is None or len(words) <= len(short)


def _is_name(word: str) -> bool:
    """Whether a word looks made up: it has capitals inside, digits, or only capitals."""
    return bool(_MADE_UP.search(word)) and len(word.split()) <= _NAME_WORDS
