"""Measures of a run, computed by ir-measures, which takes most of them from trec_eval."""

from __future__ import annotations

import warnings
from collections import defaultdict
from itertools import count
from typing import TYPE_CHECKING, Final

from semsearch.errors import UsageError, first_line
from semsearch.evaluation.defaults import DEFAULT_MEASURES
from semsearch.evaluation.records import MeasureValues, Run
from semsearch.ranking.order import Scored

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ir_measures import Measure

JUDGED: Final = "Judged"
_LEAST_DEPTH: Final = 100
_WHOLE_DEPTH: Final = 1000
"""How deep TREC looks where a measure has no cutoff."""
_LARGEST_CUTOFF: Final = 1_000_000
_LARGEST_GAIN: Final = 999  # trec_eval counts each up to the highest one
_HIGHEST_OF_GDEVAL: Final = 4
"""The highest grade that the script takes which computes ERR and nDCG with dcg='exp-log2'."""
_TINY_GRADES: Final = {"question": {"relevant": 1}}
_TINY_RUN: Final = Run(name="tiny", answers={"question": (Scored("relevant", 2.0), Scored("other", 1.0))})
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


def measured(
    run: Run, grades: Mapping[str, Mapping[str, int]], measures: Sequence[Measure]
) -> dict[str, MeasureValues]:
    """What the measures say of a run, by name.

    All judged questions count; one that the run does not answer gives 0, and so does, with most measures, one that
    has no relevant paper, as trec_eval has it. A paper without a judgment counts as not relevant.

    Args:
        run: Answers to other questions do not count.
        grades: From `query_id` and `paper_id` to the grade.
        measures: As `measures_named` gives them.

    Raises:
        UsageError: One of them cannot be computed for these grades, or for this run.
    """
    import ir_measures

    _refuse_high_grades(measures, grades)
    # Numbers for ids: gdeval, which computes ERR, takes no other ids of questions, and none of papers with blanks.
    query_ids = list(grades)
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    judgments: dict[str, dict[str, int]] = {}
    scores: dict[str, dict[str, float]] = {}
    for place, (query_id, of_one) in enumerate(grades.items()):
        judgments[str(place)] = {str(numbers[paper_id]): grade for paper_id, grade in of_one.items()}
        if papers := run.answers.get(query_id, ()):
            # Ranks for scores: trec_eval and the others treat equal scores each in their own way.
            ranked = enumerate(papers)
            scores[str(place)] = {str(numbers[each.paper_id]): float(len(papers) - above) for above, each in ranked}
    by_question: dict[Measure, dict[str, float]] = {measure: dict.fromkeys(grades, 0.0) for measure in measures}
    try:
        for found in ir_measures.iter_calc(measures, judgments, scores):
            by_question[found.measure][query_ids[int(found.query_id)]] = float(found.value)
    except Exception as exc:
        what = f"{', '.join(map(measure_name, measures))} cannot be computed: {first_line(exc).rstrip('.')}."
        raise UsageError(what, fix="Choose other measures.") from exc
    return {measure_name(measure): _values(measure, found) for measure, found in by_question.items()}


def _refuse_high_grades(measures: Sequence[Measure], grades: Mapping[str, Mapping[str, int]]) -> None:
    import ir_measures

    highest = max((grade for of_one in grades.values() for grade in of_one.values()), default=0)
    for measure in measures:
        if highest > _HIGHEST_OF_GDEVAL and ir_measures.gdeval.supports(measure):
            what = f"{measure_name(measure)} is for grades up to {_HIGHEST_OF_GDEVAL}, but there is one of {highest}."
            raise UsageError(what, fix="Choose another measure, as nDCG@10, or lower the grades.")


def _values(measure: Measure, by_question: dict[str, float]) -> MeasureValues:
    aggregator = measure.aggregator()  # a mean, but a sum for what is counted, as NumRet
    for value in by_question.values():
        aggregator.add(value)
    return MeasureValues(overall=float(aggregator.result()), by_question=by_question)


def _measure(name: str) -> Measure:
    import ir_measures

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # how it reads a name is deprecated since Python 3.12
            measure = ir_measures.parse_measure(name.strip())
        supported = ir_measures.DefaultPipeline.supports(measure)  # type: ignore[no-untyped-call]
    except (ValueError, NameError, AssertionError, TypeError, KeyError) as exc:
        raise UsageError(f"There is no measure {name!r:.60}: {first_line(exc)}.", fix=_FIX) from exc
    if not 1 <= measure.params.get("cutoff", 1) <= _LARGEST_CUTOFF:  # trec_eval crashes on 0, and on huge ones
        raise UsageError(f"The cutoff of {name} is not a rank from 1 to {_LARGEST_CUTOFF:,}.", fix=_FIX)
    if measure.params.get("rel", 1) < 1:
        what = f"The measure {name} would count papers as relevant that nobody judged so."
        raise UsageError(what, fix="Let rel be a grade from 1 up, as in P(rel=2)@5.")
    if any(not isinstance(gain, int) or gain > _LARGEST_GAIN for gain in measure.params.get("gains", {}).values()):
        raise UsageError(f"The gains of {name} are not whole numbers up to {_LARGEST_GAIN}.", fix=_FIX)
    if not supported:
        raise UsageError(f"The measure {name} cannot be computed with what is installed here.", fix=_FIX)
    measured(_TINY_RUN, _TINY_GRADES, [measure])  # what its provider refuses is told before anything is asked
    return measure
