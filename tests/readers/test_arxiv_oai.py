from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from semsearch.readers.formats.arxiv_oai import read_arxiv_oai
from semsearch.readers.report import ReadingReport
from semsearch.readers.sources import read_papers
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from pathlib import Path

HEADER = "<header{}><identifier>oai:arXiv.org:2001.00001</identifier><datestamp>2021-02-02</datestamp></header>"
ARXIV = """<arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>2001.00001</id><created>2020-01-01</created>
<authors><author><keyname>Bee</keyname><forenames>Ann</forenames><suffix>Jr</suffix></author>
<author><keyname>Plato</keyname></author></authors>
<title>Bees dance</title><categories>q-bio.PE cs.DS</categories><journal-ref>The Hive 7</journal-ref>
<doi>10.1000/bee</doi><abstract>  They dance.
</abstract></arXiv>"""
RAW = """<arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>2001.00001</id>
<version version="v1"><date>Wed, 1 Jan 2020 00:00:00 GMT</date></version>
<version version="v2"><date>Tue, 2 Feb 2021 00:00:00 GMT</date></version>
<title>Bees dance</title><authors>Ann Bee Jr and Plato</authors><categories>q-bio.PE cs.DS</categories>
<journal-ref>The Hive 7</journal-ref><doi>10.1000/bee</doi><abstract>  They dance.
</abstract></arXivRaw>"""
DUBLIN_CORE = """<oai_dc:dc xmlns:oai_dc="u:oai_dc" xmlns:dc="u:dc"><dc:title>Bees dance</dc:title>
<dc:creator>Bee, Ann, Jr</dc:creator><dc:creator>Plato</dc:creator><dc:subject>q-bio.PE</dc:subject>
<dc:subject>cs.DS</dc:subject><dc:description>  They dance.
</dc:description><dc:description>Comment: 9 pages</dc:description><dc:date>2020-01-01</dc:date><dc:type>text</dc:type>
<dc:identifier>http://arxiv.org/abs/2001.00001</dc:identifier><dc:identifier>doi:10.1000/bee</dc:identifier></oai_dc:dc>"""


def _read(*metadata: str) -> list[Paper | SkippedRecord]:
    records = "\n".join(f"<record>{HEADER.format('')}<metadata>{each}</metadata></record>" for each in metadata)
    text = f"<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'><ListRecords>\n{records}</ListRecords></OAI-PMH>"
    return list(read_arxiv_oai(io.StringIO(text), source="/p.xml"))


@pytest.mark.parametrize("metadata", [ARXIV, RAW, DUBLIN_CORE])
def test_each_of_the_three_formats_gives_the_same_paper(metadata: str) -> None:
    (paper,) = _read(metadata)
    assert isinstance(paper, Paper)
    assert (paper.paper_id, paper.arxiv_id, paper.doi) == ("2001.00001", "2001.00001", "10.1000/bee")
    assert (paper.title, paper.abstract) == ("Bees dance", "They dance.")
    assert (paper.authors, paper.year, paper.keywords) == (("Ann Bee Jr", "Plato"), 2020, ("q-bio.PE", "cs.DS"))
    assert paper.extra["datestamp"] == "2021-02-02"


def test_what_has_no_field_is_kept() -> None:
    arxiv, raw, dublin_core = _read(ARXIV, RAW, DUBLIN_CORE)
    assert isinstance(arxiv, Paper)
    assert isinstance(raw, Paper)
    assert isinstance(dublin_core, Paper)
    assert arxiv.venue == raw.venue == "The Hive 7"
    assert arxiv.extra["created"] == "2020-01-01"
    assert [version["version"] for version in raw.extra["version"]] == ["v1", "v2"]
    assert raw.extra["original_authors"] == "Ann Bee Jr and Plato"
    assert (dublin_core.kind, dublin_core.extra["description"]) == ("text", ["Comment: 9 pages"])


def test_a_deleted_record_is_skipped() -> None:
    header = HEADER.format(" status='deleted'")
    text = f"<OAI-PMH>\n<record>{header}</record></OAI-PMH>"
    assert list(read_arxiv_oai(io.StringIO(text), source="/p.xml")) == [
        SkippedRecord("/p.xml", 2, "is marked as deleted")
    ]


def test_real_answers_are_read_whole(shared_data: Path) -> None:
    report = ReadingReport()
    papers = list(read_papers([shared_data / "exports" / "arxiv_oai"], report=report))
    assert (len(papers), report.skipped, report.left_out) == (7, [], [])
    assert all(paper.arxiv_id and paper.abstract and paper.authors and paper.year for paper in papers)
