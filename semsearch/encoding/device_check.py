"""Whether a graphics card gives what the CPU gives. Wrong vectors have been reported of some."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from semsearch.encoding.prepared.verification import QUESTIONS, TEXTS, correlation, lowest_cosine

if TYPE_CHECKING:
    from semsearch.protocols import Encoder, Reranker

_LOWEST: Final = 0.999  # as cosine or correlation; cards may round more coarsely than CPUs; a wrong kernel is far off


def encodes_as_on_cpu(on_card: Encoder, on_cpu: Encoder) -> bool:
    """Compare vectors of a few texts, short and long."""
    texts = TEXTS[::4]
    return lowest_cosine(on_card.encode_documents(texts), on_cpu.encode_documents(texts)) >= _LOWEST


def reranks_as_on_cpu(on_card: Reranker, on_cpu: Reranker) -> bool:
    """Compare scores of the same texts, which may be cut to share the window with a question."""
    question, texts = QUESTIONS[0], TEXTS[::4]
    return correlation(on_card.scores(question, texts), on_cpu.scores(question, texts)) >= _LOWEST
