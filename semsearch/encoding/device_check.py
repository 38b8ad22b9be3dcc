"""Whether a graphics card gives the vectors that the CPU gives. Wrong ones have been reported of some."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.encoding.prepared.verification import TEXTS

if TYPE_CHECKING:
    from semsearch.protocols import Encoder

_LOWEST_COSINE: Final = 0.999  # cards may round more coarsely than CPUs; a wrong kernel is far off


def agrees_with_cpu(on_card: Encoder, on_cpu: Encoder) -> bool:
    """Compare vectors of a few texts, short and long."""
    texts = TEXTS[::4]
    cosines = np.einsum("ij,ij->i", on_card.encode_documents(texts), on_cpu.encode_documents(texts))
    return bool(cosines.min() >= _LOWEST_COSINE)
