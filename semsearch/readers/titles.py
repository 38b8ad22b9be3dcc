"""Titles for papers that come without: made from the abstract's own words, the method's name first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from semsearch.readers.cues import (
    ADDRESS,
    EMPHASIS,
    FINDS,
    GENERIC,
    INTRODUCTION,
    LABEL,
    LOOKS,
    OFFERS,
    PASSIVE,
    PURPOSE,
    REFERS_BACK,
    RELATION,
)
from semsearch.readers.naming import Naming, naming_of
from semsearch.readers.phrases import MAX_LETTERS, MAX_WORDS, capitalized, first_clause, shortened, without_start
from semsearch.text import clean, sentences

if TYPE_CHECKING:
    import re

# Nothing beyond these tells what a paper is about, and patterns take their time on endless texts.
_LONGEST_TEXT: Final = 4000
_LONGEST_SENTENCE: Final = 800


def made_title(abstract: str) -> str:
    """Make a title of at most some 14 words, such as "FooNet: graph encoder for maps".

    The name of what the paper offers comes first where the abstract gives one; else it is what the paper offers
    or studies, else what it finds, else its first words.
    """
    text = EMPHASIS.sub(r"\2", ADDRESS.sub("", clean(abstract[:_LONGEST_TEXT])))
    said = [LABEL.sub("", sentence, count=1)[:_LONGEST_SENTENCE] for sentence in sentences(text)]
    for sentence in said:
        for offer in _matches(OFFERS, sentence):
            if naming := naming_of(without_start(offer)):
                return _named_title(naming)
    for patterns in ((OFFERS, LOOKS, PURPOSE, PASSIVE), (FINDS,)):
        for sentence in said:
            for pattern in patterns:
                for phrase in _matches(pattern, sentence):
                    if title := _title(phrase):
                        return title
    first = INTRODUCTION.sub("", said[0], count=1) if said else ""
    return capitalized(shortened(first_clause(first))) or shortened(text) or text[:MAX_LETTERS]


def _matches(pattern: re.Pattern[str], sentence: str) -> list[str]:
    found = pattern.search(sentence)
    return [found["rest"] + (found.groupdict().get("more") or "")] if found else []


def _title(phrase: str) -> str:
    bare = without_start(phrase)
    if REFERS_BACK.match(phrase) or REFERS_BACK.match(bare) or GENERIC.match(bare):
        return ""
    title = shortened(first_clause(bare))
    return capitalized(title) if len(title.split()) > 2 else ""  # noqa: PLR2004 - less is a word, no title


def _named_title(naming: Naming) -> str:
    what = without_start(naming.what.strip(" ,:–—("))
    room = MAX_WORDS - len(naming.name.split())
    what = shortened(first_clause(what, min_words=2), max_words=room)
    name = capitalized(naming.name)
    return f"{name}{' ' if RELATION.match(what) else ': '}{what}" if what else name
