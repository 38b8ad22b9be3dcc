"""How good weights are on the development part, by which the best of them are chosen."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from semsearch.encoding.loading import BATCH
from semsearch.tuning.averaging import SHARES, averaged
from semsearch.tuning.records import ShareTried

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.evaluation import InformationRetrievalEvaluator

    from semsearch.tuning.averaging import State
    from semsearch.tuning.trials import Trial

MEASURE: Final = "development_cosine_mrr@10"
"""RR@10, as sentence-transformers calls it."""


@dataclass(frozen=True, slots=True)
class Measured:
    """RR@10 of a model, and the seconds that it took to find out."""

    reciprocal_rank: float
    seconds: float


def evaluator_of(trial: Trial) -> InformationRetrievalEvaluator:
    """The trial as sentence-transformers asks it."""
    from sentence_transformers.sentence_transformer.evaluation import InformationRetrievalEvaluator
    from sentence_transformers.util import cos_sim

    numbered = {str(number): question for number, question in enumerate(trial.questions)}
    return InformationRetrievalEvaluator(
        queries={number: question.text for number, question in numbered.items()},
        corpus=dict(trial.papers),
        relevant_docs={number: set(question.paper_ids) for number, question in numbered.items()},
        score_functions={"cosine": cos_sim},
        main_score_function="cosine",
        batch_size=BATCH,
        name="development",
        write_csv=False,
    )


def measured(model: SentenceTransformer, evaluator: InformationRetrievalEvaluator) -> Measured:
    """Ask a model as it is now."""
    start = perf_counter()
    found = evaluator(model)
    return Measured(float(found[MEASURE]), perf_counter() - start)


def copy_of_weights(model: SentenceTransformer) -> dict[str, Any]:
    """All weights, where no training changes them."""
    return {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}


def tried_shares(
    model: SentenceTransformer, base: State, evaluator: InformationRetrievalEvaluator
) -> tuple[ShareTried, ...]:
    """Try weights between the base and those of the model, and leave the best in it.

    Of shares that are equally good, the smallest is chosen: it is the one nearest to the base.

    Args:
        model: Just trained.
        base: Its weights before.
        evaluator: Of the development part.
    """
    tuned = copy_of_weights(model)
    tried = []
    for share in SHARES:
        model.load_state_dict(averaged(base, tuned, share))
        tried.append(ShareTried(share=share, reciprocal_rank=measured(model, evaluator).reciprocal_rank))
    model.load_state_dict(averaged(base, tuned, best_share(tried)))
    return tuple(tried)


def best_share(tried: tuple[ShareTried, ...] | list[ShareTried]) -> float:
    """The share with the highest RR@10; of equal ones the smallest."""
    return max(tried, key=lambda each: (each.reciprocal_rank, -each.share)).share
