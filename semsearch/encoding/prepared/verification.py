"""Whether a prepared model gives the vectors, or the scores, that its reference gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from semsearch.choices import Precision

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from semsearch.protocols import Encoder, Reranker

    Samples: TypeAlias = NDArray[np.float32]
    """What a model makes of texts: (2, n, dim) vectors, as papers and as questions, or (questions, n) scores."""

LOWEST_COSINE: Final = {
    # The same arithmetic in another order: differences are in the sixth digit, so anything more is a wrong graph.
    Precision.FLOAT32: 0.9999,
    # all-MiniLM-L6-v2 comes to 0.995 here (these texts also smooth it, which flatters a little) and to 0.997 on
    # abstracts, and answers as well as before. At 0.97, a vector is off by a quarter of its length, and so
    # similarities in 384 dimensions by 0.25 / sqrt(384) = 0.013: what lies between neighbors in an answer. Where a few
    # huge channels make 8 bits too coarse, or a processor lets 8-bit sums overflow, the cosine falls far below.
    Precision.INT8: 0.97,
}

LOWEST_CORRELATION: Final = {
    Precision.FLOAT32: 0.9999,  # as above
    # A cross-encoder of six layers, trained briefly from all-MiniLM-L6-v2, comes to 0.999 here; of the first ten of 50
    # papers that it orders, nine or ten stay the same. At 0.98, a score is off by sqrt(1 - 0.98²) = a fifth of what
    # scores of one question differ by: papers that are half of that apart change places once in 25 times.
    Precision.INT8: 0.98,
}

_SENTENCES: Final = (
    "Finding the closest vector among millions is slow when every one of them has to be looked at.",
    "We prove that the greedy rule is optimal for matroids, and within a factor of 1 - 1/e for submodular functions.",
    "Patients who received 40 mg/day had lower blood pressure after 12 weeks (p < 0.01; n = 318).",
    "The flutter of thin wings at Mach 2.4 was measured in a tunnel, and the results agree with the linear theory.",
    "Does a library's catalogue help its readers more when subjects are named in their own words?",
    "GPT-style transformers attend over O(n^2) pairs; our kernel brings this down to O(n log n) without retraining.",
    "In 1905, the photoelectric effect was explained by quanta of light, E = hν, against all expectation.",
    "Die Übertragung von Wärme in porösen Stoffen hängt von deren Feuchte ab.",
    "Soil microbes shift within days of a drought, but their genes for nitrogen fixation stay.",
    "LANGUAGE MODELS ARE FEW-SHOT LEARNERS; small ones are not.",
    "An 8-bit adder was built from DNA strands, with a delay of some hours per carry.",
    "Galaxies at redshift z > 7 are brighter than the standard model of their growth allows.",
)
_LONGEST: Final = 1200  # words: beyond the window of most models


def _texts() -> tuple[str, ...]:
    """Texts of all lengths: words, sentences, and abstracts ever longer, up to beyond the window."""
    words = " ".join(_SENTENCES).split()
    while len(words) < _LONGEST:
        words += reversed(words)
    lengths = (20, 35, 60, 90, 130, 180, 240, 330, 480, _LONGEST)
    longer = (" ".join(words[start : start + length]) for start, length in enumerate(lengths))
    return ("attention", "graph neural networks", "¿qué?", *_SENTENCES, *longer)


TEXTS: Final = _texts()
QUESTIONS: Final = (
    "nearest neighbor search",
    "Does a drug for hypertension lower the pressure of the blood in patients?",
    " ".join(_SENTENCES * 4),  # beyond half of the window of most models, so that it is cut as well as the texts
)
"""Each about some of the texts, so that scores are high and low."""


def vectors_of(encoder: Encoder) -> Samples:
    """Encode the texts that are compared."""
    return np.stack([encoder.encode_documents(TEXTS), encoder.encode_queries(TEXTS)])


def lowest_cosine(one: Samples, other: Samples) -> float:
    """How alike two encoders are: the cosine of the text on which they differ most, 0 if their vectors do not fit."""
    return float(np.einsum("...i,...i->...", one, other).min()) if one.shape == other.shape else 0.0


def scores_of(reranker: Reranker) -> Samples:
    """Score the texts that are compared."""
    return np.stack([reranker.scores(question, TEXTS) for question in QUESTIONS])


def correlation(one: Samples, other: Samples) -> float:
    """How alike two rerankers are: the cosine of their scores, each less the mean of its question; 0 without any order.

    Only what differs between texts makes an order, so scores that are all higher, or all twice as large, are alike.
    """
    mine, theirs = ((each - each.mean(axis=-1, keepdims=True)).astype(np.float64).ravel() for each in (one, other))
    lengths = float(np.linalg.norm(mine) * np.linalg.norm(theirs))
    return float(mine @ theirs) / lengths if lengths else 0.0
