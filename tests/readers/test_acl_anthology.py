from __future__ import annotations

import io

import pytest

from semsearch.readers.formats.acl_anthology import read_acl_anthology
from semsearch.records import Paper, SkippedRecord
from semsearch.text import clean

XML = """<?xml version='1.0' encoding='UTF-8'?>
<collection id="2020.acl">
  <volume id="main" ingest-date="2020-06-21" type="proceedings">
    <meta>
      <booktitle>Proceedings of <fixed-case>ACL</fixed-case></booktitle>
      <editor><first>Dan</first><last>Ed</last></editor>
      <publisher>ACL</publisher><month>July</month><year>2020</year>
    </meta>
    <frontmatter><url hash="0">2020.acl-main.0</url></frontmatter>
    <paper id="1">
      <title><fixed-case>BERT</fixed-case> for <tex-math>\\alpha</tex-math> &amp; bees</title>
      <author id="ann-bee"><first>Ann</first><last>Bee</last></author>
      <author><first/><last>Plato</last></author>
      <pages>1–9</pages>
      <abstract>We <b>dance</b>, see <url>http://x.org</url>.</abstract>
      <url hash="1">2020.acl-main.1</url>
      <doi>10.1000/acl</doi>
      <bibkey>bee-plato-2020-bert</bibkey>
    </paper>
    <paper id="2"><title>Bees</title></paper>
  </volume>
  <volume id="srw"><meta><booktitle>Students</booktitle><year>2021</year></meta>
    <paper id="3"><title>Wax</title></paper>
    <paper id="4"/>
  </volume>
</collection>
"""


def _read(text: str) -> list[Paper | SkippedRecord]:
    return list(read_acl_anthology(io.StringIO(text), source="/p.xml"))


def _papers(text: str) -> list[Paper]:
    return [record for record in _read(text) if isinstance(record, Paper)]


def test_a_paper_fills_all_fields_some_of_them_from_its_volume() -> None:
    paper = _papers(XML)[0]
    assert (paper.paper_id, paper.doi, paper.url) == (
        "2020.acl-main.1", "10.1000/acl", "https://aclanthology.org/2020.acl-main.1/",
    )  # fmt: skip
    assert (paper.authors, paper.year, paper.kind) == (("Ann Bee", "Plato"), 2020, "proceedings")
    assert paper.abstract == "We <b>dance</b>, see http://x.org."
    assert {"pages": "1–9", "bibkey": "bee-plato-2020-bert", "publisher": "ACL", "month": "July"}.items() <= (
        paper.extra.items()
    )
    assert paper.extra["editor"] == ["Dan Ed"]
    assert paper.extra["author"][0] == {"id": "ann-bee", "first": "Ann", "last": "Bee"}


def test_fixed_case_and_formulas_are_written_as_in_bibtex_and_shown_as_text() -> None:
    paper = _papers(XML)[0]
    assert (paper.title, clean(paper.title)) == ("{BERT} for $\\alpha$ & bees", "BERT for α & bees")
    assert (paper.venue, clean(paper.venue)) == ("Proceedings of {ACL}", "Proceedings of ACL")


def test_the_next_volume_has_its_own_venue_and_year() -> None:
    assert [(paper.title, paper.venue, paper.year, paper.kind) for paper in _papers(XML)[1:]] == [
        ("Bees", "Proceedings of {ACL}", 2020, "proceedings"),
        ("Wax", "Students", 2021, ""),
    ]


def test_a_paper_without_title_is_skipped_under_its_line() -> None:
    assert _read(XML)[-1] == SkippedRecord("/p.xml", 24, "has neither title nor abstract")


@pytest.mark.parametrize(
    ("collection", "volume", "number", "paper_id"),
    [
        ("2020.acl", "main", "2", "2020.acl-main.2"),
        ("P19", "1", "3", "P19-1003"),
        ("W19", "1", "3", "W19-0103"),
        ("D19", "50", "3", "D19-5003"),
    ],
)
def test_a_paper_without_a_link_has_the_id_that_the_anthology_gives_it(
    collection: str, volume: str, number: str, paper_id: str
) -> None:
    paper = f'<paper id="{number}"><title>Bees</title></paper>'
    text = f'<collection id="{collection}"><volume id="{volume}">{paper}</volume></collection>'
    assert [each.paper_id for each in _papers(text)] == [paper_id]
