from __future__ import annotations

import io
from typing import TYPE_CHECKING

from semsearch.readers.formats.pubmed_xml import read_pubmed_xml
from semsearch.readers.report import ReadingReport
from semsearch.readers.sources import read_papers
from semsearch.records import Paper, SkippedRecord
from semsearch.text import clean

if TYPE_CHECKING:
    from pathlib import Path

ARTICLE = """
<PubmedArticle>
  <MedlineCitation Status="MEDLINE" Owner="NLM">
    <PMID Version="1">123</PMID>
    <Article PubModel="Print">
      <Journal>
        <ISSN IssnType="Print">1111-2222</ISSN>
        <JournalIssue><Volume>7</Volume><Issue>2</Issue><PubDate><MedlineDate>2019 Dec-2020 Jan</MedlineDate></PubDate></JournalIssue>
        <Title>The Hive</Title><ISOAbbreviation>Hive</ISOAbbreviation>
      </Journal>
      <ArticleTitle>How <i>A. mellifera</i> dances.</ArticleTitle>
      <Pagination><MedlinePgn>1-9</MedlinePgn></Pagination>
      <ELocationID EIdType="pii">xyz</ELocationID>
      <ELocationID EIdType="doi">10.1000/bee</ELocationID>
      <Abstract>
        <AbstractText Label="BACKGROUND" NlmCategory="BACKGROUND">Bees dance.</AbstractText>
        <AbstractText Label="METHODS">We look, p &lt; 0.05.</AbstractText>
        <AbstractText Label="UNLABELLED">They stop.</AbstractText>
        <CopyrightInformation>© 2020 Wax</CopyrightInformation>
      </Abstract>
      <AuthorList>
        <Author><LastName>Bee</LastName><ForeName>Ann</ForeName><Initials>A</Initials></Author>
        <Author><LastName>Dee</LastName><Initials>C</Initials><Suffix>Jr</Suffix></Author>
        <Author><CollectiveName>The Swarm</CollectiveName></Author>
      </AuthorList>
      <PublicationTypeList><PublicationType UI="D1">Journal Article</PublicationType></PublicationTypeList>
    </Article>
    <KeywordList><Keyword>dance</Keyword></KeywordList>
    <MeshHeadingList><MeshHeading><DescriptorName>Bees</DescriptorName></MeshHeading></MeshHeadingList>
  </MedlineCitation>
  <PubmedData><ArticleIdList><ArticleId IdType="doi">10.1000/other</ArticleId></ArticleIdList>
    <ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.1000/cited</ArticleId></ArticleIdList></Reference></ReferenceList>
  </PubmedData>
</PubmedArticle>
"""  # noqa: E501 - as PubMed writes it


def _read(text: str) -> list[Paper | SkippedRecord]:
    return list(read_pubmed_xml(io.StringIO(text), source="/p.xml"))


def _paper(text: str) -> Paper:
    (paper,) = _read(text)
    assert isinstance(paper, Paper)
    return paper


def test_an_article_fills_all_fields() -> None:
    paper = _paper(f"<PubmedArticleSet>{ARTICLE}</PubmedArticleSet>")
    assert (paper.paper_id, paper.doi, paper.year) == ("123", "10.1000/bee", 2019)
    assert paper.title == "How <i>A. mellifera</i> dances."
    assert clean(paper.title) == "How A. mellifera dances."
    assert paper.abstract == "BACKGROUND: Bees dance.\nMETHODS: We look, p < 0.05.\nThey stop."
    assert paper.authors == ("Ann Bee", "C Dee Jr", "The Swarm")
    assert (paper.venue, paper.kind, paper.keywords) == ("The Hive", "Journal Article", ("dance",))


def test_what_has_no_field_is_kept_under_its_own_name() -> None:
    extra = _paper(ARTICLE).extra
    assert {"Volume": "7", "Issue": "2", "MedlinePgn": "1-9", "ISOAbbreviation": "Hive"}.items() <= extra.items()
    assert extra["MeshHeadingList"] == {"MeshHeading": {"DescriptorName": "Bees"}}
    assert extra["CopyrightInformation"] == "© 2020 Wax"
    assert extra["ISSN"] == {"IssnType": "Print", "text": "1111-2222"}
    assert "AuthorList" not in extra  # the names tell all


def test_affiliations_are_kept_with_their_authors() -> None:
    with_affiliation = ARTICLE.replace(
        "<Initials>A<", "<AffiliationInfo><Affiliation>Hive 1</Affiliation></AffiliationInfo><Initials>A<"
    )
    (authors,) = _paper(with_affiliation).extra["AuthorList"]
    assert authors["Author"][0]["AffiliationInfo"] == {"Affiliation": "Hive 1"}


def test_headings_are_keywords_where_the_authors_gave_none() -> None:
    assert _paper(ARTICLE.replace("KeywordList", "OtherList")).keywords == ("Bees",)


def test_an_article_without_an_english_title_goes_by_its_own() -> None:
    foreign = ARTICLE.replace("<ArticleTitle>How <i>A. mellifera</i> dances.</ArticleTitle>", "<ArticleTitle/>")
    foreign = foreign.replace("</Abstract>", "</Abstract><VernacularTitle>Bienentanz</VernacularTitle>")
    assert _paper(foreign).title == "Bienentanz"


def test_a_preprint_of_arxiv_has_its_id() -> None:
    assert _paper(ARTICLE.replace(">xyz<", ">arXiv:2304.02112v2<")).arxiv_id == "2304.02112"


def test_a_book_is_a_paper_and_so_is_a_chapter_with_the_book_as_its_venue() -> None:
    book = """<PubmedBookArticle><BookDocument><PMID>5</PMID>
      <ArticleIdList><ArticleId IdType="bookaccession">NBK1</ArticleId></ArticleIdList>
      <Book><Publisher><PublisherName>Wax</PublisherName></Publisher><BookTitle book="b">All Bees</BookTitle>
      <PubDate><Year>2001</Year></PubDate>
      <AuthorList Type="editors"><Author><LastName>Ed</LastName><ForeName>Eve</ForeName></Author></AuthorList></Book>
      {}<Abstract><AbstractText>All of them.</AbstractText></Abstract></BookDocument>
      <PubmedBookData><ArticleIdList><ArticleId IdType="pubmed">5</ArticleId></ArticleIdList></PubmedBookData>
      </PubmedBookArticle>"""
    whole = _paper(book.format(""))
    assert (whole.paper_id, whole.title, whole.venue, whole.year) == ("5", "All Bees", "", 2001)
    assert (whole.authors, whole.abstract, whole.extra["PublisherName"]) == ((), "All of them.", "Wax")
    assert [each["ArticleId"]["text"] for each in whole.extra["ArticleIdList"]] == ["NBK1", "5"]
    chapter = _paper(book.format("<ArticleTitle>Drones</ArticleTitle>"))
    assert (chapter.title, chapter.venue) == ("Drones", "All Bees")


def test_a_record_without_title_and_abstract_is_skipped_under_its_line() -> None:
    bare = "<PubmedArticle><MedlineCitation><PMID>1</PMID></MedlineCitation></PubmedArticle>"
    assert _read(f"<PubmedArticleSet>\n{bare}\n</PubmedArticleSet>") == [
        SkippedRecord("/p.xml", 2, "has neither title nor abstract")
    ]


def test_real_exports_are_read_whole(shared_data: Path) -> None:
    report = ReadingReport()
    papers = list(read_papers([shared_data / "exports" / "pubmed_xml"], report=report))
    assert len(papers) == 13
    assert all(paper.paper_id.isdecimal() and paper.title and paper.authors and paper.year for paper in papers)
    assert [left.path.rpartition("__")[2] for left in report.left_out] == ["MedlineImporterTestMalformedEntry.xml"]
