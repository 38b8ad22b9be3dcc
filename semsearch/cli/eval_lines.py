"""What evaluations found, as lines and as an object."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from semsearch.choices import Fusion, Mode, ReportFormat
from semsearch.cli.columns import columns
from semsearch.cli.summary import counted
from semsearch.evaluation.evaluation import mean_values
from semsearch.evaluation.measures import JUDGED
from semsearch.export.json_objects import as_json, as_object
from semsearch.export.plain import one_line, rounded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from semsearch.evaluation.records import Comparison, Evaluation, Latency, Result
    from semsearch.records import Ranking

_WIDTH: Final = 100
_LATENCY: Final = ("mean ms", "p50 ms", "p95 ms")
_BEST: Final = "*"
_ON_BEST: Final = "* best of these modes and runs"
_ON_COMPARISONS: Final = (
    "Differences of means with 95 % confidence intervals; p of a two-sided paired randomization test, adjusted by "
    "Holm for the pairs of a measure; in brackets the questions at which the first is better, equal and worse."
)


@dataclass(frozen=True, slots=True)
class _TableRow:
    """A result: its name, its measures by name, and how long an answer took, if that is known."""

    name: str
    values: Mapping[str, float]
    latency: Latency | None = None


def evaluations_as(
    evaluations: Sequence[Evaluation], output_format: ReportFormat, *, per_question: bool = False
) -> Iterator[str]:
    """Evaluations as text, piece by piece."""
    if output_format is ReportFormat.JSON:
        yield as_json(evaluations_object(evaluations, per_question=per_question), indent=2)
        yield "\n"
    else:
        yield from (f"{line}\n" for line in evaluation_lines(evaluations))


def evaluation_lines(evaluations: Sequence[Evaluation]) -> Iterator[str]:
    """A table a collection, its comparisons and notes; with several collections, their means at the end."""
    for number, each in enumerate(evaluations):
        yield from ([""] if number else [])
        yield from _collection_lines(each)
    if len(evaluations) > 1:
        yield ""
        yield f"mean of {counted(len(evaluations), 'collection')}"
        yield from _table([_TableRow(name, values) for name, values in mean_values(evaluations).items()])


def evaluations_object(evaluations: Sequence[Evaluation], *, per_question: bool = False) -> dict[str, Any]:
    """All that was found, a collection at a time, and the means over all of them."""
    return {
        "collections": [_collection_object(each, per_question=per_question) for each in evaluations],
        "means": {name: _rounded_values(values) for name, values in mean_values(evaluations).items()},
    }


def _collection_lines(found: Evaluation) -> Iterator[str]:
    left_out = f" ({found.left_out:,} without judgments left out)" if found.left_out else ""
    facts = (
        counted(found.papers, "paper"),
        f"{counted(found.questions, 'question')}{left_out}",
        f"{counted(found.judgments, 'judgment')}, {found.relevant:,} of them relevant",
    )
    yield f"{one_line(found.collection)} · {' · '.join(facts)}"
    yield f"{one_line(found.model)} · {one_line(found.index)}"
    yield from _ranking_lines(found.results)
    yield ""
    yield from _table([_TableRow(each.name, _overall(each), each.latency) for each in found.results])
    if found.comparisons:
        yield ""
        yield from _comparison_lines(found.comparisons)
        yield ""
        yield from textwrap.wrap(_ON_COMPARISONS, _WIDTH)
    if found.notes:
        yield ""
        for note in found.notes:
            yield from textwrap.wrap(one_line(note), _WIDTH, subsequent_indent="  ")


def _ranking_lines(results: Sequence[Result]) -> Iterator[str]:
    """What a name stands for, if it is not just that of a mode."""
    for each in results:
        if each.ranking is not None and each.name != each.ranking.mode:
            facts = {name.replace("_", " "): value for name, value in _ranking_object(each.ranking).items()}
            told = ", ".join(f"{name} {value}" for name, value in facts.items() if value is not None)
            yield f"{each.name}: {one_line(told)}"


def _table(rows: Sequence[_TableRow]) -> list[str]:
    """A line a row: measures, of which the best are marked, and milliseconds."""
    measures = list(rows[0].values)
    best = {}
    if len(rows) > 1:
        for measure in measures:
            if not measure.startswith(JUDGED):
                best[measure] = max(round(row.values[measure], 4) for row in rows)
    cells = [["", *measures, *(_LATENCY if any(row.latency for row in rows) else ())]]
    for row in rows:
        figures = [f"{value:.4f}{_mark(value, best.get(measure))}" for measure, value in row.values.items()]
        cells.append([one_line(row.name), *figures, *_latency_cells(row.latency)])
    lines = columns(cells)
    return [*lines, _ON_BEST] if best else lines


def _latency_cells(latency: Latency | None) -> list[str]:
    return [f"{each:,.1f}" for each in (latency.mean_ms, latency.p50_ms, latency.p95_ms)] if latency else []


def _mark(value: float, best: float | None) -> str:
    if best is None:
        return ""
    return _BEST if round(value, 4) == best else " "


def _comparison_lines(compared: Sequence[Comparison]) -> list[str]:
    rows = []
    for each in compared:
        interval = f"[{each.interval.low:+.4f}, {each.interval.high:+.4f}]" if each.interval else ""
        pair = f"{one_line(each.one)} − {one_line(each.other)}"
        tally = f"({each.better:,} / {each.equal:,} / {each.worse:,})"
        rows.append([each.measure, pair, f"{each.difference:+.4f}", interval, f"p = {each.adjusted_p:.4f}", tally])
    return columns(rows, left=2)


def _overall(result: Result) -> dict[str, float]:
    return {measure: values.overall for measure, values in result.values.items()}


def _collection_object(found: Evaluation, *, per_question: bool) -> dict[str, Any]:
    told: dict[str, Any] = as_object(found)
    told["results"] = [_result_object(each, per_question=per_question) for each in found.results]
    told["comparisons"] = [
        {name: rounded(value) if isinstance(value, float) else value for name, value in as_object(each).items()}
        for each in found.comparisons
    ]
    return told


def _result_object(result: Result, *, per_question: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": result.name,
        "ranking": None if result.ranking is None else _ranking_object(result.ranking),
        "measures": _rounded_values(_overall(result)),
        "timings_ms": None if result.latency is None else _latency_object(result.latency),
        "path": result.path,
    }
    if per_question:
        told["per_question"] = {
            query_id: {measure: rounded(values.by_question[query_id]) for measure, values in result.values.items()}
            for query_id in next(iter(result.values.values())).by_question
        }
    return told


def _latency_object(latency: Latency) -> dict[str, float]:
    return {"mean": round(latency.mean_ms, 3), "p50": round(latency.p50_ms, 3), "p95": round(latency.p95_ms, 3)}


def _ranking_object(ranking: Ranking) -> dict[str, Any]:
    """How papers were put in order; None for what had no effect."""
    is_hybrid = ranking.mode is Mode.HYBRID
    is_sum = is_hybrid and ranking.fusion is Fusion.WEIGHTED_SUM
    return {
        "mode": ranking.mode.value,
        "fusion": ranking.fusion.value if is_hybrid else None,
        "semantic_weight": ranking.semantic_weight if is_sum else None,
        "reranker": ranking.reranker,
    }


def _rounded_values(values: Mapping[str, float]) -> dict[str, float | None]:
    return {measure: rounded(value) for measure, value in values.items()}
