"""The whole evaluation of a collection: index, ask, measure, compare."""

from __future__ import annotations

import logging
import statistics
from dataclasses import replace
from typing import TYPE_CHECKING

from semsearch.engine.index import Index
from semsearch.engine.lookup import known_ids
from semsearch.errors import UsageError
from semsearch.evaluation.asking import asked, run_name, times_of
from semsearch.evaluation.comparing import comparisons
from semsearch.evaluation.indexing import indexed
from semsearch.evaluation.measures import depth_for, has_no_cutoff, measure_name, measured, measures_named
from semsearch.evaluation.qrels import grades_of, read_qrels
from semsearch.evaluation.questions import read_questions
from semsearch.evaluation.records import Evaluation, Result
from semsearch.evaluation.runs import read_run, with_names, write_run
from semsearch.evaluation.selection import judged_questions
from semsearch.settings import default_index
from semsearch.store.reader import StoreReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from ir_measures import Measure

    from semsearch.evaluation.records import Collection, Plan, Run
    from semsearch.evaluation.selection import JudgedQuestions
    from semsearch.protocols import Progress

logger = logging.getLogger(__name__)


def evaluate_all(
    collections: Sequence[Collection], plan: Plan, *, progress: Progress | None = None
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


def evaluate(collection: Collection, plan: Plan, *, progress: Progress | None = None) -> Evaluation:
    """Measure how good the answers to the questions of a collection are, with every ranking.

    Args:
        collection: With its papers, or without them if an index holds them.
        plan: What to measure, and with what.
        progress: Told how far the encoding of the papers is.

    Raises:
        UsageError: There is no such measure, or the index holds other papers as well.
        RerankerNotFoundError: There is no such reranker.
        SourceError: A file cannot be read or is damaged, or the files do not belong together.
        IndexFolderError: The index is missing, damaged or of another encoder.
    """
    if plan.model is not None and not collection.corpus:
        raise UsageError("--model is for a corpus that is indexed here.", fix="Leave it out; the index has its model.")
    measures = measures_named(plan.measures)
    depth = depth_for(measures)
    qrels, queries = read_qrels(collection.qrels), read_questions(collection.questions)
    grades_of(qrels)  # here, so that what contradicts itself ends it before anything is encoded
    baseline = read_run(plan.baseline) if plan.baseline is not None else None
    if baseline is not None and baseline.name in map(run_name, plan.rankings):
        baseline = replace(baseline, name=f"baseline {baseline.name}")

    corpus = indexed(collection, plan, progress=progress) if collection.corpus else None
    folder = corpus.folder if corpus else plan.index or default_index()
    with Index.open(folder, precision=plan.precision) as index:
        info = index.info()
        names = _names(folder, {each.paper_id for each in qrels.judgments})
        judged = judged_questions(queries, qrels, names, questions_name=str(collection.questions))
        runs = []
        for ranking in plan.rankings:
            logger.info("asking %s questions of %s, %s", f"{len(judged.queries):,}", collection.name, run_name(ranking))
            runs.append(asked(index, judged.queries, ranking=ranking, depth=depth))
    results = [
        Result(
            name=run.name,
            values=measured(run, judged.grades, measures),
            ranking=ranking,
            times=times_of(run),
            path=_written(run, plan.runs / f"{collection.name}.{run.name}.run") if plan.runs else None,
        )
        for run, ranking in zip(runs, plan.rankings, strict=True)
    ]
    notes = [*(corpus.notes if corpus else ()), *judged.notes, *(note for run in runs for note in run.notes)]
    if any(map(has_no_cutoff, measures)):
        notes.append(f"Measures without a cutoff look at the first {depth:,} papers of an answer.")
    if any(ranking.reranker is not None for ranking in plan.rankings):
        notes.append(f"The first {depth:,} papers of an answer were reranked, as by semsearch search -k {depth}.")
    if baseline is not None:
        baseline = with_names(baseline, _names(folder, baseline.paper_ids()))
        values = measured(baseline, judged.grades, measures)
        results.append(Result(name=baseline.name, values=values, path=str(plan.baseline)))
        notes += _notes_on_baseline(baseline, judged, measures, papers=info.papers)
    return Evaluation(
        collection=collection.name,
        index=str(folder),
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


def _names(folder: Path, keys: AbstractSet[str]) -> dict[str, str]:
    """From those of the ids, DOIs and arXiv ids that name a paper of the index to its id."""
    store = StoreReader.open(folder)
    try:
        return known_ids(store, keys)
    finally:
        store.close()


def _written(run: Run, path: Path) -> str:
    write_run(run, path)
    return str(path)


def _notes_on_baseline(
    baseline: Run, judged: JudgedQuestions, measures: Sequence[Measure], *, papers: int
) -> Iterator[str]:
    answered = [len(baseline.answers[query_id]) for query_id in judged.grades if query_id in baseline.answers]
    if missing := len(judged.grades) - len(answered):
        yield f"{baseline.name} does not answer {missing:,} of the questions, which counts as finding nothing."
    longest = max(answered, default=0)
    cut = [measure_name(each) for each in measures if min(each.params.get("cutoff", 0), papers) > longest]
    if cut:
        yield f"{baseline.name} names at most {longest:,} papers a question, too few for {', '.join(cut)}."
