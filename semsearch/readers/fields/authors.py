"""Authors, however a file writes them, each as "Given Family"."""

from __future__ import annotations

import re
from typing import Any, Final

from semsearch.readers.fields.values import joined_line, listed, split_outside_brackets

_SUFFIX: Final = re.compile(r"(?:jr|sr|ii|iii|iv|ph\.?d|m\.?d)\.?", re.IGNORECASE)
_INITIALS: Final = re.compile(r"(?:[^\W\d_]{1,2}\.[\s-]*)+|[A-Z]{1,3}|(?:[A-Z] )+[A-Z]")
_FAMILY_INITIALS: Final = re.compile(r"(?P<family>[^.]*[^\W\d_]{2}[^.]*?) (?P<initials>(?:[^\W\d_]\.[ -]?)+)")
_FAMILY_BARE_INITIALS: Final = re.compile(
    r"(?P<family>[^,]+?) (?P<initials>[A-Z]{1,4})(?P<suffix> (?:Jr|Sr|\d(?:nd|rd|th)|I{2,3}))?"
)
_LONGEST_NAME: Final = 200  # what is longer is no name, and would take long to be compared with the pattern
_AND: Final = re.compile(r",?\s+(?:and|&)\s+", re.IGNORECASE)
_OTHERS: Final = frozenset({"", "others", "et al", "et al."})

_WHOLE: Final = ("name", "full_name", "fullName", "fullname", "display_name", "literal", "raw_author_name", "author")
_GIVEN: Final = ("given", "first", "firstName", "first_name", "firstname", "forename", "given_name", "givenName")
_FAMILY: Final = ("family", "last", "lastName", "last_name", "lastname", "surname", "family_name", "familyName")
_ROLE: Final = "creatorType"


def authors_of(value: Any) -> tuple[str, ...] | None:  # noqa: ANN401 - whatever a file holds
    """Read authors from a list of names or objects, or from one string; None if it is neither."""
    if isinstance(value, str):
        value = listed(value) or _split(value)
    elif isinstance(value, dict):
        value = [value]
    if not isinstance(value, list):
        return None
    writers = [one for one in value if not isinstance(one, dict) or one.get(_ROLE, "author") == "author"]
    names = [name for one in writers or value for name in _names(one)]
    return tuple(name for name in names if name.lower() not in _OTHERS)


def _names(value: Any) -> list[str]:  # noqa: ANN401
    if isinstance(value, str):
        return [given_family(name) for name in value.split(";")]
    return [_from_object(value)] if isinstance(value, dict) else []


def _from_object(person: dict[str, Any]) -> str:
    family = _part(person, _FAMILY)
    if family:
        particles = (_part(person, (f"{kind}-particle",)) for kind in ("dropping", "non-dropping"))
        family = " ".join(filter(None, (*particles, family)))
        middle = person.get("middle", "")
        middle = " ".join(map(str, middle)) if isinstance(middle, list) else str(middle or "")
        return joined_line(" ".join((_part(person, _GIVEN), middle, family, _part(person, ("suffix",)))))
    for key in _WHOLE:
        whole = person.get(key)
        if isinstance(whole, dict):
            whole = _from_object(whole)
        if isinstance(whole, str) and whole.strip():
            return given_family(whole)
    return _part(person, _GIVEN)


def _part(person: dict[str, Any], keys: tuple[str, ...]) -> str:
    return next((joined_line(person[key]) for key in keys if isinstance(person.get(key), str)), "")


def given_family(name: str) -> str:
    """Put the family name last in "Family, Given", "Family, Jr, Given" and "Family G.H."; leave other names."""
    name = joined_line(name).strip(" ,;")
    parts = [part for part in split_outside_brackets(name, ",") if part]
    if len(parts) > 1:
        suffixes = [part for part in parts[1:] if _SUFFIX.fullmatch(part)]
        given = [part for part in parts[1:] if part not in suffixes]
        return " ".join((*given, parts[0], *suffixes))
    behind = _FAMILY_INITIALS.fullmatch(name) if len(name) < _LONGEST_NAME else None
    return f"{behind['initials'].strip()} {behind['family']}" if behind else name


def medline_name(name: str) -> str:
    """Put the family name last in "Bee AB Jr", as MEDLINE and its heirs write it; other names go by `given_family`."""
    name = joined_line(name)
    found = _FAMILY_BARE_INITIALS.fullmatch(name) if len(name) < _LONGEST_NAME else None
    return f"{found['initials']} {found['family']}{found['suffix'] or ''}" if found else given_family(name)


def _split(text: str) -> list[str]:
    if ";" in text:
        return text.split(";")
    groups = _AND.split(text.strip())
    if len(groups) > 1 and all("," in group or group.lower() in _OTHERS for group in groups):
        return groups  # as in BibTeX: "Family, Given and Family, Given"
    return [name for group in groups for name in _split_at_commas(group)]


def _split_at_commas(text: str) -> list[str]:
    """Tell "Ann Bee, Carl Dee" from "Bee, Ann" and "Bee, A., Dee, C."."""
    parts = [part for part in split_outside_brackets(text, ",") if part]
    families, givens = parts[::2], parts[1::2]
    if len(families) == len(givens) and all(_INITIALS.fullmatch(given) for given in givens):
        return [f"{family}, {given}" for family, given in zip(families, givens, strict=True)]
    names: list[str] = []
    for part in parts:
        if names and _SUFFIX.fullmatch(part):
            names[-1] += f", {part}"
        else:
            names.append(part)
    inverted = len(names) == 2 and (" " not in names[0] or " " not in names[1])  # noqa: PLR2004 - family and given
    return [", ".join(names)] if inverted else names
