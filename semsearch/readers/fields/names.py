"""Which field of a paper a key or a column of any name holds."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

# The names of each field, the best first, without case, spaces and punctuation. The first is our own.
NAMES: Final[dict[str, str]] = {
    "paper_id": "paperid citationkey bibkey citekey id key pmid pubmedid eid uid openalexid entryid accessionnumber"
    " uniquewosid utuniquewosid corpusid itemid",
    "title": "title papertitle documenttitle itemtitle articletitle primarytitle worktitle originaltitle"
    " casename nameofact",
    "abstract": "abstract summary abstracttext paperabstract abstractnote text abstractinvertedindex description",
    "authors": "authors author authornames authorlist authorsname authorname authorfullnames firstauthors creators"
    " creator authorships contributors",
    "year": "year publicationyear pubyear publishedyear yearpublished issued published publishedprint publishedonline"
    " publicationdate publisheddate datepublished pubdate coverdate date issuedate versions",
    "venue": "venue journal booktitle containertitle journaltitle journalname journalbook sourcetitle publicationtitle"
    " proceedingstitle encyclopediatitle dictionarytitle publicationname publication conference conferencename"
    " conferencetitle publicationvenue"
    " primarylocation journalref",
    "doi": "doi itemdoi doinumber digitalobjectidentifier externalids",
    "arxiv_id": "arxivid arxiv eprint eprintid externalids entryid",
    "url": "url link paperurl absurl openurllink htmlurl pdfurl pdflink openaccesspdf uri",
    "keywords": "keywords keyword authorkeywords indexkeywords tags subjects subject categories fieldsofstudy"
    " meshterms concepts topics",
    "kind": "kind type documenttype itemtype publicationtype publicationtypes contenttype typeofreference",
}
_FIELDS_OF: Final[dict[str, list[tuple[str, int]]]] = defaultdict(list)
for _field, _names in NAMES.items():
    for _rank, _name in enumerate(_names.split()):
        _FIELDS_OF[_name].append((_field, _rank))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A key that may fill a field."""

    field: str
    key: str
    name: str


@lru_cache(maxsize=1 << 14)
def known_fields(key: str) -> frozenset[str]:
    """The fields of a paper that a key or a column of this name may fill."""
    return frozenset(field for field, _ in _FIELDS_OF.get(folded(key), ()))


@lru_cache(maxsize=1 << 14)
def folded(key: str) -> str:
    """A name without case, spaces and punctuation."""
    return re.sub(r"[\W_]+", "", key.casefold())


@lru_cache(maxsize=1 << 10)
def candidates(keys: tuple[str, ...]) -> tuple[Candidate, ...]:
    """List the keys that may fill each field, the best first, with our own spelling before any other."""
    ranked = [
        (list(NAMES).index(field), rank, key != field, position, Candidate(field, key, folded(key)))
        for position, key in enumerate(keys)
        for field, rank in _FIELDS_OF.get(folded(key), ())
    ]
    return tuple(candidate for *_, candidate in sorted(ranked, key=lambda row: row[:-1]))
