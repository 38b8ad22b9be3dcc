"""`semsearch tune`: adapt the encoder to the papers of an index, and to questions about them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from semsearch.choices import ReportFormat
from semsearch.cli import options, streams
from semsearch.cli.progress import training_progress
from semsearch.errors import InterruptedUpdateError
from semsearch.settings import DEFAULT_INDEX
from semsearch.tuning.defaults import (
    DEFAULT_BATCH,
    DEFAULT_EPOCHS,
    DEFAULT_LEARNING_RATE,
    DEFAULT_MAX_TOKENS,
    DEFAULT_SEED,
)

EXAMPLES: Final = (
    "semsearch tune --pairs my-questions.jsonl --output models/mine",
    "semsearch tune --pairs my-questions.csv --output models/mine --epochs 1 --format json",
    "semsearch tune --pairs my-questions.jsonl --output models/mine --model all-MiniLM-L6-v2 --max-tokens 256",
)
_GOES_ON: Final = "What was learned up to the last checkpoint is kept: run the same command again to continue."
_NOT_KEPT: Final = 1


def tune(
    *,
    pairs: Annotated[
        str,
        typer.Option(metavar="FILE", help="Questions and their papers: JSON Lines or a table with text and paper_id."),
    ],
    output: Annotated[Path, typer.Option(metavar="FOLDER", help="A new folder, for the tuned model.")],
    model: Annotated[
        str | None, typer.Option(metavar="MODEL", help="The encoder to tune [default: that of the index]")
    ] = None,
    epochs: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="How often each example is seen at most.")
    ] = DEFAULT_EPOCHS,
    batch: Annotated[
        int, typer.Option(metavar="NUMBER", min=2, help="How many examples are told apart at a time.")
    ] = DEFAULT_BATCH,
    learning_rate: Annotated[
        float, typer.Option(metavar="RATE", min=0.0, max=1.0, help="How far a step goes, at most.")
    ] = DEFAULT_LEARNING_RATE,
    max_tokens: Annotated[
        int, typer.Option(metavar="NUMBER", min=8, help="Where texts are cut while learning.")
    ] = DEFAULT_MAX_TOKENS,
    seed: Annotated[int, typer.Option(metavar="NUMBER", min=0, help="Of all that is drawn by chance.")] = DEFAULT_SEED,
    output_format: options.ReportFormatOption = ReportFormat.TABLE,
    folder: options.IndexOption = DEFAULT_INDEX,
) -> None:
    """Tune the encoder with questions and the papers that answer them, and keep it only if it became better.

    It takes 50 pairs at least; 300 or more are a good start. A part of them is set aside to judge by, and titles of
    other papers show whether other fields keep their quality. The index stays as it is: to use the new model, encode
    its papers again, as the last line tells. An interrupted training goes on with the same command.
    """
    from semsearch.cli.tune_lines import tuning_as
    from semsearch.tuning.records import TrainingOptions, TuningPlan
    from semsearch.tuning.tuning import tune as tuned

    training = TrainingOptions(
        epochs=epochs, batch=batch, learning_rate=learning_rate, max_tokens=max_tokens, seed=seed
    )
    plan = TuningPlan(index=folder, pairs=pairs, output=output, model=model, options=training)
    try:
        with training_progress() as progress:
            report = tuned(plan, progress=progress)
    except KeyboardInterrupt as exc:
        raise InterruptedUpdateError("interrupted", fix=_GOES_ON) from exc
    streams.put(tuning_as(report, output_format))
    if not report.is_kept:
        raise typer.Exit(_NOT_KEPT)
