"""Papers from the Atom feeds of arXiv, which its search interface answers with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from semsearch.identifiers import arxiv_id_of
from semsearch.readers.fields.authors import given_family
from semsearch.readers.fields.paper_fields import NEITHER, paper_of
from semsearch.readers.formats.xml_elements import elements_in
from semsearch.readers.formats.xml_values import children, line_at, value_of, values_in, written
from semsearch.records import SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from semsearch.records import Paper


def read_arxiv_atom(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each entry.

    Raises:
        SourceError: The file declares XML entities.
    """
    for element in elements_in(stream, ("entry",), source=source):
        if isinstance(element, SkippedRecord):
            yield element
        elif "/api/errors" in line_at(element.root, "id"):
            yield SkippedRecord(source, element.line, f"is an error of arXiv: {line_at(element.root, 'summary')}")
        else:
            paper = paper_of(_record(element.root), source=source)
            yield paper or SkippedRecord(source, element.line, NEITHER)


def _record(entry: Any) -> dict[str, Any]:  # noqa: ANN401 - lxml has no annotations
    url = line_at(entry, "id")
    arxiv_id = arxiv_id_of(url) or ""
    authors = list(children(entry, "author"))
    record = {
        "paper_id": arxiv_id or url,
        "title": line_at(entry, "title"),
        "abstract": "\n".join(written(part) for part in children(entry, "summary")),
        "authors": [given_family(line_at(author, "name")) for author in authors],
        "venue": line_at(entry, "journal_ref"),
        "doi": line_at(entry, "doi"),
        "arxiv_id": arxiv_id,
        "url": url,
        "keywords": [category.get("term", "") for category in children(entry, "category")],
    }
    if any(len(author) > 1 for author in authors):
        record["author"] = [value_of(author) for author in authors]
    taken = {"id", "title", "summary", "author", "journal_ref", "doi", "category"}
    return record | values_in(entry, without=taken)
