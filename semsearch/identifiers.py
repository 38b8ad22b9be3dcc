"""DOIs and arXiv ids, from the many ways in which people and files write them."""

from __future__ import annotations

import re
from typing import Final

_DOI: Final = re.compile(
    r"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|(?:info:)?doi[:/]\s*)?"
    r"(?P<id>10\.\d[\d.]*/\S+|10/(?=\w*[a-z])\w+)",  # the second is a short DOI, not a date such as 10/2019
    re.IGNORECASE,
)
_ARXIV: Final = re.compile(
    r"(?:(?:https?://)?(?:[\w-]+\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:\s*)?"
    r"(?P<id>\d\d(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z][a-z-]+(?:\.[a-z]{2})?/\d\d(?:0[1-9]|1[0-2])\d{3})"
    r"(?:v\d+)?(?:\.pdf)?/?(?:[?#]\S*)?(?:\s*\[[\w.-]+\])?",
    re.IGNORECASE,
)


def doi_of(text: str) -> str | None:
    """The DOI without its resolver, if the text is a DOI, as "10.1000/182", "doi: 10.1000/182" or a link."""
    found = _DOI.fullmatch(text.strip())
    return found["id"] if found else None


def arxiv_id_of(text: str) -> str | None:
    """The arXiv id without its version, if the text is one, as "1706.03762v5", "arXiv:cs/0112017" or a link."""
    found = _ARXIV.fullmatch(text.strip())
    return found["id"] if found else None
