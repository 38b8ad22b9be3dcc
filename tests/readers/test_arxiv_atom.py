from __future__ import annotations

import io
from typing import TYPE_CHECKING

from semsearch.readers.formats.arxiv_atom import read_arxiv_atom
from semsearch.readers.report import ReadingReport
from semsearch.readers.sources import read_papers
from semsearch.records import Paper, SkippedRecord

if TYPE_CHECKING:
    from pathlib import Path

FEED = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
  <title>ArXiv Query: bees</title>
  <id>http://arxiv.org/api/abc</id>
  <entry>
    <id>http://arxiv.org/abs/2001.00001v3</id>
    <published>2020-01-01T00:00:00Z</published><updated>2021-02-02T00:00:00Z</updated>
    <title>Bees
  dance</title>
    <summary>  They dance in
$O(n)$.  </summary>
    <author><name>Ann Bee</name><arxiv:affiliation>Hive 1</arxiv:affiliation></author>
    <author><name>Carl Dee</name></author>
    <arxiv:doi>10.1000/bee</arxiv:doi>
    <arxiv:journal_ref>The Hive 7 (2021)</arxiv:journal_ref>
    <arxiv:comment>9 pages</arxiv:comment>
    <link href="http://arxiv.org/pdf/2001.00001v3" title="pdf"/>
    <category term="q-bio.PE"/><category term="cs.DS"/>
  </entry>
  <entry><id>http://arxiv.org/api/errors#x</id><title>Error</title><summary>incorrect id format for x</summary></entry>
  <entry><id>http://arxiv.org/abs/hep-th/9901001v1</id><title>Old bees</title></entry>
</feed>
"""


def _read(text: str) -> list[Paper | SkippedRecord]:
    return list(read_arxiv_atom(io.StringIO(text), source="/p.xml"))


def test_an_entry_fills_all_fields() -> None:
    paper = _read(FEED)[0]
    assert isinstance(paper, Paper)
    assert (paper.paper_id, paper.arxiv_id, paper.url) == (
        "2001.00001", "2001.00001", "http://arxiv.org/abs/2001.00001v3",
    )  # fmt: skip
    assert (paper.title, paper.abstract) == ("Bees dance", "They dance in\n$O(n)$.")
    assert (paper.authors, paper.year, paper.venue) == (("Ann Bee", "Carl Dee"), 2020, "The Hive 7 (2021)")
    assert (paper.doi, paper.keywords) == ("10.1000/bee", ("q-bio.PE", "cs.DS"))
    assert paper.extra == {
        "published": "2020-01-01T00:00:00Z",
        "updated": "2021-02-02T00:00:00Z",
        "comment": "9 pages",
        "link": {"href": "http://arxiv.org/pdf/2001.00001v3", "title": "pdf"},
        "author": [{"name": "Ann Bee", "affiliation": "Hive 1"}, {"name": "Carl Dee"}],
    }


def test_an_error_of_arxiv_is_no_paper() -> None:
    records = _read(FEED)
    assert records[1] == SkippedRecord("/p.xml", 20, "is an error of arXiv: incorrect id format for x")
    assert isinstance(records[2], Paper)
    assert records[2].paper_id == "hep-th/9901001"


def test_real_feeds_are_read_whole(shared_data: Path) -> None:
    report = ReadingReport()
    papers = list(read_papers([shared_data / "exports" / "arxiv_atom"], report=report))
    assert (len(papers), report.skipped, report.left_out) == (2060 + 2060 + 1, [], [])
    assert all(paper.arxiv_id and paper.abstract and paper.authors and paper.year for paper in papers)
