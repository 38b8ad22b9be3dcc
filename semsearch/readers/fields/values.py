"""Single values as files write them: texts, years, keywords and keys.

Each function gives None for a value that it cannot use, so that the value stays with the unknown fields.
"""

from __future__ import annotations

import ast
import json
import re
from typing import Any, Final

from semsearch.identifiers import arxiv_id_of
from semsearch.text import clean, without_controls

_YEAR: Final = re.compile(r"(?<!\d)(?:1[5-9]\d\d|20\d\d|2100)(?!\d)")
_OWN_LINK: Final = re.compile(  # of OpenAlex and Zotero
    r"https?://(?:openalex\.org/|(?:www\.)?zotero\.org/(?:users|groups)/\w+/items/)(W\d+|[A-Z0-9]{8})"
)
_NAMES: Final = ("name", "display_name", "title", "keyword", "term", "tag", "topic", "source")
_FIRST_YEAR, _LAST_YEAR = 1500, 2100
_JOINERS: Final = "\u200c\u200d"


def joined_line(text: str) -> str:
    """Put a text in one line, with single spaces and no control characters."""
    return " ".join(without_controls(text).split())


def is_visible(text: str) -> bool:
    """Whether a text has any letter that an eye can see."""
    return bool(joined_line(text).strip(f" {_JOINERS}"))


def is_readable(text: str) -> bool:
    """Whether anything is left of a text that an eye can see once markup is gone."""
    if text[:1].isalnum():  # most texts are told at once
        return True
    return is_visible(clean(text))


def line_of(value: Any) -> str | None:  # noqa: ANN401 - whatever a file holds
    """Read a one-line text from a string, a number, the first of a list, or the name of an object."""
    if isinstance(value, str):
        return joined_line(value)
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return f"{value:.0f}" if isinstance(value, float) and value.is_integer() else str(value)
    if isinstance(value, list):
        return line_of(value[0]) if value else None
    if isinstance(value, dict):
        return next((line for key in _NAMES if (line := line_of(value.get(key)))), None)
    return None


def text_of(value: Any) -> str | None:  # noqa: ANN401
    """Read a text of any length from a string, paragraphs, or an inverted index of words to positions."""
    if isinstance(value, str):
        return without_controls(value).strip()
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return without_controls("\n".join(value)).strip()
    if isinstance(value, dict) and all(isinstance(places, list) for places in value.values()):
        words = [(place, word) for word, places in value.items() for place in places if isinstance(place, int)]
        return without_controls(" ".join(word for _, word in sorted(words))).strip()
    return None


def identifier_of(value: Any) -> str | None:  # noqa: ANN401
    """Read a record's own key; links to OpenAlex, Zotero and arXiv become their ids."""
    if not isinstance(value, str | int | float):
        return None
    key = line_of(value) or ""
    own = _OWN_LINK.fullmatch(key)
    if own:
        return own[1]
    return (arxiv_id_of(key) or key) if key.startswith("http") else key


def year_of(value: Any) -> int | None:  # noqa: ANN401
    """Read a year from 1500 to 2100 from a number, a date, or date parts as in CSL-JSON."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return int(value) if _FIRST_YEAR <= value <= _LAST_YEAR and value == int(value) else None
    if isinstance(value, str):
        found = _YEAR.search(value)
        return int(found[0]) if found else None
    if isinstance(value, list):
        return year_of(value[0]) if value else None
    if isinstance(value, dict):
        parts = (value.get(key) for key in ("date-parts", "year", "raw", "literal", "date-time", "created"))
        return next((year for part in parts if (year := year_of(part))), None)
    return None


def keywords_of(value: Any) -> tuple[str, ...] | None:  # noqa: ANN401
    """Read keywords from a list of strings or objects, or from "a; b", "a, b" or "a | b"."""
    if isinstance(value, str):
        value = listed(value) or _split_keywords(joined_line(value))
    if not isinstance(value, list):
        return None
    return tuple(keyword for one in value if (keyword := line_of(one)))


def _split_keywords(text: str) -> list[str]:
    separator = next((mark for mark in ";,|" if mark in text), None)
    return [text] if separator is None else split_outside_brackets(text, separator)


def listed(text: str) -> list[Any] | None:
    """Read the list that a table cell holds in the notation of JSON or Python; None if there is none."""
    text = text.strip()
    if not (text.startswith("[") and text.endswith("]")):
        return None
    for read in (json.loads, ast.literal_eval):
        try:
            value = read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
        return value if isinstance(value, list) else None
    return None


def split_outside_brackets(text: str, separator: str) -> list[str]:
    """Split at a character, but not inside brackets."""
    parts, depth, start = [], 0, 0
    for position, letter in enumerate(text):
        if letter in "([":
            depth += 1
        elif letter in ")]":
            depth = max(0, depth - 1)
        elif letter == separator and depth == 0:
            parts.append(text[start:position].strip())
            start = position + 1
    return [*parts, text[start:].strip()]
