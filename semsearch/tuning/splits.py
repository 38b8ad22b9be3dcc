"""Three parts of the pairs: to learn from, to choose by, to judge by. No paper and no question is in two of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.errors import SourceError
from semsearch.text import fold
from semsearch.tuning.drawing import shuffled
from semsearch.tuning.records import PartSizes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semsearch.tuning.records import TuningPair

LEAST_PAIRS: Final = 50
"""Fewer leave less than eight pairs to judge by, where a single question moves RR@10 by more than a tenth."""
SHARE: Final = 0.15
"""Of the pairs, to choose by; and as many to judge by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """The pairs of each part, in the order in which they came."""

    train: tuple[TuningPair, ...]
    development: tuple[TuningPair, ...]
    held_out: tuple[TuningPair, ...]


def split(pairs: Sequence[TuningPair], *, seed: int) -> Split:
    """Split pairs in a random order of their papers, which the hashes of the ids give.

    Papers that share a question go together, however many there are in a chain. The held-out part takes such groups
    until it has 15 % of the pairs, then the development part does; the rest is to learn from. A group
    with more pairs than that is always to learn from.

    Args:
        pairs: Under the ids of the index.
        seed: Another one gives other parts.

    Raises:
        SourceError: There are too few pairs, or too few that are apart from each other.
    """
    if len(pairs) < LEAST_PAIRS:
        what = f"There are {len(pairs):,} pairs of papers in the index; it takes {LEAST_PAIRS} at least to tune a model"
        fix = "Add questions and their papers; 300 pairs or more are a good start."
        raise SourceError(f"{what}, and to see whether it became better.", fix=fix)
    groups: dict[str, list[TuningPair]] = defaultdict(list)
    for pair, group in zip(pairs, group_names(pairs), strict=True):
        groups[group].append(pair)
    wanted = round(SHARE * len(pairs))
    parts: dict[str, set[TuningPair]] = {"held out": set(), "development": set()}
    for name in shuffled(groups, seed=seed, purpose="split"):
        if len(groups[name]) <= wanted:
            part = next((part for part in parts.values() if len(part) < wanted), None)
            if part is not None:
                part.update(groups[name])
    held_out, development = parts["held out"], parts["development"]
    if min(len(held_out), len(development)) < wanted:
        what = "The questions share papers so much that no part can be set aside to judge a tuned model by."
        raise SourceError(what, fix="Add questions about other papers.")
    return Split(
        train=tuple(pair for pair in pairs if pair not in held_out and pair not in development),
        development=tuple(pair for pair in pairs if pair in development),
        held_out=tuple(pair for pair in pairs if pair in held_out),
    )


def group_names(pairs: Sequence[TuningPair]) -> list[str]:
    """For each pair the smallest id among the papers that its own is connected to by shared questions."""
    parent: dict[str, str] = {}

    def root(paper_id: str) -> str:
        while parent.setdefault(paper_id, paper_id) != paper_id:
            paper_id = parent[paper_id]
        return paper_id

    first: dict[str, str] = {}
    for pair in pairs:
        one, other = root(pair.paper_id), root(first.setdefault(fold(pair.question), pair.paper_id))
        parent[max(one, other)] = min(one, other)
    return [root(pair.paper_id) for pair in pairs]


def sizes(pairs: Sequence[TuningPair]) -> PartSizes:
    """How many questions and papers a part has."""
    return PartSizes(
        questions=len({fold(pair.question) for pair in pairs}), papers=len({pair.paper_id for pair in pairs})
    )
