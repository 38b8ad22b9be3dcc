from __future__ import annotations

import io

import pytest

from semsearch.errors import SourceError
from semsearch.readers.formats.endnote_xml import read_endnote_xml
from semsearch.records import Paper, SkippedRecord

BEES = """
<record><rec-number>7</rec-number><ref-type name="Journal Article">17</ref-type>
<contributors>
  <authors><author><style face="normal">Bee, Ann</style></author><author>World Hive Organization,</author></authors>
  <secondary-authors><author>Wasp, Eve</author></secondary-authors>
</contributors>
<titles>
  <title><style face="normal" font="default">Dances of </style><style face="italic">Apis</style></title>
  <secondary-title>The Hive</secondary-title>
</titles>
<periodical><full-title>The Hive</full-title><abbr-1>Hive</abbr-1></periodical>
<volume><style size="100%">12</style></volume>
<keywords><keyword>bees</keyword><keyword>dances</keyword></keywords>
<dates><year>2020</year><pub-dates><date>May 2</date></pub-dates></dates>
<label>bee2020</label><electronic-resource-num>https://doi.org/10.1000/bees</electronic-resource-num>
<urls><related-urls><url>https://hive.org/1</url><url>https://hive.org/2</url></related-urls></urls>
<abstract><style>Bees dance.</style></abstract></record>
"""


def _read(records: str) -> list[Paper | SkippedRecord]:
    return list(read_endnote_xml(io.StringIO(f"<xml><records>{records}</records></xml>"), source="/p.xml"))


def test_a_record_becomes_a_paper_without_its_fonts_and_keeps_all_the_rest() -> None:
    (paper,) = _read(BEES)
    assert paper == Paper(
        paper_id="bee2020",
        title="Dances of Apis",
        abstract="Bees dance.",
        authors=("Ann Bee", "World Hive Organization"),
        year=2020,
        venue="The Hive",
        doi="10.1000/bees",
        url="https://hive.org/1",
        keywords=("bees", "dances"),
        kind="Journal Article",
        source="/p.xml",
        extra={
            "rec-number": "7",
            "secondary-authors": {"author": "Wasp, Eve"},
            "abbr-1": "Hive",
            "volume": "12",
            "pub-dates": {"date": "May 2"},
            "related-urls": {"url": ["https://hive.org/1", "https://hive.org/2"]},
        },
    )


def test_a_broken_record_costs_no_other() -> None:
    empty, broken, paper = _read("<record><label>x</label></record><record><titles></record>" + BEES)
    assert isinstance(empty, SkippedRecord)
    assert empty.problem == "has neither title nor abstract"
    assert isinstance(broken, SkippedRecord)
    assert broken.problem.startswith("is not valid XML")
    assert isinstance(paper, Paper)


def test_entities_are_refused() -> None:
    with pytest.raises(SourceError, match=r"/p\.xml declares XML entities"):
        list(read_endnote_xml(io.StringIO('<!DOCTYPE xml [<!ENTITY a "b">]><xml/>'), source="/p.xml"))
