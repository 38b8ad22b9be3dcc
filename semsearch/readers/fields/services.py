"""Values that single services export in a way of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from semsearch.identifiers import arxiv_id_of
from semsearch.readers.fields.authors import medline_name
from semsearch.readers.fields.values import joined_line
from semsearch.readers.fields.zotero import zotero_fields

if TYPE_CHECKING:
    from collections.abc import Mapping

_START_OF_NAME: Final = re.compile(  # "McDonald" and "DeVito" are one name
    r"(?:Mc|Mac|De|Del|Della|Di|Da|Dos|La|Le|Van|Von|Der|Den|Fitz|Ter|Ten|St|El|Al)\Z"
)
_EMBASE_SOURCE: Final = re.compile(
    r"(?P<venue>\S.*?) \((?P<year>(?:1[89]|20)\d\d)\) .*Date of Publication: .+", re.DOTALL
)
_EMBASE_LINK: Final = re.compile(r"[?&]id=doi:(?P<doi>[^&]+)")
_PAPERCOPILOT: Final = frozenset({"title", "author", "track", "status"})
_CONFERENCE: Final = re.compile(r"(?P<name>[a-z0-9]*[a-z])[_-]?(?P<year>(?:19|20)\d\d)")
_SPELLINGS: Final = {"neurips": "NeurIPS", "nips": "NeurIPS", "corl": "CoRL", "automl": "AutoML"}
_NOT_ACCEPTED: Final = re.compile(r"reject|withdraw", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Publication:
    """Where and when a paper came out."""

    venue: str
    year: int


def service_fields(record: Mapping[str, Any], *, source: str) -> Mapping[str, Any]:
    """Say in usual fields what a service says in its own way; other records, and our own, come back as they are.

    Args:
        record: As it was read.
        source: Of its file; lists of papercopilot are named after conference and year.
    """
    if "paper_id" in record:
        return record
    if "itemType" in record:
        return zotero_fields(record)
    if "authors_parsed" in record:
        return {**record, **_of_kaggle(record)}
    if "authorships" in record:
        return {**_of_openalex(record), **record}
    if "Date Added To Xplore" in record:
        return {"Document Type": record.get("Document Identifier"), **record}
    if "Open URL Link" in record:
        return {**_of_embase(record), **record}
    if "Journal/Book" in record:
        return {**record, **_of_pubmed_table(record)}
    if record.keys() >= _PAPERCOPILOT and not {"venue", "year"} & record.keys():
        return {**record, **_of_papercopilot(record, source)}
    return record


def _of_kaggle(record: Mapping[str, Any]) -> dict[str, Any]:
    """Names in parts, with accents as letters, go before names in one text with LaTeX."""
    parsed, text = record["authors_parsed"], record.get("authors")
    if not isinstance(parsed, list) or not all(isinstance(one, list) and len(one) > 1 for one in parsed):
        return {}
    people = [
        {"given": str(given).replace(". -", ".-"), "family": " ".join(filter(None, (str(family), *map(str, rest[:1]))))}
        for family, given, *rest in parsed
    ]
    names = [joined_line(f"{person['given']} {person['family']}") for person in people]
    told = text in (", ".join(names), " and ".join(names))
    return {"authors": people} | ({} if told else {"original_authors": text})


def _of_openalex(record: Mapping[str, Any]) -> dict[str, Any]:
    """The page of the paper, and its place at arXiv."""
    locations = record.get("locations")
    places = [record.get("primary_location"), *(locations if isinstance(locations, list) else ())]
    pages = [str(place.get("landing_page_url") or "") for place in places if isinstance(place, dict)]
    arxiv_id = next(filter(None, map(arxiv_id_of, pages)), None)
    url = next((page for page in pages[:1] if "//doi.org/" not in page), None)
    return {"url": url, "arxiv_id": arxiv_id}


def _of_embase(record: Mapping[str, Any]) -> dict[str, Any]:
    found = _EMBASE_LINK.search(str(record["Open URL Link"]))
    return {"DOI": unquote(found["doi"])} if found else {}


def _of_pubmed_table(record: Mapping[str, Any]) -> dict[str, Any]:
    """Family names stand before initials without dots, as "Bee A, Dee CF Jr."."""
    authors = record.get("Authors")
    if not isinstance(authors, str):
        return {}
    names = authors.removesuffix(".").split(",")
    return {"Authors": [medline_name(name) for name in names if name.strip()]}


def _of_papercopilot(record: Mapping[str, Any], source: str) -> dict[str, Any]:
    """Conference and year stand in the name of the file alone; a rejected paper is not of the conference."""
    found = _CONFERENCE.fullmatch(PurePath(source).name.lower().removesuffix(".gz").removesuffix(".json"))
    fields: dict[str, Any] = {"url": record.get("site")} if "url" not in record else {}
    if found:
        fields["year"] = int(found["year"])
        if not _NOT_ACCEPTED.search(str(record["status"])):
            fields["venue"] = _SPELLINGS.get(found["name"], found["name"].upper())
    return fields


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
