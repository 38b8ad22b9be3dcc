"""How close a question and a paper are, told by how close papers of the same index are to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from semsearch.protocols import Vectors

# Denser towards the top: a question is closer to its answers than nearly all pairs of papers are to each other.
LEVELS: Final = (
    *(0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9),
    *(0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9998, 0.9999, 1.0),
)
_DIGITS: Final = 5  # of a similarity; float16 vectors give no more


def similarity_quantiles(sample: Vectors) -> tuple[float, ...]:
    """Quantiles of the similarities of all pairs of a sample of papers, no paper being paired with itself.

    All pairs of few papers, rather than as many papers in separate pairs: of 640 papers, 20 pairs are above the
    quantile 0.9999, and fewer vectors have to be read.

    Args:
        sample: (n, dim) float32, rows of length 1.

    Returns:
        One cosine for each of `LEVELS`, ascending, linear between the pairs; none with fewer than two papers.
    """
    if len(sample) < 2:  # noqa: PLR2004 - a pair
        return ()
    similarities = (sample @ sample.T)[np.tri(len(sample), k=-1, dtype=bool)]
    return tuple(np.quantile(similarities, LEVELS).astype(np.float64).round(_DIGITS).tolist())


def shares_below(similarities: ArrayLike, quantiles: Sequence[float]) -> NDArray[np.float64]:
    """The share of pairs that are less similar than each of these similarities.

    Linear between two quantiles, 0 at the lowest of them and below, and 1 above the highest. Where several quantiles
    are equal, the lowest of their levels counts at their value, since equal pairs are not less similar. A higher
    similarity never has a lower share.

    Args:
        similarities: (n,) cosines, in any order.
        quantiles: (m,) ascending, one for each of `LEVELS`.

    Returns:
        (n,) float64, from 0 to 1.
    """
    known = np.asarray(similarities, dtype=np.float64)
    edges, levels = np.asarray(quantiles, dtype=np.float64), np.asarray(LEVELS)
    above = np.searchsorted(edges, known, side="left")  # the first quantile that is no lower
    upper = above.clip(1, len(edges) - 1)
    lower = upper - 1
    widths = edges[upper] - edges[lower]
    parts = np.divide(known - edges[lower], widths, out=np.zeros_like(known), where=widths > 0).clip(0, 1)
    between = levels[lower] + parts * (levels[upper] - levels[lower])
    shares: NDArray[np.float64] = np.where(above == 0, 0.0, np.where(above == len(edges), 1.0, between))
    return shares
