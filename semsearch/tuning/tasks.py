"""What is learned: questions, and two tasks that any abstract brings along, so that other fields keep their quality.

Each example is a text that is asked (the anchor), the text that answers it (the positive), and perhaps one that does
not (the negative); the positives of the other examples of a batch are negatives, too (Henderson et al. 2017).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from semsearch.text import clean, encoded_text, sentences
from semsearch.tuning.drawing import place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from semsearch.records import Paper
    from semsearch.tuning.negatives import MinedPair

_LEAST_SENTENCES: Final = 3  # so that enough is left of an abstract without one of them
_LEAST_WORDS: Final = 6  # of a sentence that says something by itself


@dataclass(frozen=True, slots=True)
class Example:
    """Texts to be told apart; without a negative where the task has none."""

    anchor: str
    positive: str
    negative: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """Examples of one kind: all of them have a negative, or none."""

    name: str
    examples: tuple[Example, ...]


def question_task(mined: Iterable[MinedPair], *, texts: Mapping[str, str], fallback: Iterator[str]) -> Task:
    """Question → paper. Rejected papers are the negatives, each in an example of its own, or else the mined one.

    Args:
        mined: The pairs to learn from.
        texts: From the papers of all of them to their texts as they are encoded.
        fallback: Texts of any other papers, for pairs without a negative.
    """
    examples: list[Example] = []
    for each in mined:
        pair = each.pair
        named = [paper_id for paper_id in pair.rejected if paper_id in texts]
        negatives = named or ([each.negative] if each.negative else [])
        wrong = [texts[paper_id] for paper_id in negatives] or [next(fallback)]
        examples += [Example(pair.question, texts[pair.paper_id], text) for text in wrong]
    return Task("questions", tuple(examples))


def title_task(papers: Iterable[Paper]) -> Task:
    """Title → abstract, of the papers that have both."""
    found = (Example(clean(paper.title), clean(paper.abstract)) for paper in papers if has_both(paper))
    return Task("titles", tuple(found))


def sentence_task(papers: Iterable[Paper], *, seed: int) -> Task:
    """Sentence of an abstract → title and abstract without it (the inverse cloze task of Lee, Chang & Toutanova 2019).

    Args:
        papers: Those with too short an abstract are left out.
        seed: Of the choice of the sentence.
    """
    return Task("sentences", tuple(filter(None, (_without_a_sentence(paper, seed) for paper in papers))))


def has_both(paper: Paper) -> bool:
    """Whether a paper has both a title of its own and an abstract."""
    return not paper.title_is_made and bool(clean(paper.title)) and bool(clean(paper.abstract))


def _without_a_sentence(paper: Paper, seed: int) -> Example | None:
    parts = sentences(clean(paper.abstract))
    telling = [place for place, sentence in enumerate(parts) if len(sentence.split()) >= _LEAST_WORDS]
    if len(parts) < _LEAST_SENTENCES or not telling:
        return None
    chosen = telling[int(place_of(paper.paper_id, seed=seed, purpose="sentence") * len(telling))]
    rest = " ".join(parts[:chosen] + parts[chosen + 1 :])
    return Example(parts[chosen], encoded_text(replace(paper, abstract=rest)))
