"""Papers from the XML that EndNote exports, which other reference managers write, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from semsearch.readers.fields.authors import given_family
from semsearch.readers.formats.xml_elements import read_elements
from semsearch.readers.formats.xml_values import at, children, line_at, values_in, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from semsearch.records import Paper, SkippedRecord

_FONTS: Final = "style"
# What only holds other elements together; these come out under their own names instead.
_HOLDERS: Final = ("contributors", "titles", "periodical", "dates", "urls")
_TAKEN: Final = frozenset({"authors", "title", "abstract", "keywords", "ref-type", *_HOLDERS})
_VENUES: Final = (("periodical", "full-title"), ("titles", "secondary-title"), ("titles", "alt-title"))
_LINKS: Final = (("urls", "related-urls", "url"), ("urls", "web-urls", "url"))


def read_endnote_xml(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each record.

    Raises:
        SourceError: The file declares XML entities.
    """
    return read_elements(stream, ("record",), _record, source=source)


def _record(root: Any) -> dict[str, Any]:  # noqa: ANN401 - lxml has no annotations
    from lxml import etree

    etree.strip_tags(root, _FONTS)
    abstract, kind = at(root, "abstract"), at(root, "ref-type")
    record: dict[str, Any] = {
        "paper_id": line_at(root, "label") or line_at(root, "accession-num"),
        "title": line_at(root, "titles", "title"),
        "abstract": "" if abstract is None else written(abstract),
        "authors": [given_family(name) for name in _lines(at(root, "contributors", "authors"))],
        "year": line_at(root, "dates", "year"),
        "venue": next(filter(None, (line_at(root, *path) for path in _VENUES)), ""),
        "doi": line_at(root, "electronic-resource-num"),
        "url": next(filter(None, (line_at(root, *path) for path in _LINKS)), ""),
        "keywords": _lines(at(root, "keywords")),
        "kind": "" if kind is None else kind.get("name", ""),
    }
    told = [value for value in record.values() if isinstance(value, str)]
    for holder in (root, *children(root, *_HOLDERS)):
        for name, value in values_in(holder, without=_TAKEN).items():
            if value not in told:
                record.setdefault(name, value)
    return record


def _lines(holder: Any) -> list[str]:  # noqa: ANN401
    return [] if holder is None else [line for each in holder if (line := line_at(each))]
