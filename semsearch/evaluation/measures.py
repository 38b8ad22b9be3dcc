"""Measures of a run, computed by ir-measures, which takes most of them from trec_eval."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Final

from semsearch.errors import UsageError, first_line
from semsearch.evaluation.records import Values

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ir_measures import Measure

    from semsearch.evaluation.records import Run

DEFAULT_MEASURES: Final = ("nDCG@10", "Recall@100", "RR@10", "P@10", "Judged@10")
JUDGED: Final = "Judged"
_LEAST_DEPTH: Final = 100
_WHOLE_DEPTH: Final = 1000
"""How deep TREC looks where a measure has no cutoff."""
_FIX: Final = "Write it as ir-measures does: nDCG@10, Recall@100, AP, RR@10, P(rel=2)@5."


def measures_named(names: Sequence[str]) -> tuple[Measure, ...]:
    """The measures of these names, each once, with `Judged@10` at the end; of no names, the usual ones.

    Raises:
        UsageError: There is no such measure, or it cannot be computed here.
    """
    measures = [_measure(name) for name in names or DEFAULT_MEASURES]
    if not any(measure.NAME == JUDGED for measure in measures):
        measures.append(_measure(DEFAULT_MEASURES[-1]))
    return tuple(dict.fromkeys(measures))


def measure_name(measure: Measure) -> str:
    """What ir-measures calls it, with R as Recall."""
    name = str(measure)
    return f"Recall{name.removeprefix('R')}" if measure.NAME == "R" else name


def depth_for(measures: Sequence[Measure]) -> int:
    """How many papers of an answer these measures look at: 100 at least, and 1,000 if one has no cutoff."""
    return max(_LEAST_DEPTH, *(int(measure.params.get("cutoff", _WHOLE_DEPTH)) for measure in measures))


def has_no_cutoff(measure: Measure) -> bool:
    """Whether it looks at the whole of an answer."""
    return "cutoff" not in measure.params


def measured(run: Run, grades: Mapping[str, Mapping[str, int]], measures: Sequence[Measure]) -> dict[str, Values]:
    """What the measures say of a run, by name.

    All judged questions count; one that the run does not answer gives 0, and so does, with most measures, one that
    has no relevant paper, as trec_eval has it. A paper without a judgment counts as not relevant.

    Args:
        run: Answers to other questions do not count.
        grades: From `query_id` and `paper_id` to the grade.
        measures: As `measures_named` gives them.
    """
    import ir_measures

    # Ranks for scores: trec_eval and the others treat equal scores each in their own way.
    scores = {
        query_id: {each.paper_id: float(len(papers) - place) for place, each in enumerate(papers)}
        for query_id in grades
        if (papers := run.answers.get(query_id, ()))
    }
    by_question: dict[Measure, dict[str, float]] = {measure: dict.fromkeys(grades, 0.0) for measure in measures}
    for each in ir_measures.iter_calc(
        measures, {query_id: dict(of_one) for query_id, of_one in grades.items()}, scores
    ):
        by_question[each.measure][each.query_id] = float(each.value)
    return {measure_name(measure): _values(measure, found) for measure, found in by_question.items()}


def _values(measure: Measure, by_question: dict[str, float]) -> Values:
    aggregator = measure.aggregator()  # a mean, but a sum for what is counted, as NumRet
    for value in by_question.values():
        aggregator.add(value)
    return Values(overall=float(aggregator.result()), by_question=by_question)


def _measure(name: str) -> Measure:
    import ir_measures

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # how it reads a name is deprecated since Python 3.12
            measure = ir_measures.parse_measure(name.strip())
        supported = ir_measures.DefaultPipeline.supports(measure)  # type: ignore[no-untyped-call]
    except (ValueError, NameError, AssertionError, TypeError, KeyError) as exc:
        raise UsageError(f"There is no measure {name!r:.60}: {first_line(exc)}.", fix=_FIX) from exc
    if measure.params.get("cutoff", 1) < 1:  # trec_eval crashes on it
        raise UsageError(f"The cutoff of {name} is not a rank.", fix=_FIX)
    if not supported:
        raise UsageError(f"The measure {name} cannot be computed with what is installed here.", fix=_FIX)
    return measure
