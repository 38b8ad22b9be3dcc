"""Which questions of a collection are asked: those that have both a text and judgments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.errors import SourceError
from semsearch.evaluation.qrels import grades_of, renamed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from semsearch.evaluation.records import Qrels
    from semsearch.records import Query

_NAMED: Final = 3  # of a long list


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedQuestions:
    """The questions to ask, and what is known of their answers.

    Attributes:
        queries: In the order of their file.
        grades: From `query_id` and `paper_id` to the grade, in the same order.
        left_out: Questions without judgments.
        unknown_papers: Papers judged for these questions that are not in the index.
        notes: What has to be known of them.
    """

    queries: tuple[Query, ...]
    grades: Mapping[str, Mapping[str, int]]
    left_out: int
    unknown_papers: int
    notes: tuple[str, ...]


def judged_questions(
    queries: Sequence[Query], qrels: Qrels, names: Mapping[str, str], *, questions_name: str
) -> JudgedQuestions:
    """Bring questions, judgments and the papers of an index together.

    Args:
        queries: All questions of the collection.
        qrels: All its judgments.
        names: From the judged papers that are in the index to the ids that they have there.
        questions_name: Of the file of questions, for errors.

    Raises:
        SourceError: The files do not belong together: no question is judged, or no judged paper is in the index.
        BadRecordError: Two judgments contradict each other.
    """
    grades = grades_of(renamed(qrels, names))
    asked = tuple(query for query in queries if query.query_id in grades)
    if not asked:
        what = f"{qrels.name} judges none of the questions of {questions_name}."
        raise SourceError(what, fix="Check that both are of one collection, and that their ids are the same.")
    chosen = {query.query_id: grades[query.query_id] for query in asked}
    papers = {paper_id for of_one in chosen.values() for paper_id in of_one}
    unknown = papers - set(names.values())
    if unknown == papers:
        what = f"None of the papers that {qrels.name} judges is in the index, as {_some(unknown)}."
        raise SourceError(what, fix="Check that the judgments are of this corpus, and name papers by the same ids.")
    notes = []
    if textless := grades.keys() - chosen.keys():
        said = "has no text and is" if len(textless) == 1 else "have no text and are"
        notes.append(f"{_count(textless)} of the judgments {said} left out: {_some(textless)}.")
    if unknown:
        some = f"{len(unknown):,} of {len(papers):,}: {_some(unknown)}"
        notes.append(f"Judged papers that are not in the index, and count as not found if they are relevant: {some}.")
    if hopeless := [query_id for query_id, of_one in chosen.items() if max(of_one.values()) <= 0]:
        said = "has no relevant paper, and counts" if len(hopeless) == 1 else "have no relevant paper, and count"
        notes.append(f"{_count(hopeless)} {said} as answered badly: {_some(hopeless)}.")
    return JudgedQuestions(
        queries=asked,
        grades=chosen,
        left_out=len(queries) - len(asked),
        unknown_papers=len(unknown),
        notes=tuple(notes),
    )


def _count(query_ids: Sequence[str] | set[str]) -> str:
    return "1 question" if len(query_ids) == 1 else f"{len(query_ids):,} questions"


def _some(ids: Iterable[str]) -> str:
    named = sorted(ids)
    return ", ".join(named[:_NAMED]) + (", …" if len(named) > _NAMED else "")
