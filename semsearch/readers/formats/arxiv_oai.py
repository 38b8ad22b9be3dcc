"""Papers from arXiv's harvesting interface (OAI-PMH), in its formats arXiv, arXivRaw and oai_dc."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from semsearch.identifiers import arxiv_id_of, doi_of
from semsearch.readers.fields.authors import authors_of, given_family
from semsearch.readers.fields.paper_fields import NEITHER, paper_of
from semsearch.readers.fields.values import year_of
from semsearch.readers.formats.xml_elements import elements_in, name_of
from semsearch.readers.formats.xml_values import at, children, line_at, value_of, values_in, written
from semsearch.records import SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from semsearch.records import Paper

_DELETED = "is marked as deleted"


def read_arxiv_oai(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each record.

    Raises:
        SourceError: The file declares XML entities.
    """
    for element in elements_in(stream, ("record",), source=source):
        if isinstance(element, SkippedRecord):
            yield element
            continue
        header, metadata = at(element.root, "header"), at(element.root, "metadata")
        if metadata is None or len(metadata) == 0:
            is_deleted = header is not None and header.get("status") == "deleted"
            yield SkippedRecord(source, element.line, _DELETED if is_deleted else NEITHER)
            continue
        record = _record(metadata[0])
        if header is not None:
            record |= values_in(header, without={"identifier"})
        yield paper_of(record, source=source) or SkippedRecord(source, element.line, NEITHER)


def _record(metadata: Any) -> dict[str, Any]:  # noqa: ANN401 - lxml has no annotations
    if name_of(metadata) == "dc":
        return _dublin_core(metadata)
    record = {
        "paper_id": line_at(metadata, "id"),
        "title": line_at(metadata, "title"),
        "abstract": "".join(written(part) for part in children(metadata, "abstract")),
        "authors": [_name(author) for author in children(metadata, "authors") for author in author],
        "year": year_of(line_at(metadata, "created") or line_at(metadata, "version", "date")),
        "venue": line_at(metadata, "journal-ref"),
        "doi": line_at(metadata, "doi"),
        "arxiv_id": line_at(metadata, "id"),
        "keywords": line_at(metadata, "categories").split(),
    }
    taken = {"id", "title", "abstract", "authors", "journal-ref", "doi", "categories"}
    authors = at(metadata, "authors")
    if authors is not None and len(authors) == 0:  # arXivRaw has them as one text
        record["authors"] = list(authors_of(line_at(authors)) or ())
        record["original_authors"] = line_at(authors)
    elif authors is not None and any(at(author, "affiliation") is not None for author in authors):
        record["author"] = [value_of(author) for author in authors]
    return record | values_in(metadata, without=taken)


def _name(author: Any) -> str:  # noqa: ANN401
    parts = (line_at(author, name) for name in ("forenames", "keyname", "suffix"))
    return " ".join(filter(None, parts))


def _dublin_core(metadata: Any) -> dict[str, Any]:  # noqa: ANN401
    abstract, *comments = [written(part).strip() for part in children(metadata, "description")] or [""]
    identifiers = [line_at(one) for one in children(metadata, "identifier")]
    arxiv_id = next(filter(None, map(arxiv_id_of, identifiers)), "")
    record: dict[str, Any] = {
        "paper_id": arxiv_id,
        "title": line_at(metadata, "title"),
        "abstract": abstract,
        "authors": [given_family(line_at(creator)) for creator in children(metadata, "creator")],
        "year": year_of(line_at(metadata, "date")),
        "doi": next(filter(None, map(doi_of, identifiers)), ""),
        "arxiv_id": arxiv_id,
        "url": next((one for one in identifiers if one.startswith("http")), ""),
        "keywords": [line_at(subject) for subject in children(metadata, "subject")],
        "kind": line_at(metadata, "type"),
    }
    if comments:
        record["description"] = comments
    taken = {"title", "description", "creator", "subject", "type"}
    return record | values_in(metadata, without=taken)
