"""Cutting a phrase out of a sentence so that it can stand alone."""

from __future__ import annotations

import re
from typing import Final

MAX_WORDS: Final = 14
MAX_LETTERS: Final = 140
_MIN_WORDS: Final = 4  # a phrase cut shorter than this says too little

_DETERMINER: Final = re.compile(
    r"(?:an?|the|our|its|this|these|some|several|one|what we call|forward|for the first time|the first(?=\s))[,\s]+",
    re.IGNORECASE,
)
_FLUFF: Final = re.compile(
    r"(?:(?:conceptually |very |remarkably |surprisingly )?(?:simple|easy)(?:,? (?:yet|but|and) (?:\w+ly )?[\w-]+)"
    r"|(?:\w+ly )?(?:novel|new|innovative|brand-new|original|first|simple|principled|state-of-the-art)"
    r"(?:(?:,| and)(?= ))?)"
    r"\s+",
    re.IGNORECASE,
)
_WRAPPER: Final = re.compile(
    r"(?:concept|notion|idea|problem|task|question|issue|challenge|class|family|variant|use|topic|case|variety|number|set|series|range|collection)"
    r"s? (?:of|called) ",
    re.IGNORECASE,
)
_SPECIFICALLY: Final = re.compile(r"\b(?:specifically|carefully|explicitly|successfully|effectively) (?=\w+(?:ed|s)\b)")
_CLAUSE_END: Final = re.compile(
    r"(?P<and>,\s+and\b)|[;:](?=\s)|\s[-–—]+\s|—|[.!?](?=\s|$)"
    r"|,\s+(?:and (?:then|show|demonstrate|prove|find|propose|we|use|also|apply|discuss|present|provide|evaluate)\b"
    r"|which|where|whose|who|while|whereas|with|without|by|but|so|as|that|thus|thereby|hence|based|namely|such|including"
    r"|i\.e\.|e\.g\.|it|we|they|this|to|in|on|for|from|using|when|if|because|since|leading|making|called|named|yielding"
    r"|\w+ing|the|an?|our|and we|one)\b"
    r"|\s(?:(?:and|but|so|because|since|although|whereas|while)"
    r" (?:we|it|they|show|demonstrate|prove|find|propose|discuss)"
    r"|by introducing|where|whereas|such that|so that|so as to|in order to|because|which we)\b",
)
_BREAKS: Final = frozenset(
    "that which to for by with in on via using from while where when and or across through under over between without"
    " based as at into during towards toward against within among than whose because if since after before".split()
)
_WEAK: Final = _BREAKS | frozenset(
    "of the a an our its their this these those is are was were be been being has have had can could may might will"
    " would do does not no also both either more most such only very then thus how what who whom i.e. e.g. it they we"
    " designed able used aimed aims intended capable allowing enabling called named".split()
)


def without_start(phrase: str) -> str:
    """Drop what comes before the thing itself: articles, praise, "the problem of"."""
    before = ""
    while before != phrase:
        before = phrase
        for pattern in (_DETERMINER, _FLUFF, _WRAPPER):
            found = pattern.match(phrase)
            if found and found.end() < len(phrase):
                phrase = phrase[found.end() :]
    return phrase


def first_clause(text: str, *, min_words: int = _MIN_WORDS) -> str:
    """Cut a text where its first clause ends, if that leaves `min_words` and closes all brackets."""
    for found in _CLAUSE_END.finditer(text):
        clause = text[: found.start()]
        in_list = found["and"] and "," in clause
        if len(clause.split()) >= min_words and _balanced(clause) and not in_list:
            return clause
    return text


def shortened(phrase: str, *, max_words: int = MAX_WORDS) -> str:
    """Cut a phrase to `max_words` at a place where it may end, neither in brackets nor after a weak word."""
    words = _SPECIFICALLY.sub("", phrase).split()
    if len(words) > max_words:
        ends = [end for end in range(_MIN_WORDS, max_words + 1) if _may_end(words, end)]
        words = words[: ends[-1] if ends else max_words]
    while words and (_bare(words[-1]) in _WEAK or not _balanced(" ".join(words))):
        words.pop()
    return _short(_without_lone_quotes(" ".join(words)).strip(" ,;:.–—-"))


def _without_lone_quotes(phrase: str) -> str:
    if phrase.count('"') % 2:
        phrase = phrase.replace('"', "")
    return phrase if phrase.count("“") == phrase.count("”") else re.sub("[“”]", "", phrase)


def _short(phrase: str) -> str:
    """Cut a text with few spaces, such as Chinese, to its first clause or its first letters."""
    if len(phrase) <= MAX_LETTERS:
        return phrase
    start = re.split(r"[。，；、,;]", phrase[:MAX_LETTERS], maxsplit=1)[0]
    return start if len(start) < MAX_LETTERS else f"{phrase[: MAX_LETTERS - 1]}…"


def capitalized(phrase: str) -> str:
    """Begin with a capital, unless the first word has one inside, as "mBERT" does."""
    first = phrase.split(" ", 1)[0]
    return phrase if any(letter.isupper() for letter in first) else phrase[:1].upper() + phrase[1:]


def _may_end(words: list[str], end: int) -> bool:
    if _bare(words[end - 1]) in _WEAK or not _balanced(" ".join(words[:end])):
        return False
    if end == len(words) or words[end - 1].endswith(","):
        return True
    follows = _bare(words[end])
    return follows in _BREAKS and (follows != "based" or words[end + 1 : end + 2] in (["on"], ["upon"]))


def _bare(word: str) -> str:
    return word.strip(",;:()").lower()


def _balanced(text: str) -> bool:
    return text.count("(") == text.count(")") and text.count("[") == text.count("]")
