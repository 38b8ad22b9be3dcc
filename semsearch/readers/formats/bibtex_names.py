"""Authors as BibTeX and BibLaTeX write them, each as "Given Family"."""

from __future__ import annotations

import re
from typing import Final

from semsearch.readers.fields.authors import authors_of
from semsearch.readers.fields.values import joined_line

_AND: Final = re.compile(r" and(?= |\Z)|[{}]", re.IGNORECASE)
_COMMA: Final = re.compile(r",|[{}]")
_OTHERS: Final = frozenset({"others", "et al", "et al."})
_TIE: Final = re.compile(r"(?<!\\)~")
_PARTS: Final = re.compile(r"\s*(family|given|prefix|suffix|given-i|useprefix|id)\s*=\s*", re.IGNORECASE)
_IN_ORDER: Final = ("given", "prefix", "family", "suffix")
_MANY_COMMAS: Final = 3


def names_of(text: str) -> tuple[str, ...]:
    """The authors of a field, without "others"; braces hold names of corporations together."""
    names = [name for part in _split(joined_line(text), _AND) if (name := part.strip(" ,"))]
    if len(names) == 1 and "{" not in text and (";" in text or text.count(",") > _MANY_COMMAS - 1):
        return authors_of(text) or ()  # separated as elsewhere, against the rules of BibTeX
    return tuple(name for each in names if each.lower() not in _OTHERS and (name := _given_family(each)))


def names_others(text: str) -> bool:
    """Whether the field says that there are more authors than it names."""
    return any(part.strip().lower() in _OTHERS for part in _split(joined_line(text), _AND))


def _given_family(name: str) -> str:
    parts = [_bare(part) for part in _split(_TIE.sub(" ", name), _COMMA)]
    if all(map(_PARTS.match, parts)):
        named = {key.lower(): _bare(value) for key, value in (_key_and_value(part) for part in parts)}
        return joined_line(" ".join(named.get(key, "") for key in _IN_ORDER))
    if len(parts) < _MANY_COMMAS:
        return joined_line(" ".join(reversed(parts)))
    family, suffix, *given = parts
    return joined_line(" ".join((*given, family, suffix)))


def _key_and_value(part: str) -> list[str]:
    return [each.strip() for each in part.split("=", maxsplit=1)]


def _bare(text: str) -> str:
    """Without the braces around all of it, unless they hold a command of LaTeX."""
    text = text.strip()
    while text.startswith("{") and text.endswith("}") and not text.startswith("{\\"):
        depths = 0
        for position, letter in enumerate(text):
            depths += (letter == "{") - (letter == "}")
            if not depths and position < len(text) - 1:
                return text
        text = text[1:-1].strip()
    return text


def _split(text: str, separator: re.Pattern[str]) -> list[str]:
    """Split at a separator outside of braces; the pattern finds braces, too."""
    parts, depth, start = [], 0, 0
    for found in separator.finditer(text):
        if found[0] in "{}":
            depth = max(0, depth + (1 if found[0] == "{" else -1))
        elif not depth:
            parts.append(text[start : found.start()])
            start = found.end()
    return [*parts, text[start:]]
