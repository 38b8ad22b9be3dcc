"""From an index and its pairs to all that a tuning takes: examples to learn from, and trials to choose and judge by."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, Final

from semsearch.choices import Mode
from semsearch.records import Query, Ranking
from semsearch.text import encoded_text
from semsearch.tuning.drawing import shuffled
from semsearch.tuning.negatives import mine
from semsearch.tuning.tasks import Task, has_both, question_task, sentence_task, title_task
from semsearch.tuning.trials import Trial, pool_ids, questions_of, title_trial

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from semsearch.engine.index import Index
    from semsearch.records import Paper
    from semsearch.tuning.records import TuningPair
    from semsearch.tuning.splits import Split

logger = logging.getLogger(__name__)

_DEVELOPMENT_POOL: Final = 300  # papers; encoded several times, by the reference
_HELD_OUT_POOL: Final = 2_000  # papers; encoded once a model
_NEAREST: Final = 100  # papers that the base model finds for each question
_TITLES: Final = 300  # asked
_TITLE_POOL: Final = 1_000  # abstracts
_LEAST_TITLES: Final = 30  # else one question moves RR@10 by more than is allowed to be lost
_LEAST_TEXTS: Final = 128  # papers for each of the two tasks that need no questions


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """All texts that a tuning takes.

    Attributes:
        tasks: To learn from.
        development: To choose the weights by.
        held_out: To judge by.
        other_fields: Titles of papers of no pair; None with too few of them.
        mined: Questions with a mined negative.
    """

    tasks: tuple[Task, ...]
    development: Trial
    held_out: Trial
    other_fields: Trial | None
    mined: int


@dataclass(frozen=True, slots=True)
class _Drawn:
    """Ids of papers of an index in an order of chance, all of them and those with both a title and an abstract."""

    everything: list[str]
    with_both: list[str]


def gather(index: Index, parts: Split, *, seed: int) -> Material:
    """Collect examples and trials.

    Papers of the development and the held-out part are in no example, not even as negatives; those of the check on
    other fields are no examples of the tasks that need no questions.

    Args:
        index: With all papers.
        parts: Of the pairs, under the ids of the index.
        seed: Of what is drawn.
    """
    drawn = _drawn(index, seed)
    set_aside = {pair.paper_id for pair in (*parts.development, *parts.held_out)}
    paired = set_aside | {pair.paper_id for pair in parts.train}
    free = [paper_id for paper_id in drawn.with_both if paper_id not in paired]
    for_titles = free[: min(_TITLE_POOL, len(free) // 2)]

    questions = _question_task(index, parts.train, unseen=set_aside, others=drawn.everything)
    held_back = set_aside.union(for_titles)
    texts = [paper_id for paper_id in drawn.with_both if paper_id not in held_back]
    wanted = max(_LEAST_TEXTS, len(questions.task.examples) // 2)
    titles = title_task(index.papers(texts[:wanted]))
    cloze = sentence_task(index.papers(texts[wanted : 2 * wanted] or texts[:wanted]), seed=seed)
    other_fields = None
    if len(for_titles) >= _LEAST_TITLES:
        other_fields = title_trial(list(index.papers(for_titles)), questions=_TITLES)
    return Material(
        tasks=tuple(task for task in (questions.task, titles, cloze) if task.examples),
        development=_trial(index, parts.development, others=drawn.everything, limit=_DEVELOPMENT_POOL),
        held_out=_trial(index, parts.held_out, others=drawn.everything, limit=_HELD_OUT_POOL),
        other_fields=other_fields,
        mined=questions.mined,
    )


@dataclass(frozen=True, slots=True)
class _MinedTask:
    task: Task
    mined: int


def _question_task(index: Index, pairs: Sequence[TuningPair], *, unseen: set[str], others: Iterable[str]) -> _MinedTask:
    logger.info("looking for hard negatives of %s pairs in %s", f"{len(pairs):,}", index.folder)
    texts = _texts(index, {pair.paper_id for pair in pairs})
    mined = list(mine(index, pairs, texts=texts, unseen=unseen))
    negatives = {each.negative for each in mined if each.negative}
    rejected = {paper_id for pair in pairs for paper_id in pair.rejected} - unseen
    texts |= _texts(index, negatives | rejected)
    right = {pair.paper_id for pair in pairs}
    spare = [paper_id for paper_id in others if paper_id not in unseen and paper_id not in right][: len(pairs)]
    fallback = cycle(_texts(index, spare or right).values())
    return _MinedTask(
        question_task(mined, texts=texts, fallback=fallback),
        sum(each.negative is not None and not each.pair.rejected for each in mined),
    )


def _trial(index: Index, pairs: Sequence[TuningPair], *, others: Iterable[str], limit: int) -> Trial:
    questions = questions_of(pairs)
    queries = [Query(text=question.text) for question in questions]
    found = index.search_all(queries, top_k=_NEAREST, ranking=Ranking(mode=Mode.SEMANTIC))
    answers = [[hit.paper_id for hit in results.hits] for results in found]
    return Trial(questions, _texts(index, pool_ids(questions, answers=answers, others=others, limit=limit)))


def _texts(index: Index, paper_ids: Iterable[str]) -> dict[str, str]:
    papers: Iterable[Paper] = index.papers(sorted(paper_ids))
    return {paper.paper_id: encoded_text(paper) for paper in papers}


def _drawn(index: Index, seed: int) -> _Drawn:
    has = {paper.paper_id: has_both(paper) for paper in index.papers()}
    everything = shuffled(has, seed=seed, purpose="papers")
    return _Drawn(everything, [paper_id for paper_id in everything if has[paper_id]])
