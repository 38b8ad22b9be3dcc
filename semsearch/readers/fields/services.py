"""Values that single services export in a way of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_START_OF_NAME: Final = re.compile(  # "McDonald" and "DeVito" are one name
    r"(?:Mc|Mac|De|Del|Della|Di|Da|Dos|La|Le|Van|Von|Der|Den|Fitz|Ter|Ten|St|El|Al)\Z"
)
_EMBASE_SOURCE: Final = re.compile(
    r"(?P<venue>\S.*?) \((?P<year>(?:1[89]|20)\d\d)\) .*Date of Publication: .+", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Publication:
    """Where and when a paper came out."""

    venue: str
    year: int


def separated_authors(names: str) -> str:
    """Put "; " between the names that Springer writes without a space, as "Ann A. BeeCarl Dee".

    They are separated where a capital follows a small letter, if there are full names on both sides.
    """
    people = []
    start = 0
    for position in range(1, len(names)):
        last = names[position - 1]
        person = names[start:position]
        meet = names[position].isupper() and last.isalpha() and not last.isupper()
        if meet and _is_full(person) and _is_full(names[position:]) and not _START_OF_NAME.search(person):
            people.append(person)
            start = position
    return "; ".join((*people, names[start:]))


def publication_in(source: str) -> Publication | None:
    """Find journal and year in a source as Embase writes it.

    An example is "The Hive (2014) 3:3 (152-160). Date of Publication: 2014".
    """
    found = _EMBASE_SOURCE.fullmatch(source.strip())
    return Publication(found["venue"], int(found["year"])) if found else None


def _is_full(name: str) -> bool:
    return name[:1].isupper() and len(name.split()) > 1
