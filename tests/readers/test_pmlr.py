from __future__ import annotations

import io

import pytest

from semsearch.readers.formats import pmlr as module
from semsearch.readers.formats.pmlr import read_pmlr
from semsearch.records import Paper, SkippedRecord

PAGE = """---
title: 'Bees: dancing in $O(n)$'
abstract: We let bees dance,
  and look at them.
layout: inproceedings
series: Proceedings of Machine Learning Research
id: bee20a
month: 0
firstpage: 1
lastpage: 9
author:
- given: Ann
  family: Bee
- given: Carl
  family: Dee
  prefix: de
date: 2020-07-01
container-title: Proceedings of the 37th Conference on Bees
volume: '119'
issued:
  date-parts:
  - 2020
  - 7
  - 1
pdf: http://x.org/bee20a.pdf
extras: []
# made by hand
---
Nothing to see here.
"""


def _read(text: str) -> Paper | SkippedRecord:
    (record,) = read_pmlr(io.StringIO(text), source="/p.md")
    return record


def test_a_page_fills_all_fields() -> None:
    paper = _read(PAGE)
    assert isinstance(paper, Paper)
    assert (paper.paper_id, paper.title) == ("bee20a", "Bees: dancing in $O(n)$")
    assert paper.abstract == "We let bees dance, and look at them."
    assert (paper.authors, paper.year) == (("Ann Bee", "Carl de Dee"), 2020)
    assert (paper.venue, paper.kind) == ("Proceedings of the 37th Conference on Bees", "inproceedings")
    assert paper.url == "http://x.org/bee20a.pdf"
    assert {"firstpage": "1", "lastpage": "9", "volume": "119"}.items() <= paper.extra.items()


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("---\ntitle: Bees: dance\n---\n", 2, "is not valid YAML: mapping values are not allowed here"),
        ("---\n- one\n---\n", 1, "has no front matter between two lines of ---"),
        ("---\ntitle: Bees\n", 1, "has no front matter between two lines of ---"),
        ("title: Bees\n", 1, "has no front matter between two lines of ---"),
        ("---\nid: x\n---\n", 1, "has neither title nor abstract"),
        ("---\na: &a [x, x]\ntitle: *a\n---\n", 1, module._ALIAS),
        (f"---\ntitle: {'[' * 5000}\n---\n", None, "is not valid YAML: "),
        (f"---\ntitle: {'x' * (1 << 20)}\n---\n", 1, "has no front matter between two lines of ---"),
    ],
)
def test_a_page_without_a_paper_says_why(text: str, line: int | None, problem: str) -> None:
    record = _read(text)
    assert isinstance(record, SkippedRecord)
    assert record.problem.startswith(problem)
    assert line is None or record.line == line


def test_values_are_texts_and_never_objects() -> None:
    paper = _read("---\ntitle: no\nabstract: !!python/object/apply:os.getcwd []\nyear: 2020\nflag: yes\n---\n")
    assert isinstance(paper, Paper)
    assert (paper.title, paper.abstract, paper.year, paper.extra["flag"]) == ("no", "", 2020, "yes")
