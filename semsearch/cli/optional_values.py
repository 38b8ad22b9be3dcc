"""Options that may be given without a value, though an argument may follow: `--rerank`, `--rerank MODEL`.

The parser under typer knows options with a value and options without one, but none that may have one. So the words
of a command are changed before it sees them: each such option gets its value joined to it, as in `--rerank=MODEL`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.errors import UsageError
from semsearch.settings import STDIN

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from re import Pattern

_ONLY_ARGUMENTS: Final = "--"


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionalValue:
    """What an option means without a value, and what a value looks like.

    Attributes:
        default: Its value if none is given.
        pattern: What a value looks like, and a question hardly ever.
    """

    default: str
    pattern: Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """What the words of a command with an argument, such as its question, can be.

    Attributes:
        optional: The options that may be given without a value.
        valued: The names of the other options that take one.
        without_argument: Options with which no argument is needed.
        argument: What the argument is.
    """

    optional: Mapping[str, OptionalValue]
    valued: Collection[str]
    without_argument: Collection[str]
    argument: str


def with_values_joined(words: Sequence[str], grammar: Grammar) -> list[str]:
    """Join the value, given or default, to each option that may come without one.

    A word behind such an option is its value if the argument stands elsewhere, or none is needed. Otherwise one of
    these words has to be the argument: the last one that does not look like a value.

    Raises:
        UsageError: All of them look like values, so that there is no argument.
    """
    joined = list(words)
    places, has_argument = _optional_places(words, grammar)
    followed = [place for place in places if _may_be_value(words, place, grammar)]
    argument = None if has_argument or not followed else _argument_behind(words, followed, grammar)
    for place in reversed(places):
        name = words[place]
        if place in followed and place != argument:
            joined[place : place + 2] = [f"{name}={words[place + 1]}"]
        else:
            joined[place] = f"{name}={grammar.optional[name].default}"
    return joined


def _optional_places(words: Sequence[str], grammar: Grammar) -> tuple[list[int], bool]:
    """Where options without a joined value stand, and whether the argument stands elsewhere or is not needed."""
    places, has_argument, place = [], False, 0
    while place < len(words) and words[place] != _ONLY_ARGUMENTS:
        word = words[place]
        if word in grammar.optional:
            places.append(place)
            place += 2 if _may_be_value(words, place, grammar) else 1
        elif word == STDIN or not word.startswith("-"):
            has_argument = True
            place += 1
        else:
            has_argument = has_argument or word.partition("=")[0] in grammar.without_argument
            place += 2 if _takes_next(word, grammar.valued) else 1
    return places, has_argument or place + 1 < len(words)


def _may_be_value(words: Sequence[str], place: int, grammar: Grammar) -> bool:
    """Whether a word follows that may belong to the option at `place`: it is no option itself, nor standard input."""
    if place + 1 == len(words):
        return False
    following = words[place + 1]
    return not following.startswith("-") or bool(grammar.optional[words[place]].pattern.fullmatch(following))


def _argument_behind(words: Sequence[str], followed: Sequence[int], grammar: Grammar) -> int:
    for place in reversed(followed):
        if not grammar.optional[words[place]].pattern.fullmatch(words[place + 1]):
            return place
    name, word = words[followed[-1] : followed[-1] + 2]
    what = f"There is no {grammar.argument}: {word} behind {name} is taken for its value."
    fix = f"Give a {grammar.argument} too. If {word} is your {grammar.argument}: {name} -- {word}"
    raise UsageError(what, fix=fix)


def _takes_next(word: str, valued: Collection[str]) -> bool:
    """Whether the word behind an option is its value; among short options in one word, a value ends the word."""
    if word.startswith("--"):
        return word in valued
    letters = word[1:]
    for place, letter in enumerate(letters, start=1):
        if f"-{letter}" in valued:
            return place == len(letters)
    return False
