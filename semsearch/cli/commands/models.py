"""`semsearch models`: the models that are prepared on this machine."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from semsearch.choices import Precision, ReportFormat
from semsearch.cli import options, streams
from semsearch.cli.summary import counted, model_lines
from semsearch.errors import UsageError
from semsearch.settings import DEFAULT_MODEL
from semsearch.text import shown_bytes

LIST_EXAMPLES: Final = ("semsearch models", "semsearch models --format json")
PREPARE_EXAMPLES: Final = ("semsearch models prepare", "semsearch models prepare ./my-model --precision float32")
REMOVE_EXAMPLES: Final = ("semsearch models remove all-MiniLM-L6-v2", "semsearch models remove --all")


def list_models(
    context: typer.Context,
    *,
    output_format: options.ReportFormatOption = ReportFormat.TABLE,
) -> None:
    """Show the models that are prepared on this machine.

    A model is prepared once, by `semsearch index` or by hand: it is exported, quantized and compared with the
    original. Then it encodes several times faster on a CPU, and loads in a moment.
    """
    if context.invoked_subcommand is not None:
        return
    from semsearch.encoding.prepared.cache import prepared_models

    found = prepared_models()
    if output_format is ReportFormat.JSON:
        from semsearch.export.json_objects import as_json, as_object

        objects = [as_object(each) | {"key": each.key, "size": each.size} for each in found]
        streams.put([as_json(objects, indent=2), "\n"])
    else:
        streams.put(f"{line}\n" for line in model_lines(found))


def prepare(
    model: Annotated[
        str, typer.Argument(metavar="MODEL", help="The model, by name or path.", show_default=True)
    ] = DEFAULT_MODEL,
    *,
    precision: Annotated[
        Precision, typer.Option("--precision", help="How exactly it will compute: int8 or float32.")
    ] = Precision.INT8,
    again: Annotated[bool, typer.Option("--again", help="Prepare it again even if it is prepared already.")] = False,
) -> None:
    """Prepare a model for quick encoding and answers on this CPU, which takes up to a minute."""
    from semsearch.encoding.model_names import canonical_name
    from semsearch.encoding.preparing import prepare as prepare_model

    streams.say(*model_lines([prepare_model(canonical_name(model), precision=precision, replacing=again)]))


def remove(
    models: Annotated[
        list[str] | None, typer.Argument(metavar="MODEL", help="Models, by name, path or fingerprint.")
    ] = None,
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="Remove all of them, and what is left of broken ones.")
    ] = False,
) -> None:
    """Free the space that prepared models take; the next `semsearch index` prepares what it needs again."""
    if bool(models) == everything:
        raise UsageError("Name models, or use --all, and not both.", fix="See: semsearch models")
    from semsearch.encoding.model_names import canonical_name
    from semsearch.encoding.prepared.cache import prepared_models, prepared_named, remove_prepared, remove_remains

    unwanted = prepared_named([canonical_name(model) for model in models]) if models else prepared_models()
    freed = remove_prepared(unwanted) + (remove_remains() if everything else 0)
    streams.say(f"{counted(len(unwanted), 'prepared model')} removed, {shown_bytes(freed)} freed")
