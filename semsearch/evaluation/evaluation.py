"""The whole evaluation of a collection: index, ask, measure, compare."""

from __future__ import annotations

import logging
import statistics
from dataclasses import replace
from typing import TYPE_CHECKING

from semsearch.engine.index import Index
from semsearch.errors import UsageError
from semsearch.evaluation.asking import ask_all, latency_of, run_name
from semsearch.evaluation.comparing import comparisons
from semsearch.evaluation.indexing import index_corpus
from semsearch.evaluation.measures import depth_for, measured, measures_named
from semsearch.evaluation.notes import notes_on_baseline, notes_on_depth
from semsearch.evaluation.qrels import grades_of, read_qrels
from semsearch.evaluation.questions import read_questions
from semsearch.evaluation.records import Evaluation, Result, Run
from semsearch.evaluation.runs import read_run, with_names, write_run
from semsearch.evaluation.selection import judged_questions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from ir_measures import Measure

    from semsearch.evaluation.records import Collection, EvaluationPlan
    from semsearch.evaluation.selection import JudgedQuestions
    from semsearch.protocols import Progress
    from semsearch.records import Ranking
    from semsearch.reports import IndexInfo

logger = logging.getLogger(__name__)


def evaluate_all(
    collections: Sequence[Collection], plan: EvaluationPlan, *, progress: Progress | None = None
) -> Iterator[Evaluation]:
    """Evaluate collections one after another.

    Raises:
        UsageError: Several collections would share an index, a baseline or the name of a run.
        See `evaluate`, too.
    """
    names = [collection.name for collection in collections]
    if len(names) > 1 and (plan.index is not None or plan.baseline is not None):
        raise UsageError("--index and --baseline are for one collection.", fix="Evaluate the collections one by one.")
    if plan.runs is not None and len(set(names)) < len(names):
        raise UsageError("Two collections of one name would write the same runs.", fix="Evaluate them one by one.")
    return (evaluate(collection, plan, progress=progress) for collection in collections)


def evaluate(collection: Collection, plan: EvaluationPlan, *, progress: Progress | None = None) -> Evaluation:
    """Measure how good the answers to the questions of a collection are, with every ranking.

    Args:
        collection: With its papers, or without them if an index holds them.
        plan: What to measure, and with what.
        progress: Told how far the encoding of the papers is.

    Raises:
        UsageError: A measure cannot be computed, or the index holds other papers as well.
        RerankerNotFoundError: There is no such reranker.
        SourceError: A file cannot be read or is damaged, or the files do not belong together.
        IndexFolderError: The index is missing, damaged or of another encoder.
    """
    if plan.model is not None and not collection.corpus:
        raise UsageError("--model is for a corpus that is indexed here.", fix="Leave it out; the index has its model.")
    measures = measures_named(plan.measures)
    depth = depth_for(measures)
    qrels, queries = read_qrels(collection.qrels), read_questions(collection.questions)
    # Here, so that what contradicts itself or cannot be measured ends it before anything is encoded.
    measured(Run(name="", answers={}), grades_of(qrels), measures)
    baseline = _baseline(plan.baseline, plan.rankings) if plan.baseline is not None else None

    corpus = index_corpus(collection, plan, progress=progress) if collection.corpus else None
    with Index.open(corpus.folder if corpus else plan.index, precision=plan.precision) as index:
        info = index.info()
        names = index.known_ids({each.paper_id for each in qrels.judgments})
        judged = judged_questions(queries, qrels, names, questions_name=str(collection.questions))
        runs = _runs(index, judged, plan, collection_name=collection.name, depth=depth)
        if baseline is not None:
            baseline = with_names(baseline, index.known_ids(baseline.paper_ids()))
    paths = _write_runs(runs, collection, plan)
    results = [
        _result(run, judged, measures, ranking=ranking, path=path)
        for run, ranking, path in zip(runs, plan.rankings, paths, strict=True)
    ]
    notes = [*(corpus.notes if corpus else ()), *judged.notes, *(note for run in runs for note in run.notes)]
    notes += notes_on_depth(depth, measures, plan.rankings)
    if baseline is not None:
        results.append(_result(baseline, judged, measures, path=plan.baseline))
        notes += notes_on_baseline(baseline, judged, measures, papers=info.papers)
    return _evaluation(collection.name, info, judged, depth=depth, results=results, notes=notes)


def mean_values(evaluations: Sequence[Evaluation]) -> dict[str, dict[str, float]]:
    """The mean of each measure over collections, which count alike however many questions they have.

    Returns:
        From the name of each result that all evaluations have to the mean of each measure.
    """
    by_name = [{result.name: result for result in each.results} for each in evaluations]
    shared = [name for name in by_name[0] if all(name in results for results in by_name)]
    return {
        name: {
            measure: statistics.fmean(results[name].values[measure].overall for results in by_name)
            for measure in by_name[0][name].values
        }
        for name in shared
    }


def _baseline(path: Path, rankings: Sequence[Ranking]) -> Run:
    """The run to compare with, under a name that no ranking has."""
    baseline = read_run(path)
    return replace(baseline, name=f"baseline {baseline.name}") if baseline.name in map(run_name, rankings) else baseline


def _runs(
    index: Index, judged: JudgedQuestions, plan: EvaluationPlan, *, collection_name: str, depth: int
) -> list[Run]:
    """The answers to the judged questions, a run a ranking."""
    runs = []
    for ranking in plan.rankings:
        number = f"{len(judged.queries):,}"
        logger.info("asking %s questions of %s, %s", number, collection_name, run_name(ranking))
        runs.append(ask_all(index, judged.queries, ranking=ranking, depth=depth))
    return runs


def _write_runs(runs: Sequence[Run], collection: Collection, plan: EvaluationPlan) -> list[Path | None]:
    """Write the runs if that is wanted; returns where each went."""
    if plan.runs is None:
        return [None] * len(runs)
    paths = [plan.runs / f"{collection.name}.{run.name}.run" for run in runs]
    for run, path in zip(runs, paths, strict=True):
        write_run(run, path)
    return [*paths]


def _result(
    run: Run,
    judged: JudgedQuestions,
    measures: Sequence[Measure],
    *,
    ranking: Ranking | None = None,
    path: Path | None = None,
) -> Result:
    return Result(
        name=run.name,
        values=measured(run, judged.grades, measures),
        ranking=ranking,
        latency=latency_of(run),
        path=str(path) if path else None,
    )


def _evaluation(
    collection_name: str,
    info: IndexInfo,
    judged: JudgedQuestions,
    *,
    depth: int,
    results: Sequence[Result],
    notes: Sequence[str],
) -> Evaluation:
    """All that was found, with the pairs of results compared."""
    return Evaluation(
        collection=collection_name,
        index=info.folder,
        model=info.fingerprint.model,
        papers=info.papers,
        questions=len(judged.queries),
        left_out=judged.left_out,
        judgments=sum(map(len, judged.grades.values())),
        relevant=sum(grade > 0 for of_one in judged.grades.values() for grade in of_one.values()),
        unknown_papers=judged.unknown_papers,
        depth=depth,
        results=tuple(results),
        comparisons=tuple(comparisons(results)),
        notes=tuple(notes),
    )
