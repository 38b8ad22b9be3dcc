"""Whether a prepared model gives the vectors that its reference gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.choices import Precision

if TYPE_CHECKING:
    from semsearch.protocols import Encoder, Vectors

LOWEST_COSINE: Final = {
    # The same arithmetic in another order: differences are in the sixth digit, so anything more is a wrong graph.
    Precision.FLOAT32: 0.9999,
    # all-MiniLM-L6-v2 comes to 0.995 here (these texts also smooth it, which flatters a little) and to 0.997 on
    # abstracts, and answers as well as before. At 0.97, a vector is off by a quarter of its length, and so
    # similarities in 384 dimensions by 0.25 / sqrt(384) = 0.013: what lies between neighbors in an answer. Where a few
    # huge channels make 8 bits too coarse, or a processor lets 8-bit sums overflow, the cosine falls far below.
    Precision.INT8: 0.97,
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


@dataclass(frozen=True, slots=True)
class Samples:
    """Vectors of `TEXTS`, as papers and as questions: (n, dim) float32 each, rows of length 1."""

    documents: Vectors
    queries: Vectors


def samples_of(encoder: Encoder) -> Samples:
    """Encode the texts that are compared."""
    return Samples(encoder.encode_documents(TEXTS), encoder.encode_queries(TEXTS))


def lowest_cosine(one: Samples, other: Samples) -> float:
    """How alike two encoders are: the cosine of the text on which they differ most."""
    if one.documents.shape != other.documents.shape:
        return 0.0
    pairs = ((one.documents, other.documents), (one.queries, other.queries))
    return min(float(np.einsum("ij,ij->i", mine, theirs).min()) for mine, theirs in pairs)
