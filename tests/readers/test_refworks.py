from __future__ import annotations

import io

from semsearch.readers.formats.refworks import read_refworks
from semsearch.records import Paper, SkippedRecord


def test_a_record_becomes_a_paper_and_other_tags_stay() -> None:
    text = (
        "RT Journal Article\nSR Electronic\nID 7\nA1 Bee, Ann\nA1 Dee, Carl\nT1 On bees\nJF The Hive\nYR 2020\n"
        "VO 3\nK1 wax\nK1 honey\nAB They dance.\nDO 10.1/x\nUL http://a.org\n\n"
        "RT Book, Whole\nT1 Wasps\n\nRT Book, Whole\nYR 1\n"
    )
    paper, second, skipped = read_refworks(io.StringIO(text), source="/p.txt")
    assert isinstance(paper, Paper)
    assert (paper.paper_id, paper.title, paper.authors) == ("7", "On bees", ("Ann Bee", "Carl Dee"))
    assert (paper.year, paper.venue, paper.doi, paper.url) == (2020, "The Hive", "10.1/x", "http://a.org")
    assert (paper.keywords, paper.abstract, paper.kind) == (("wax", "honey"), "They dance.", "Journal Article")
    assert paper.extra == {"SR": "Electronic", "VO": "3"}
    assert isinstance(second, Paper)
    assert (second.title, second.kind) == ("Wasps", "Book, Whole")
    assert skipped == SkippedRecord("/p.txt", 19, "has neither title nor abstract")
