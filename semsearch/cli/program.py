"""The commands of the program, and what happens to an error."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from semsearch import __version__
from semsearch.cli import streams
from semsearch.cli.commands import bench, export, index, info, models, related, remove, search, show, tune
from semsearch.cli.commands import eval as evaluation
from semsearch.cli.notices import show_notices
from semsearch.cli.optional_values import Grammar, with_values_joined
from semsearch.cli.ranking_options import OPTIONAL_VALUES
from semsearch.errors import SemsearchError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

DEBUG = "--debug"
_INTERRUPTED = 130
_WRONG_USAGE = 2


def _put_help(context: typer.Context, _option: object, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        streams.put([context.get_help(), "\n"])
        raise typer.Exit


class _HelpOnOurStream:
    """Prints the help through `streams`, which explains it if stdout cannot be written."""

    def get_help_option(self, ctx: Any) -> Any:  # noqa: ANN401 - typer does not export its types
        option = super().get_help_option(ctx)  # type: ignore[misc]
        option.callback = _put_help
        return option


class _Command(_HelpOnOurStream, TyperCommand):
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - as above
        if ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        return super().parse_args(ctx, with_values_joined(args, self._grammar(ctx)))

    def _grammar(self, ctx: Any) -> Grammar:  # noqa: ANN401 - as above
        params = self.get_params(ctx)
        options = [each for each in params if each.param_type_name == "option"]
        arguments = [each.metavar.lower() for each in params if each.param_type_name == "argument" and each.metavar]
        names = {name for each in options for name in each.opts}
        valued = {name for each in options if not getattr(each, "is_flag", False) for name in each.opts}
        optional = {name: value for name, value in OPTIONAL_VALUES.items() if name in names}
        return Grammar(
            optional=optional,
            valued=valued - set(optional),
            without_argument={search.QUESTIONS, evaluation.QUERIES, *ctx.help_option_names},
            argument="".join(arguments[:1]),
        )


class _Program(_HelpOnOurStream, TyperGroup):
    pass


app = typer.Typer(
    name="semsearch",
    cls=_Program,
    help="Search the abstracts of scientific papers by meaning.",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        streams.put([f"semsearch {__version__}\n"])
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _program(
    context: typer.Context,
    *,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    _debug: Annotated[bool, typer.Option(DEBUG, help="Show the traceback of an error, too.")] = False,
) -> None:
    if context.invoked_subcommand is None:
        streams.say(context.get_help())
        raise typer.Exit(_WRONG_USAGE)


def _examples(examples: Sequence[str]) -> str:
    # "\b" keeps typer from joining the lines.
    title = "Examples:" if len(examples) > 1 else "Example:"
    return "\n  ".join(["\b", title, *examples]).replace("\b\n  ", "\b\n")


def _add(command: Callable[..., None], examples: Sequence[str], *, to: typer.Typer = app) -> None:
    to.command(cls=_Command, epilog=_examples(examples))(command)


_add(index.index, index.EXAMPLES)
_add(search.search, search.EXAMPLES)
_add(related.related, related.EXAMPLES)
_add(show.show, show.EXAMPLES)
_add(remove.remove, remove.EXAMPLES)
_add(info.info, info.EXAMPLES)
_add(export.export, export.EXAMPLES)
_add(evaluation.eval, evaluation.EXAMPLES)
_add(bench.bench, bench.EXAMPLES)
_add(tune.tune, tune.EXAMPLES)

_models = typer.Typer(cls=_Program, rich_markup_mode=None)
_models.callback(invoke_without_command=True, epilog=_examples(models.LIST_EXAMPLES))(models.list_models)
_add(models.prepare, models.PREPARE_EXAMPLES, to=_models)
_add(models.remove, models.REMOVE_EXAMPLES, to=_models)
app.add_typer(_models, name="models")


def run(arguments: Sequence[str]) -> int:
    """Run one command and explain its error, if there is one; returns the exit code."""
    streams.prepare()
    show_notices()
    words = list(arguments)
    options = words[: words.index("--")] if "--" in words else words
    debug = DEBUG in options
    words = [word for word in options if word != DEBUG] + words[len(options) :]
    try:
        code = app(words, prog_name="semsearch", standalone_mode=False)
        streams.finish()
    except (KeyboardInterrupt, Exception) as exc:  # noqa: BLE001 - the one place where every error ends
        if debug:
            streams.say("".join(traceback.format_exception(exc)).rstrip())
        return _explained(exc)
    if code == _INTERRUPTED:
        streams.say("semsearch: interrupted")
    return int(code or 0)


def _explained(exc: BaseException) -> int:
    """Tell what went wrong and what to do about it; returns the exit code."""
    match exc:
        case SemsearchError():
            streams.say("\n".join(part for part in (f"semsearch: {exc.what}", exc.fix) if part))
            return exc.exit_code
        case typer.Exit():
            return exc.exit_code
        case typer.TyperException():
            streams.say(f"semsearch: {exc.format_message().replace('Value error, ', '')}")
            context = getattr(exc, "ctx", None)
            streams.say(f"See: {context.command_path if context else 'semsearch'} --help")
            return exc.exit_code
        case KeyboardInterrupt() | typer.Abort():
            streams.say("semsearch: interrupted")
            return _INTERRUPTED
        case _:
            reason = f"{type(exc).__name__}: {exc}".rstrip(": ")
            streams.say(f"semsearch: this is a fault in semsearch: {reason}")
            streams.say("Run the same command with --debug, and report what it prints.")
            return 1
