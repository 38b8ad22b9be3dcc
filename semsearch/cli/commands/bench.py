"""`semsearch bench`: how fast semsearch is on this machine, with this index."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from semsearch.choices import ReportFormat
from semsearch.cli import options, streams
from semsearch.settings import DEFAULT_INDEX

EXAMPLES: Final = (
    "semsearch bench --papers 50",
    "semsearch bench --papers 50 --questions 10 --format json",
)


def bench(
    *,
    papers: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="How many abstracts of the index to encode.")
    ] = 200,
    questions: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="How many questions to ask.")] = 20,
    against_reference: Annotated[
        bool, typer.Option("--against-reference", help="Encode with plain sentence-transformers, too, and compare.")
    ] = False,
    precision: options.PrecisionOption = None,
    output_format: options.ReportFormatOption = ReportFormat.TABLE,
    folder: options.IndexOption = DEFAULT_INDEX,
) -> None:
    """Measure how fast abstracts are encoded and questions are answered here, and how much memory and disk it takes.

    The index stays as it is. Measuring takes up to a minute, and longer with --against-reference.
    """
    from semsearch.bench.benchmark import measure

    found = measure(
        folder, papers=papers, questions=questions, precision=precision, against_reference=against_reference
    )
    if output_format is ReportFormat.JSON:
        from semsearch.cli.bench_lines import benchmark_object
        from semsearch.export.json_objects import as_json

        streams.put([as_json(benchmark_object(found), indent=2), "\n"])
    else:
        from semsearch.cli.bench_lines import benchmark_lines

        streams.put(f"{line}\n" for line in benchmark_lines(found))
