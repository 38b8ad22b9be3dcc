"""Which field of a paper a key or a column holds, and how a record becomes a paper."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from semsearch.identifiers import arxiv_id_of, doi_of
from semsearch.json_values import plain
from semsearch.readers.fields.authors import authors_of
from semsearch.readers.fields.services import publication_in, separated_authors
from semsearch.readers.fields.values import identifier_of, joined_line, keywords_of, line_of, text_of, year_of
from semsearch.readers.titles.made_titles import made_title
from semsearch.records import Paper

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NEITHER: Final = "has neither title nor abstract"

# The names of each field, the best first, without case, spaces and punctuation. The first is our own.
_NAMES: Final[dict[str, str]] = {
    "paper_id": "paperid id key citationkey bibkey citekey pmid pubmedid eid uid openalexid entryid accessionnumber"
    " uniquewosid utuniquewosid corpusid itemid",
    "title": "title papertitle documenttitle itemtitle articletitle primarytitle worktitle originaltitle",
    "abstract": "abstract summary abstracttext paperabstract abstractnote text abstractinvertedindex description",
    "authors": "authors author authornames authorlist authorsname authorname authorfullnames firstauthors creators"
    " creator authorships contributors",
    "year": "year publicationyear pubyear publishedyear yearpublished issued published publishedprint publishedonline"
    " publicationdate publisheddate datepublished pubdate coverdate date issuedate versions",
    "venue": "venue journal booktitle containertitle journaltitle journalname journalbook sourcetitle publicationtitle"
    " publicationname publication conference conferencename conferencetitle publicationvenue"
    " primarylocation journalref",
    "doi": "doi itemdoi doinumber digitalobjectidentifier externalids",
    "arxiv_id": "arxivid arxiv eprint eprintid externalids entryid",
    "url": "url link paperurl absurl openurllink htmlurl pdfurl pdflink openaccesspdf uri",
    "keywords": "keywords keyword authorkeywords indexkeywords tags subjects subject categories fieldsofstudy"
    " meshterms",
    "kind": "kind type documenttype itemtype publicationtype publicationtypes contenttype typeofreference",
}
_FIELDS_OF: Final[dict[str, list[tuple[str, int]]]] = defaultdict(list)
for _field, _names in _NAMES.items():
    for _rank, _name in enumerate(_names.split()):
        _FIELDS_OF[_name].append((_field, _rank))

_OWN: Final = frozenset((*_NAMES, "source", "title_is_made"))
_READ: Final[dict[str, Callable[[Any], Any]]] = {
    "paper_id": identifier_of,
    "title": line_of,
    "abstract": text_of,
    "authors": authors_of,
    "year": year_of,
    "venue": line_of,
    "doi": lambda raw: doi_of(joined_line(raw)) if isinstance(raw, str) else None,
    "arxiv_id": lambda raw: arxiv_id_of(joined_line(raw)) if isinstance(raw, str) else None,
    "url": line_of,
    "keywords": keywords_of,
    "kind": line_of,
}
_PLAIN_KEYS: Final = frozenset({"paperid", "id", "key", "citationkey", "bibkey", "citekey"})
_WORDS_OF_CATEGORIES: Final = re.compile(r"[a-z-]+(?:\.[A-Za-z-]+)?(?: [a-z-]+(?:\.[A-Za-z-]+)?)+")


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A key that may fill a field."""

    field: str
    key: str
    name: str


@lru_cache(maxsize=1 << 14)
def known_fields(key: str) -> frozenset[str]:
    """The fields of a paper that a key or a column of this name may fill."""
    return frozenset(field for field, _ in _FIELDS_OF.get(_folded(key), ()))


@lru_cache(maxsize=1 << 14)
def _folded(key: str) -> str:
    return re.sub(r"[\W_]+", "", key.casefold())


@lru_cache(maxsize=1 << 10)
def _candidates(keys: tuple[str, ...]) -> tuple[_Candidate, ...]:
    """List the keys that may fill each field, the best first, with our own spelling before any other."""
    ranked = [
        (list(_NAMES).index(field), rank, key != field, position, _Candidate(field, key, _folded(key)))
        for position, key in enumerate(keys)
        for field, rank in _FIELDS_OF.get(_folded(key), ())
    ]
    return tuple(candidate for *_, candidate in sorted(ranked, key=lambda row: row[:-1]))


def paper_of(record: Mapping[str, Any], *, source: str) -> Paper | None:
    """Make a paper from a record with any of the usual names for its fields.

    What no field takes, or takes only in part, stays in `extra` under its own name, or under "original_…" if a
    field of a paper has that name. In our own exports, known by their `paper_id`, the key `source` is dropped,
    because the file that is read becomes the source.

    Returns:
        None if the record has neither title nor abstract.
    """
    found: dict[str, Any] = {}
    used: set[str] = set()
    for candidate in _candidates(tuple(record)):
        field, key = candidate.field, candidate.key
        if field in found or key in used or _must_wait(candidate, found):
            continue
        raw = record[key]
        value = _read(candidate, raw)
        if value:
            found[field] = value
            if _tells_all(candidate, raw, value):
                used.add(key)
    if not (found.get("title") or found.get("abstract")):
        return None
    _add_from_links(found)
    _add_from_services(found, record)
    made = record.get("title_is_made") is True and bool(found.get("title"))
    if not found.get("title"):
        found["title"], made = made_title(found["abstract"]), True
    if "paper_id" in record:
        used.add("source")
    used.add("title_is_made")
    extra = {}
    for key, value in record.items():
        if key not in used and not _is_empty(kept := plain(value)):
            extra[_free_name(plain(key))] = kept
    return Paper(**found, source=source, title_is_made=made, extra=extra)


def _must_wait(candidate: _Candidate, found: Mapping[str, Any]) -> bool:
    """Whether a name is too vague by itself: without a title, a description may describe anything."""
    return candidate.name == "description" and not found.get("title")


def _read(candidate: _Candidate, raw: Any) -> Any:  # noqa: ANN401 - whatever a file holds
    if candidate.name == "externalids":
        raw = raw.get("DOI" if candidate.field == "doi" else "ArXiv") if isinstance(raw, dict) else None
    elif candidate.field == "keywords" and isinstance(raw, str) and _WORDS_OF_CATEGORIES.fullmatch(raw):
        raw = raw.split() if candidate.name == "categories" else raw
    elif candidate.field == "url" and isinstance(raw, dict):
        raw = raw.get("url")
    return _READ[candidate.field](raw)


def _tells_all(candidate: _Candidate, raw: Any, value: Any) -> bool:  # noqa: ANN401
    """Whether the value holds all that the record said, so that the record's own value can be dropped."""
    field = candidate.field
    if field == "abstract":
        return True
    if field == "paper_id":
        return candidate.name in _PLAIN_KEYS and value == str(raw).strip()
    if field == "year" and isinstance(raw, str):
        return str(value) == raw.strip().removesuffix(".0")
    if isinstance(raw, list):
        return len(raw) == (len(value) if isinstance(value, tuple) else 1) and all(map(_is_bare, raw))
    return not isinstance(raw, dict)


def _is_bare(value: Any) -> bool:  # noqa: ANN401
    names = {"given", "family", "first", "last", "firstName", "lastName", "name", "creatorType"}
    return isinstance(value, str) or (isinstance(value, dict) and (len(value) == 1 or names.issuperset(value)))


def _add_from_links(found: dict[str, Any]) -> None:
    url = found.get("url", "")
    if "doi" not in found and (doi := doi_of(url)):
        found["doi"] = doi
    for place in (url, found.get("paper_id", "")):
        if "arxiv_id" not in found and (arxiv_id := arxiv_id_of(place)):
            found["arxiv_id"] = arxiv_id


def _add_from_services(found: dict[str, Any], record: Mapping[str, Any]) -> None:
    authors, source = record.get("Authors"), record.get("Source")
    if "Item Title" in record and isinstance(authors, str):  # only Springer calls it that
        found["authors"] = authors_of(separated_authors(authors))
    if isinstance(source, str) and (publication := publication_in(source)):
        found.setdefault("venue", publication.venue)
        found.setdefault("year", publication.year)


def _free_name(key: str) -> str:
    return f"original_{key}" if key in _OWN else key


def _is_empty(value: Any) -> bool:  # noqa: ANN401
    return value is None or value in ("", [], {}) or (isinstance(value, str) and not value.strip())
