"""The ways to score candidates that `ablation.py` compares: the hybrid ranking with one part changed or left out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from semsearch.choices import Fusion
from semsearch.ranking.fusion import weighted_sum
from semsearch.ranking.hybrid import hybrid_scores
from semsearch.ranking.rocchio import FEEDBACK
from semsearch.ranking.smoothing import NEIGHBORS, SHARE
from semsearch.records import Ranking
from semsearch.settings import DEFAULT_SEMANTIC_WEIGHT

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from semsearch.protocols import Rows, Vector, Vectors

    Scoring: TypeAlias = Callable[["Found"], Vector]

DEPTH = 200  # rows that each side brings, as in the product
EXPONENT = 0.25  # of what the question could attain, as in the product


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What both sides found for a question.

    Attributes:
        vector: (dim,) float32 of length 1, the question.
        nearest: Rows found by meaning, best first.
        matching: Rows found by words, best first.
        rows: (n,) int64, all of them.
        vectors: (n, dim) float32 of these rows, each of length 1.
        lexical_scores: (n,) float32, their BM25.
        attainable: Upper bound of what the words of the question can score.
    """

    vector: Vector
    nearest: Rows
    matching: Rows
    rows: Rows
    vectors: Vectors
    lexical_scores: Vector
    attainable: float

    def at(self, depth: int) -> Found:
        """What they would have found less deep."""
        if depth >= DEPTH:
            return self
        kept = np.isin(self.rows, np.union1d(self.nearest[:depth], self.matching[:depth]))
        return replace(self, rows=self.rows[kept], vectors=self.vectors[kept], lexical_scores=self.lexical_scores[kept])


def by_parts(
    found: Found,
    *,
    weight: float = DEFAULT_SEMANTIC_WEIGHT,
    exponent: float = EXPONENT,
    feedback: float = FEEDBACK,
    neighbors: int = NEIGHBORS,
    share: float = SHARE,
) -> Vector:
    """The hybrid ranking of the product, whose parts can be changed one by one."""
    return hybrid_scores(
        found.vector,
        found.vectors,
        found.lexical_scores,
        core=np.ones(len(found.rows), dtype=bool),
        attainable=_as_if(found, exponent),
        ranking=Ranking(semantic_weight=weight),
        feedback=feedback,
        neighbors=neighbors,
        share=share,
    )


def by_ranks(found: Found) -> Vector:
    """Reciprocal rank fusion, of the product as well."""
    ranking = Ranking(fusion=Fusion.RRF)
    core = np.ones(len(found.rows), dtype=bool)
    return hybrid_scores(found.vector, found.vectors, found.lexical_scores, core=core, attainable=0, ranking=ranking)


def by_scaled_scores(found: Found) -> Vector:
    """The usual weighted sum: cosines brought to 0 … 1 among the candidates, BM25 by its maximum, half of each."""
    similarities = found.vectors @ found.vector
    span = float(np.ptp(similarities)) or 1.0
    scaled = (similarities - similarities.min()) / span
    return weighted_sum(scaled, found.lexical_scores, attainable=0, semantic_weight=0.5)


def _as_if(found: Found, exponent: float) -> float:
    """What has to be attainable so that the fixed exponent of the product has the effect of this one.

    The scale max^(1 - e) · attainable^e is max · (attainable / max)^e.
    """
    best = float(found.lexical_scores.max(initial=0))
    return best * (found.attainable / best) ** (exponent / EXPONENT) if best and found.attainable else 0.0


@dataclass(frozen=True, slots=True)
class Way:
    """How candidates are scored, and how many of them each side brings."""

    scoring: Scoring
    depth: int = DEPTH


WHOLE = "all parts"
WAYS = {
    "RRF": Way(by_ranks),
    "weighted sum, both scaled, 0.5": Way(by_scaled_scores),
    "weighted sum, cosine as it is": Way(partial(by_parts, exponent=0, feedback=0, share=0)),
    "… with what is attainable": Way(partial(by_parts, feedback=0, share=0)),
    "… and feedback": Way(partial(by_parts, share=0)),
    "… and smoothing, no feedback": Way(partial(by_parts, feedback=0)),
    WHOLE: Way(by_parts),
    "not what is attainable": Way(partial(by_parts, exponent=0)),
    "the same, semantic weight 0.7": Way(partial(by_parts, exponent=0, weight=0.7)),
    **{f"exponent {exponent}": Way(partial(by_parts, exponent=exponent)) for exponent in (0.125, 0.5)},
    **{f"semantic weight {weight}": Way(partial(by_parts, weight=weight)) for weight in (0.5, 0.6, 0.75, 0.8, 0.9)},
    **{f"feedback {weight}": Way(partial(by_parts, feedback=weight)) for weight in (0.25, 1.0)},
    **{f"neighbors {count}": Way(partial(by_parts, neighbors=count)) for count in (2, 10)},
    **{f"share {share}": Way(partial(by_parts, share=share)) for share in (0.1, 0.4)},
    **{f"depth {depth}": Way(by_parts, depth) for depth in (20, 50, 100)},
}
