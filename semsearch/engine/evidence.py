"""Why each paper of an answer was found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from semsearch.identity import ids_of
from semsearch.lexical.question import matched_words
from semsearch.ranking.order import ranks
from semsearch.records import Evidence
from semsearch.text import lexical_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semsearch.engine.candidates import Candidates
    from semsearch.lexical.question import LexicalQuestion
    from semsearch.protocols import Vector
    from semsearch.records import Hit, Paper


def with_evidence(
    hits: Sequence[Hit], candidates: Candidates, places: Sequence[int], question: LexicalQuestion
) -> tuple[Hit, ...]:
    """Tell for each paper its rank on each side that brought it, and which words of the question it has.

    Args:
        hits: In any order.
        candidates: What they were chosen from.
        places: Where each of them stands there.
        question: The words.
    """
    depth = candidates.depth
    by_meaning, by_words = _ranks(candidates.similarities, depth), _ranks(candidates.lexical_scores, depth)
    return tuple(
        replace(
            hit,
            evidence=Evidence(
                semantic_rank=by_meaning[place] if by_meaning else None,
                lexical_rank=by_words[place] if by_words and hit.lexical_score else None,
                matched_words=(*_ids_in(question, hit.paper), *matched_words(question, lexical_text(hit.paper))),
            ),
        )
        for hit, place in zip(hits, places, strict=True)
    )


def _ids_in(question: LexicalQuestion, paper: Paper) -> list[str]:
    return [each for each in ids_of(paper) if each.lower() in question.ids]


def _ranks(scores: Vector | None, depth: int) -> list[int | None] | None:
    """The rank of each candidate; None behind the depth, where there may be better ones among those not looked at."""
    if scores is None:
        return None
    return [rank if rank <= depth else None for rank in ranks(scores).tolist()]
