"""Titles for papers that come without one: made from the abstract's own words, the method's name first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from semsearch.readers.titles.coined_names import CoinedName, coined_name_in
from semsearch.readers.titles.cues import (
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
from semsearch.readers.titles.phrases import MAX_LETTERS, MAX_WORDS, capitalized, first_clause, shortened, without_start
from semsearch.text import clean, sentences

if TYPE_CHECKING:
    import re

# Text after these limits rarely tells what a paper is about, and patterns are slow on very long texts.
_LONGEST_TEXT: Final = 4000
_LONGEST_SENTENCE: Final = 800


def made_title(abstract: str) -> str:
    """Make a title of about 14 words at most, such as "FooNet: graph encoder for maps".

    Where the abstract names what it offers, the name comes first. Otherwise the title is what the paper offers or
    studies, or else what it finds, or else its first words.
    """
    text = EMPHASIS.sub(r"\2", ADDRESS.sub("", clean(abstract[:_LONGEST_TEXT])))
    said = [LABEL.sub("", sentence, count=1)[:_LONGEST_SENTENCE] for sentence in sentences(text)]
    for sentence in said:
        for offer in _matches(OFFERS, sentence):
            if coined := coined_name_in(without_start(offer)):
                return _named_title(coined)
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
    return capitalized(title) if len(title.split()) > 2 else ""  # noqa: PLR2004 - fewer words do not make a title


def _named_title(coined: CoinedName) -> str:
    what = without_start(coined.what.strip(" ,:–—("))
    room = MAX_WORDS - len(coined.name.split())
    what = shortened(first_clause(what, min_words=2), max_words=room)
    name = capitalized(coined.name)
    return f"{name}{' ' if RELATION.match(what) else ': '}{what}" if what else name
