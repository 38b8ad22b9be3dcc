"""Texts as words: the same way for papers and for questions."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tantivy import TextAnalyzer

_LONGEST: Final = 100  # bytes; what is longer is no word
# Chinese and Japanese have no spaces between words, so each character counts as one.
_CHARACTER: Final = re.compile(r"([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])")


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it stands in a text, and in small letters and without accents."""

    typed: str
    folded: str


def lookup_form(text: str) -> str:
    """Put spaces around characters that are words by themselves, and compose letters and their accents."""
    if text.isascii():
        return text
    whole = text.encode(errors="replace").decode()  # halves of surrogate pairs are no text, and stop tantivy
    composed = unicodedata.normalize("NFKC", whole).replace("İ", "I")  # its small letter would keep the dot apart
    return _CHARACTER.sub(r" \1 ", composed)


def stems(text: str) -> list[str]:
    """The words of a text as they are looked up: in small letters, without accents and English endings."""
    return stemming_analyzer().analyze(lookup_form(text))


def words(text: str) -> list[Word]:
    """The words of a text with all of their endings."""
    text = lookup_form(text)
    tokens = _folding_analyzer().pre_tokenize(text).tokens
    return [Word(text[token.char_offset_from : token.char_offset_to], token.text) for token in tokens]


@cache
def stemming_analyzer() -> TextAnalyzer:
    """The analyzer of papers."""
    return _analyzer(stems=True)


@cache
def _folding_analyzer() -> TextAnalyzer:
    return _analyzer(stems=False)


def _analyzer(*, stems: bool) -> TextAnalyzer:
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    builder = TextAnalyzerBuilder(Tokenizer.simple())
    for each in (Filter.remove_long(_LONGEST), Filter.lowercase(), Filter.ascii_fold()):
        builder = builder.filter(each)
    return (builder.filter(Filter.stemmer("english")) if stems else builder).build()
