"""The elements of an XML file that hold its records, cut out one by one and parsed each by itself.

So a file of any size needs the memory of one record, a broken record costs only itself, and nothing that a file
declares for the whole of it, such as entities or the address of a DTD, ever reaches the parser.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html.entities import html5
from typing import TYPE_CHECKING, Any, Final

from semsearch.readers.fields.paper_fields import NEITHER, paper_of
from semsearch.readers.formats.xml_cuts import ILLEGAL, Cut, Cutter
from semsearch.records import SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TextIO

    from lxml.etree import XMLParser

    from semsearch.records import Paper

_LAST_CODE: Final = 0x10FFFF
_REFERENCE: Final = re.compile(r"&(?:#(?:[xX](?P<hex>[0-9a-fA-F]{1,6})|(?P<number>\d{1,7}))|(?P<name>\w{2,31}));")
_OF_XML: Final = frozenset({"lt", "gt", "amp", "quot", "apos"})


@dataclass(frozen=True, slots=True)
class XmlElement:
    """An element with all that is in it.

    Attributes:
        line: Its first line in the file.
        root: The element of lxml.
    """

    line: int
    root: Any

    @property
    def name(self) -> str:
        """Its name without a prefix."""
        return name_of(self.root)


def name_of(element: Any) -> str:  # noqa: ANN401 - lxml has no annotations
    """The name of an element without namespace and prefix; empty for a comment and the like."""
    return _local(element.tag)


@lru_cache(maxsize=1 << 10)
def _local(tag: object) -> str:
    return tag.rpartition("}")[2].rpartition(":")[2] if isinstance(tag, str) else ""


def elements_in(
    stream: TextIO, names: Sequence[str], *, source: str, parents: Sequence[str] = ()
) -> Iterator[XmlElement | SkippedRecord]:
    """Find elements by their names, whatever their namespaces.

    Args:
        stream: At its start.
        names: Of the elements; none may be inside another.
        source: Of the file.
        parents: Names of elements around them; of each the start tag alone comes, as an element without content.

    Raises:
        SourceError: The file declares entities of its own.
    """
    from lxml import etree

    parser = etree.XMLParser(
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    for cut in Cutter(stream, (*names, *parents), frozenset(parents), source).cuts():
        yield cut if isinstance(cut, SkippedRecord) else _parsed(cut, parser, source)


def read_elements(
    stream: TextIO, names: Sequence[str], record_of: Callable[[Any], dict[str, Any]], *, source: str
) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each element of these names.

    Args:
        stream: At its start.
        names: Of the elements; none may be inside another.
        record_of: Gives the fields of a paper by the usual names, from an element of lxml.
        source: Of the file.

    Raises:
        SourceError: The file declares entities of its own.
    """
    for element in elements_in(stream, names, source=source):
        if isinstance(element, SkippedRecord):
            yield element
        else:
            paper = paper_of(record_of(element.root), source=source)
            yield paper or SkippedRecord(source, element.line, NEITHER)


def _parsed(cut: Cut, parser: XMLParser, source: str) -> XmlElement | SkippedRecord:
    from lxml import etree

    root = None
    problem = "holds nothing"
    try:
        root = etree.fromstring(_REFERENCE.sub(_as_character, cut.text), parser)
    except etree.XMLSyntaxError as exc:
        problem = str(exc)
    # What a prefix stands for is declared outside of the record.
    errors = [error for error in parser.error_log if error.domain != etree.ErrorDomains.NAMESPACE]
    if root is None or errors:
        line = cut.line + (errors[0].line - 1 if errors else 0)
        return SkippedRecord(source, line, f"is not valid XML: {errors[0].message if errors else problem}")
    return XmlElement(cut.line, root)


def _as_character(reference: re.Match[str]) -> str:
    """Characters that HTML knows by name become themselves, and those that XML forbids nothing."""
    name, digits = reference["name"], reference["hex"] or reference["number"]
    if name:
        return reference[0] if name in _OF_XML else html5.get(f"{name};", reference[0])
    code = int(digits, 16 if reference["hex"] else 10)
    return "" if code > _LAST_CODE or ILLEGAL.match(chr(code)) else reference[0]
