"""Judgments: which papers answer which question, as BEIR and TREC write them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from semsearch.errors import BadRecordError, SourceError
from semsearch.evaluation.opening import opened_text
from semsearch.evaluation.records import Judgment, Qrels
from semsearch.identity import clean_id
from semsearch.readers.fields.names import folded
from semsearch.readers.fields.values import is_visible
from semsearch.readers.files import source_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_BEIR_COLUMNS: Final = 3
_TREC_COLUMNS: Final = 4
_GRADE: Final = re.compile(r"[+-]?\d{1,3}")  # trec_eval counts each grade up to the highest one
_IDS: Final = frozenset({"queryid", "qid", "query", "topic", "topicid"})
_GRADES: Final = frozenset({"score", "relevance", "rel", "grade", "label"})
_FIX: Final = "A line is: question, tab, paper, tab, grade; or as TREC writes it: question, 0, paper, grade."


def read_qrels(path: str | Path) -> Qrels:
    """Read judgments, gzipped or not: BEIR's three columns between tabs, or TREC's four between blanks.

    A first line that names the columns may be there or not; blank lines do not count.

    Raises:
        SourceError: The file cannot be read, or holds no judgment.
        BadRecordError: A line is not a judgment.
    """
    file = source_file(path)
    with opened_text(file, fix=_FIX) as stream:
        judgments = tuple(_judgments(stream, file.name))
    if not judgments:
        raise SourceError(f"{file.name} holds no judgments.", fix=_FIX)
    return Qrels(file.name, judgments)


def renamed(qrels: Qrels, names: Mapping[str, str]) -> Qrels:
    """The same judgments, with the papers under the names that they have there, where they have one."""
    return Qrels(
        qrels.name,
        tuple(replace(each, paper_id=names.get(each.paper_id, each.paper_id)) for each in qrels.judgments),
    )


def grades_of(qrels: Qrels) -> dict[str, dict[str, int]]:
    """From `query_id` and `paper_id` to the grade.

    Raises:
        BadRecordError: A paper is judged twice for a question, and not alike.
    """
    seen: dict[tuple[str, str], Judgment] = {}
    grades: dict[str, dict[str, int]] = {}
    for each in qrels.judgments:
        first = seen.setdefault((each.query_id, each.paper_id), each)
        if first.grade != each.grade:
            what = (
                f"{qrels.name}:{each.line} gives the paper {each.paper_id} the grade {each.grade} for the question "
                f"{each.query_id}, but line {first.line} gives it {first.grade}."
            )
            raise BadRecordError(what, fix="Keep one of the two lines.")
        grades.setdefault(each.query_id, {})[each.paper_id] = each.grade
    return grades


def _judgments(lines: Iterator[str], name: str) -> Iterator[Judgment]:
    columns = 0
    for number, line in enumerate(lines, start=1):
        if not is_visible(line):
            continue
        cells = _cells(line)
        if not columns:
            columns = len(cells)
            if _names_columns(cells):
                continue
        if len(cells) != columns or columns not in {_BEIR_COLUMNS, _TREC_COLUMNS} or not all(cells):
            raise BadRecordError(f"{name}:{number} is not a judgment: {line.strip()!r:.80}.", fix=_FIX)
        if not _GRADE.fullmatch(cells[-1]):
            raise BadRecordError(
                f"{name}:{number}: the grade {cells[-1]!r:.40} is not a whole number from -999 to 999.", fix=_FIX
            )
        yield Judgment(query_id=cells[0], paper_id=cells[-2], grade=int(cells[-1]), line=number)


def _cells(line: str) -> list[str]:
    """The cells of a line; ids between tabs may hold blanks."""
    cells = [clean_id(cell) for cell in line.rstrip("\n").split("\t")]
    return cells if len(cells) in {_BEIR_COLUMNS, _TREC_COLUMNS} else [clean_id(cell) for cell in line.split()]


def _names_columns(cells: list[str]) -> bool:
    return folded(cells[0]) in _IDS and folded(cells[-1]) in _GRADES
