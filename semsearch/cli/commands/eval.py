"""`semsearch eval`: how good the answers are, measured with judged questions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from semsearch.choices import Mode, ReportFormat
from semsearch.cli import options, ranking_options, streams
from semsearch.cli.progress import encoding_progress
from semsearch.errors import UsageError
from semsearch.evaluation.defaults import DEFAULT_MEASURES, DEFAULT_SPLIT

QUERIES: Final = "--queries"
EXAMPLES: Final = (
    "semsearch eval --queries data/questions.jsonl --qrels data/qrels.tsv",
    "semsearch eval --queries data/questions.jsonl --qrels data/qrels.tsv --measure AP --runs runs --format json",
    "semsearch eval --queries data/questions.jsonl --qrels data/qrels.tsv --mode hybrid --semantic-weight 0.8",
    "semsearch eval --corpus data/papers.jsonl --queries data/questions.jsonl --qrels data/qrels.tsv",
)


def eval(  # noqa: A001 - the name of the command
    folders: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FOLDER", help="Collections: corpus.jsonl, queries.jsonl and qrels/test.tsv, gzipped or not."
        ),
    ] = None,
    *,
    corpus: Annotated[
        list[str] | None, typer.Option(metavar="FILE", help="Papers of a collection without a folder; repeatable.")
    ] = None,
    queries: Annotated[
        str | None, typer.Option(QUERIES, metavar="FILE", help="Its questions: JSON Lines, a table, or TREC topics.")
    ] = None,
    qrels: Annotated[
        str | None, typer.Option(metavar="FILE", help="Its judgments, as BEIR or TREC write them.")
    ] = None,
    split: Annotated[str, typer.Option(metavar="NAME", help="Which judgments of a FOLDER to use.")] = DEFAULT_SPLIT,
    mode: Annotated[
        list[Mode] | None,
        typer.Option(case_sensitive=False, help="Measure only this way of searching; repeatable [default: all]"),
    ] = None,
    fusion: ranking_options.FusionOption = None,
    semantic_weight: ranking_options.SemanticWeightOption = None,
    rerank: ranking_options.RerankOption = None,
    measure: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help=f"A measure of ir-measures, as AP or nDCG@20; repeatable [default: {', '.join(DEFAULT_MEASURES)}]",
        ),
    ] = None,
    baseline: Annotated[Path | None, typer.Option(metavar="RUN", help="Compare with this TREC run.")] = None,
    runs: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write a TREC run a mode there.")] = None,
    per_question: Annotated[
        bool, typer.Option("--per-question", help="Tell the figures of each question, too; with --format json.")
    ] = False,
    model: Annotated[
        str | None, typer.Option(metavar="MODEL", help="The encoder of a new index, by name or path.")
    ] = None,
    precision: options.PrecisionOption = None,
    output_format: options.ReportFormatOption = ReportFormat.TABLE,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--index",
            "-i",
            metavar="FOLDER",
            help="The index folder [default: one kept in the cache for a collection; else that of the other commands]",
        ),
    ] = None,
) -> None:
    """Measure how good the answers to judged questions are, in each mode, and whether the modes differ.

    The questions are those of collections, whose papers are indexed once and kept; or your own, put to your index,
    with --queries and --qrels alone. Differences come with a paired randomization test.

    --fusion and --semantic-weight are for the hybrid mode, --rerank is for every mode that is measured. A word behind
    --rerank is its MODEL if a FOLDER or --queries stands elsewhere, or if it has a slash and no space; there is no
    doubt with an equals sign, as in --rerank=MODEL. With another ranking than the usual one, results have other names.
    """
    from semsearch.evaluation.collections import chosen_collections
    from semsearch.evaluation.evaluation import evaluate_all
    from semsearch.evaluation.records import EvaluationPlan

    if per_question and output_format is not ReportFormat.JSON:
        raise UsageError("--per-question is for --format json.", fix="Add --format json.")
    plan = EvaluationPlan(
        rankings=ranking_options.rankings_of(
            mode or Mode, fusion=fusion, semantic_weight=semantic_weight, rerank=rerank
        ),
        measures=tuple(measure or ()),
        index=folder,
        model=model,
        precision=precision,
        baseline=baseline,
        runs=runs,
    )
    collections = chosen_collections(folders or (), corpus=corpus or (), questions=queries, qrels=qrels, split=split)
    with ranking_options.explaining_rerankers(), encoding_progress() as progress:
        found = list(evaluate_all(collections, plan, progress=progress))
    from semsearch.cli.eval_lines import evaluations_as

    streams.put(evaluations_as(found, output_format, per_question=per_question))
