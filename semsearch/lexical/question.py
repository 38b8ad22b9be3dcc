"""A question as words to look up. Any text is one; there is no syntax to get wrong."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.identifiers import arxiv_id_of, doi_of
from semsearch.lexical.analysis import Word, stems, words
from semsearch.lexical.stop_words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# A minus says "without" only after a space, in front of a word or phrase: not in "GPT-4", "-5" or "state -of- the art".
# What begins with a digit is a word if a letter follows, as "-3d".
_PART: Final = re.compile(
    r"""(?:(?<!\S)(?P<minus>-)(?=["\u201c]|\d*[^\W\d_]\S*(?<!-)(?!\S)))?
        (?:["\u201c](?P<phrase>[^"\u201c\u201d]*)["\u201d] | (?P<word>[^\s"\u201c\u201d]+))""",
    re.VERBOSE,
)
_DIGIT: Final = re.compile(r"\d")  # ids that services assign have one, so that a plain word is taken for no id
_EDGES: Final = ".,;:!?()[]{}<>'`"
_LONGEST_SEARCH: Final = 32  # words; in a longer question, a text that was pasted, quotes are just quotation marks
_LONG_NUMBER: Final = 7  # digits; papers of PubMed have them, but a shorter number is rather a year or a quantity


@dataclass(frozen=True, slots=True)
class WeightedWord:
    """A stem, the word that was typed first for it, and how often it was typed."""

    stem: str
    typed: str
    count: int


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that follow one another: their stems, and how they were typed."""

    stems: tuple[str, ...]
    typed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LexicalQuestion:
    """What a question says of words.

    Attributes:
        words: Each counts as often as it was typed; those of phrases too.
        phrases: In double quotes: papers without one of them are no answers.
        excluded: Behind a minus: papers with one of them are no answers.
        ids: What may be the id of a paper, in small letters.
        text: The question for an encoder: without what is excluded, and without quotes.
    """

    words: tuple[WeightedWord, ...]
    phrases: tuple[Phrase, ...] = ()
    excluded: tuple[Phrase, ...] = ()
    ids: tuple[str, ...] = ()
    text: str = ""


def read_question(text: str) -> LexicalQuestion:
    """Take a question apart.

    Words of grammar do not count, unless there are no others. A question in which everything is behind a minus has
    no minus. A single quotation mark means nothing, and neither quotes nor a minus do in a text of more than 32 words.
    """
    parts = list(_PART.finditer(text))
    wanted = [part for part in parts if not part["minus"]]
    unwanted = [part for part in parts if part["minus"]]
    has_operators = len(text.split()) <= _LONGEST_SEARCH
    if not has_operators or not any(stems(_text_of(part)) for part in wanted):
        wanted, unwanted = parts, []
    kept = " ".join(_text_of(part) for part in wanted)
    return LexicalQuestion(
        words=_weighted(kept),
        phrases=_phrases(_text_of(part) for part in wanted if has_operators and part["phrase"] is not None),
        excluded=_phrases(_text_of(part) for part in unwanted),
        ids=tuple(dict.fromkeys(each.lower() for each in _ids(kept.split()))),
        text=" ".join(kept.split()) or text,
    )


def matched_words(question: LexicalQuestion, text: str) -> tuple[str, ...]:
    """The words of the question that are in a text, in whatever form, as they were typed."""
    present = frozenset(stems(text))
    return tuple(word.typed for word in question.words if word.stem in present)


def _text_of(part: re.Match[str]) -> str:
    return part["phrase"] if part["phrase"] is not None else part["word"]


def _phrases(texts: Iterable[str]) -> tuple[Phrase, ...]:
    by_stems = {tuple(stems(text)): " ".join(text.split()) for text in texts}
    return tuple(Phrase(found, typed) for found, typed in by_stems.items() if found)


def _ids(typed: list[str]) -> Iterator[str]:
    """What may be an id, as it stands there and as services write it."""
    for each in filter(_DIGIT.search, typed):
        word = each.strip(_EDGES)
        if each != word:
            yield each  # as a DOI that ends in a bracket
        if not word.isdecimal() or len(word) >= _LONG_NUMBER or len(typed) == 1:
            yield word
        if known := doi_of(word) or arxiv_id_of(word):
            yield known


def _weighted(text: str) -> tuple[WeightedWord, ...]:
    typed = Counter(words(text))
    telling: Iterable[Word] = [word for word in typed if word.folded not in STOP_WORDS] or typed
    first_typed: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for word in telling:
        for stem in stems(word.folded):
            first_typed.setdefault(stem, word.typed)
            counts[stem] += typed[word]
    return tuple(WeightedWord(stem, first_typed[stem], count) for stem, count in counts.items())
