"""Why a paper was found, in a few words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from semsearch.export.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semsearch.records import Evidence, Hit

_TINY = 1e-6  # 0.5 + 0.6 · (0.6 - 0.5) is 0.5599999… in floats; rounding down must not lose the last digit
_NO_RANK = "–"
_TEENS = range(11, 14)
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def explanation(hit: Hit) -> tuple[str, ...]:
    """What each side says of a paper, and the words of the question in it; empty if there is no evidence.

    As ("meaning 3rd (0.612)", "words 1st (14.2)", "matched: attention, long"). A side that had no say is left out;
    all papers of an answer have the same sides.
    """
    return () if hit.evidence is None else tuple(_parts(hit, hit.evidence))


def shown_closeness(closeness: float, *, at_length: bool) -> str:
    """How near a paper is, in words that need no scale: "closer than 99.8 %", at length "… of pairs".

    It is rounded down, so that it says 100 % only where no pair is closer.
    """
    share = f"{math.floor(closeness * 1000 + _TINY) / 10:g} %"
    return f"closer than {share} of pairs" if at_length else f"closer than {share}"


def ordinal(rank: int) -> str:
    """A rank in words: 1st, 2nd, 3rd, 11th, 1,001st."""
    ending = "th" if rank % 100 in _TEENS else _ENDINGS.get(rank % 10, "th")
    return f"{rank:,}{ending}"


def _parts(hit: Hit, evidence: Evidence) -> Iterator[str]:
    if hit.semantic_score is not None:
        yield f"meaning {_rank(evidence.semantic_rank)} ({hit.semantic_score:.3f})"
    if hit.lexical_score is not None:
        has_words = evidence.lexical_rank is not None
        yield f"words {_rank(evidence.lexical_rank)} ({hit.lexical_score:.1f})" if has_words else "no words"
    if hit.rerank_score is not None:
        yield f"reranker {hit.rerank_score:.2f}"
    if evidence.matched_words:
        yield f"matched: {', '.join(map(one_line, evidence.matched_words))}"


def _rank(rank: int | None) -> str:
    return _NO_RANK if rank is None else ordinal(rank)
