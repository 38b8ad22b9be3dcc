"""Hard negatives: papers that look like the answer to a question but are none; to tell them apart teaches most."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from semsearch.choices import Mode
from semsearch.records import Filters, Query, Ranking
from semsearch.text import encoded_text, fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from semsearch.records import SearchResults
    from semsearch.tuning.records import TuningPair

DEPTH: Final = 30
"""How far down a ranking negatives are looked for."""
LARGEST_SHARE: Final = 0.95
"""Of the similarity of the right paper: what is more like the question is taken for an answer that nobody named."""


class Answering(Protocol):
    """What answers questions; `Index` does."""

    def search_all(
        self, queries: Sequence[Query], *, top_k: int, ranking: Ranking | None = None
    ) -> Iterator[SearchResults]:
        """Answer the queries in their order."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper that a question found, with its text as it is encoded, and the cosine of both."""

    paper_id: str
    text: str
    similarity: float


@dataclass(frozen=True, slots=True)
class MinedPair:
    """A pair with the paper that is its hard negative; None if nothing was fit to be one."""

    pair: TuningPair
    negative: str | None


def hardest(
    candidates: Sequence[Candidate], *, similarity: float, right: AbstractSet[str], right_texts: Collection[str]
) -> str | None:
    """The best-ranked candidate that is likely to be wrong.

    What has more than 95 % of the similarity that the right paper has to the question may well be right, too
    ("perc-pos" of NV-Retriever, de Souza P. Moreira et al. 2024). So may what has the text of a right paper: it is
    the same paper under another id.

    Args:
        candidates: Best first.
        similarity: Cosine of the question and the right paper; at 0 and below, nothing can be told.
        right: Ids that are not negatives: the right papers of the question, and those that are not to be seen.
        right_texts: The folded texts of its right papers.
    """
    if similarity <= 0:
        return None
    limit = LARGEST_SHARE * similarity
    wrong = (each for each in candidates if each.paper_id not in right and fold(each.text) not in right_texts)
    return next((each.paper_id for each in wrong if each.similarity <= limit), None)


def mine(
    index: Answering, pairs: Sequence[TuningPair], *, texts: Mapping[str, str], unseen: AbstractSet[str]
) -> Iterator[MinedPair]:
    """Look for a hard negative for each pair in the answer of the index to its question, by meaning and words.

    Args:
        index: With the papers.
        pairs: In any order.
        texts: From the papers of the pairs to their texts as they are encoded.
        unseen: Papers that may not be negatives, because they are set aside to judge by.
    """
    right: defaultdict[str, set[str]] = defaultdict(set)
    for pair in pairs:
        right[fold(pair.question)].add(pair.paper_id)
    queries = [Query(text=pair.question, query_id=pair.paper_id) for pair in pairs]
    answers = index.search_all(queries, top_k=DEPTH)
    for pair, results in zip(pairs, answers, strict=True):
        candidates = [
            Candidate(hit.paper_id, encoded_text(hit.paper), hit.semantic_score)
            for hit in results.hits
            if hit.semantic_score is not None
        ]
        own = right[fold(pair.question)]
        found = hardest(
            candidates,
            similarity=_similarity(index, pair, candidates),
            right=own | unseen,
            right_texts={fold(texts[paper_id]) for paper_id in own},
        )
        yield MinedPair(pair, found)


def _similarity(index: Answering, pair: TuningPair, candidates: Sequence[Candidate]) -> float:
    """The cosine of a question and its right paper, which is asked for on its own where it was not found."""
    known = next((each.similarity for each in candidates if each.paper_id == pair.paper_id), None)
    if known is not None:
        return known
    alone = Query(text=pair.question, filters=Filters(paper_ids=frozenset({pair.paper_id})))
    (results,) = index.search_all([alone], top_k=1, ranking=Ranking(mode=Mode.SEMANTIC))
    return next((hit.semantic_score for hit in results.hits if hit.semantic_score is not None), 0.0)
