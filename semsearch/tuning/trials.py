"""Questions with their right papers, put among others: what an encoder is asked to see how good it is."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING

from semsearch.text import clean, fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from semsearch.records import Paper
    from semsearch.tuning.records import TuningPair


@dataclass(frozen=True, slots=True)
class TrialQuestion:
    """A question, and the papers that are right."""

    text: str
    paper_ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class Trial:
    """What an encoder is asked.

    Attributes:
        questions: Each with a right paper at least.
        papers: From the id of each paper that may be found to the text of it that is encoded, by id.
    """

    questions: tuple[TrialQuestion, ...]
    papers: Mapping[str, str] = field(hash=False)


def questions_of(pairs: Iterable[TuningPair]) -> tuple[TrialQuestion, ...]:
    """The questions of pairs, each once, with all of its right papers."""
    texts: dict[str, str] = {}
    right: defaultdict[str, set[str]] = defaultdict(set)
    for pair in pairs:
        texts.setdefault(fold(pair.question), pair.question)
        right[fold(pair.question)].add(pair.paper_id)
    return tuple(TrialQuestion(text, frozenset(right[key])) for key, text in texts.items())


def pool_ids(
    questions: Sequence[TrialQuestion], *, answers: Sequence[Sequence[str]], others: Iterable[str], limit: int
) -> list[str]:
    """The papers among which the right ones have to be found, by id.

    First come the right ones, then those that the base model finds first for any question, then second and so on, up
    to three quarters of the limit; then others. What the base model does not find is in there too, since
    papers that only the tuned one takes for answers have to be able to beat the right one.

    Args:
        questions: All of the trial.
        answers: What the base model finds for each, best first.
        others: In an order of chance; they fill up the rest.
        limit: Of papers; the right ones are in there in any case.
    """
    pool = {paper_id for question in questions for paper_id in question.paper_ids}
    for same_rank in zip_longest(*answers):
        for paper_id in same_rank:
            if paper_id is not None and 4 * len(pool) < 3 * limit:
                pool.add(paper_id)
    for paper_id in others:
        if len(pool) >= limit:
            break
        pool.add(paper_id)
    return sorted(pool)


def title_trial(papers: Sequence[Paper], *, questions: int) -> Trial:
    """Titles, asked for their own abstracts.

    Args:
        papers: With both; the titles of the first ones are asked, the abstracts of all may be found.
        questions: How many.
    """
    asked = tuple(TrialQuestion(clean(each.title), frozenset({each.paper_id})) for each in papers[:questions])
    return Trial(
        asked, {each.paper_id: clean(each.abstract) for each in sorted(papers, key=lambda each: each.paper_id)}
    )
