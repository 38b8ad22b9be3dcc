"""The sentence of each paper that comes nearest to the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semsearch.text import clean, sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semsearch.protocols import Encoder, Vector
    from semsearch.records import Paper


# A full text that was taken for an abstract must not keep its reader waiting.
_CHARACTERS = 20_000
_SENTENCES = 40


def best_sentences(papers: Sequence[Paper], query: Vector, encoder: Encoder) -> list[str | None]:
    """Choose for each paper the sentence of its abstract with the highest cosine; the earlier one of two.

    Of an endless abstract, only the first 40 sentences are looked at.

    Args:
        papers: In any order.
        query: (dim,) float32 of length 1.
        encoder: The one that made `query`.

    Returns:
        One sentence a paper, in their order; None without an abstract.
    """
    of_papers = [sentences(clean(paper.abstract[:_CHARACTERS]))[:_SENTENCES] for paper in papers]
    everything = [sentence for of_paper in of_papers for sentence in of_paper]
    similarities = iter((encoder.encode_documents(everything) @ query).tolist())
    best: list[str | None] = []
    for of_paper in of_papers:
        scored = [(next(similarities), -place, sentence) for place, sentence in enumerate(of_paper)]
        best.append(max(scored)[2] if scored else None)
    return best
