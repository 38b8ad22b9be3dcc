"""Papers from the XML of the ACL Anthology."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from semsearch.readers.fields.paper_fields import NEITHER, paper_of
from semsearch.readers.fields.values import joined_line
from semsearch.readers.formats.xml_elements import XmlElement, elements_in
from semsearch.readers.formats.xml_values import at, children, line_at, value_of, values_in, written
from semsearch.records import SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from semsearch.records import Paper

_URL: Final = "https://aclanthology.org/{}/"
_OLD_COLLECTION: Final = re.compile(r"[A-Z]\d\d")
_TAKEN: Final = frozenset({"title", "author", "abstract", "doi", "url"})
_TAKEN_OF_VOLUME: Final = frozenset({"booktitle", "journal-title", "year", "url", "editor"})


@dataclass(frozen=True, slots=True)
class _Volume:
    """What the papers of a volume share.

    Attributes:
        collection: As "2020.acl" or "P19".
        name: Of the volume in it, as "main" or "1".
        kind: "proceedings" or "journal", where it is said.
        fields: Of all its papers.
    """

    collection: str = ""
    name: str = ""
    kind: str = ""
    fields: dict[str, Any] = field(default_factory=dict)


def read_acl_anthology(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each `paper`; venue and year come from the volume that it is in.

    Raises:
        SourceError: The file declares XML entities.
    """
    volume = _Volume()
    for element in elements_in(stream, ("paper", "meta"), source=source, parents=("collection", "volume")):
        if isinstance(element, SkippedRecord):
            yield element
        elif element.name == "paper":
            paper = paper_of(_record(element.root, volume), source=source)
            yield paper or SkippedRecord(source, element.line, NEITHER)
        else:
            volume = _entered(element, volume)


def _entered(element: XmlElement, volume: _Volume) -> _Volume:
    root = element.root
    if element.name == "collection":
        return _Volume(root.get("id", ""))
    if element.name == "volume":
        return _Volume(volume.collection, root.get("id", ""), root.get("type", ""))
    venue = at(root, "journal-title")
    venue = at(root, "booktitle") if venue is None else venue
    fields: dict[str, Any] = {"venue": "" if venue is None else _text(venue), "year": line_at(root, "year")}
    if editors := [_person(editor) for editor in children(root, "editor")]:
        fields["editor"] = editors
    return _Volume(volume.collection, volume.name, volume.kind, fields | values_in(root, without=_TAKEN_OF_VOLUME))


def _record(paper: Any, volume: _Volume) -> dict[str, Any]:  # noqa: ANN401 - lxml has no annotations
    title, abstract = at(paper, "title"), at(paper, "abstract")
    link = line_at(paper, "url")
    paper_id = link if link and "://" not in link else _id(paper.get("id", ""), volume)
    authors = list(children(paper, "author"))
    record = volume.fields | {
        "paper_id": paper_id,
        "title": "" if title is None else _text(title),
        "abstract": "" if abstract is None else _text(abstract),
        "authors": [_person(author) for author in authors],
        "doi": line_at(paper, "doi"),
        "url": link if "://" in link else _URL.format(paper_id) if paper_id else "",
        "kind": volume.kind,
    }
    if any(len(author) > 2 or author.attrib for author in authors):  # noqa: PLR2004 - more than first and last name
        record["author"] = [value_of(author) for author in authors]
    return record | values_in(paper, without=_TAKEN)


def _id(number: str, volume: _Volume) -> str:
    """The id that the Anthology gives a paper, as "2020.acl-main.3", "P19-1003" or "W19-0103"."""
    collection, name = volume.collection, volume.name
    if not (collection and name and number):
        return ""
    if not (_OLD_COLLECTION.fullmatch(collection) and name.isdecimal() and number.isdecimal()):
        return f"{collection}-{name}.{number}"
    is_long = collection[0] == "W" or (collection == "D19" and int(name) > 4)  # noqa: PLR2004
    return f"{collection}-{name:0>2}{number:0>2}" if is_long else f"{collection}-{name}{number:0>3}"


def _person(person: Any) -> str:  # noqa: ANN401
    parts = (line_at(person, "first"), line_at(person, "last"))
    return joined_line(" ".join(parts)) or line_at(person)


def _text(element: Any) -> str:  # noqa: ANN401
    return written(element, tagged=_tagged).strip()


def _tagged(name: str, text: str) -> str | None:
    """Letters whose case is fixed stand in braces, as in BibTeX, and formulas between dollars."""
    if name == "fixed-case":
        return f"{{{text}}}"
    return f"${text}$" if name == "tex-math" else None
