"""Papers from PubMed's XML: articles, books and their chapters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from semsearch.identifiers import arxiv_id_of
from semsearch.readers.fields.values import year_of
from semsearch.readers.formats.xml_elements import name_of, read_elements
from semsearch.readers.formats.xml_values import at, children, line_at, value_of, values_in, written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TextIO

    from semsearch.records import Paper, SkippedRecord

_NAME: Final = frozenset({"LastName", "ForeName", "Initials", "Suffix", "CollectiveName"})
# What only holds other elements together; these come out under their own names instead.
_HOLDERS: Final = frozenset(
    "MedlineCitation Article Journal JournalIssue Pagination PubmedData BookDocument Book Publisher PubmedBookData"
    " Abstract".split()
)
_TAKEN: Final = frozenset({"PMID", "ArticleTitle", "AbstractText", "AuthorList", "Title", "BookTitle", "KeywordList"})


def read_pubmed_xml(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each record.

    Raises:
        SourceError: The file declares XML entities.
    """
    return read_elements(stream, ("PubmedArticle", "PubmedBookArticle"), _record, source=source)


def _record(root: Any) -> dict[str, Any]:  # noqa: ANN401 - lxml has no annotations
    parts = {name_of(part): part for part in _parts(root)}
    citation = parts.get("MedlineCitation", parts.get("BookDocument", root))
    article = parts.get("Article", citation)
    book = parts.get("Book", root)
    journal = parts.get("Journal", root)
    titles = [line_at(article, "ArticleTitle"), line_at(book, "BookTitle"), line_at(article, "VernacularTitle")]
    title = next(filter(None, titles), "")
    venues = ["" if title == titles[1] else titles[1], line_at(journal, "Title"), line_at(journal, "ISOAbbreviation")]
    lists = [each for holder in (article, book) for each in children(holder, "AuthorList")]
    people = [person for each in lists if each.get("Type") != "editors" for person in children(each, "Author")]
    ids = _ids(parts.values())
    record: dict[str, Any] = {
        "paper_id": line_at(citation, "PMID"),
        "title": title,
        "abstract": _abstract(parts.get("Abstract")) or _abstract(at(citation, "OtherAbstract")),
        "authors": [_author(person) for person in people],
        "year": _year(parts.values()),
        "venue": next(filter(None, venues), ""),
        "doi": ids.get("doi", ""),
        "arxiv_id": next(filter(None, map(arxiv_id_of, ids.values())), "") if "arxiv" in str(ids).lower() else "",
        "keywords": _keywords(citation),
        "kind": _kind(article),
    }
    names = {name_of(part) for person in people for part in person}
    if names - _NAME or any(each.get("Type") == "editors" for each in lists):
        record["AuthorList"] = [value_of(each) for each in lists]
    for part in (root, *parts.values()):
        for name, value in (dict(part.attrib) | values_in(part, without=_HOLDERS | _TAKEN)).items():
            record[name] = value if name not in record else [record[name], value]
    return record


def _parts(element: Any) -> Iterator[Any]:  # noqa: ANN401
    """The elements that hold others together, each before those in it."""
    for holder in children(element, *_HOLDERS):
        yield holder
        yield from _parts(holder)


def _abstract(abstract: Any) -> str:  # noqa: ANN401
    """The sections with their labels, as "METHODS: …"."""
    if abstract is None:
        return ""
    sections = []
    for section in children(abstract, "AbstractText"):
        label = section.get("Label", "")
        text = written(section).strip()
        sections.append(f"{label}: {text}" if label not in {"", "UNLABELLED"} and text else text)
    return "\n".join(filter(None, sections))


def _author(person: Any) -> str:  # noqa: ANN401
    given = line_at(person, "ForeName") or line_at(person, "Initials")
    parts = (given, line_at(person, "LastName"), line_at(person, "Suffix"))
    return " ".join(filter(None, parts)) if parts[1] else line_at(person, "CollectiveName") or given


def _year(parts: Iterable[Any]) -> int | None:
    dates = [date for part in parts for date in children(part, "PubDate", "ArticleDate", "ContributionDate")]
    dates.sort(key=lambda date: name_of(date) != "PubDate")
    texts = (line_at(date, "Year") or line_at(date, "MedlineDate") for date in dates)
    return next(filter(None, map(year_of, texts)), None)


def _ids(parts: Iterable[Any]) -> dict[str, str]:
    ids: dict[str, str] = {}
    for part in parts:
        for one in children(part, "ELocationID"):
            ids.setdefault(one.get("EIdType", ""), line_at(one))
        for each in children(part, "ArticleIdList"):
            for one in children(each, "ArticleId"):
                ids.setdefault(one.get("IdType", ""), line_at(one))
    return ids


def _kind(article: Any) -> str:  # noqa: ANN401
    holders = (article, *children(article, "PublicationTypeList"))
    return next((line_at(kind) for holder in holders for kind in children(holder, "PublicationType")), "")


def _keywords(citation: Any) -> list[str]:  # noqa: ANN401
    """The authors' own keywords, else the subject headings."""
    own = [line_at(word) for each in children(citation, "KeywordList") for word in children(each, "Keyword")]
    headings = (each for holder in children(citation, "MeshHeadingList") for each in children(holder, "MeshHeading"))
    return own or [line_at(heading, "DescriptorName") for heading in headings]
