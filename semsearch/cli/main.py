"""The program `semsearch`: its commands, and what becomes of an error."""

from __future__ import annotations

import sys
import traceback
from typing import TYPE_CHECKING, Annotated

import typer

from semsearch import __version__
from semsearch.cli import streams
from semsearch.cli.commands import export, index, info, related, remove, search, show
from semsearch.errors import SemsearchError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

DEBUG = "--debug"
INTERRUPTED = 130
_WRONG_USAGE = 2

app = typer.Typer(
    name="semsearch",
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
    _debug: Annotated[bool, typer.Option(DEBUG, help="On an error, show the traceback too.")] = False,
) -> None:
    if context.invoked_subcommand is None:
        streams.say(context.get_help())
        raise typer.Exit(_WRONG_USAGE)


def _add(command: Callable[..., None], examples: Sequence[str]) -> None:
    # "\b" keeps typer from joining the lines.
    epilog = "\n  ".join(["\b", "Examples:" if len(examples) > 1 else "Example:", *examples]).replace("\b\n  ", "\b\n")
    app.command(epilog=epilog)(command)


_add(index.index, index.EXAMPLES)
_add(search.search, search.EXAMPLES)
_add(related.related, related.EXAMPLES)
_add(show.show, show.EXAMPLES)
_add(remove.remove, remove.EXAMPLES)
_add(info.info, info.EXAMPLES)
_add(export.export, export.EXAMPLES)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: By default those of the process.

    Returns:
        The exit code: 0 done, 1 nothing found, 2 wrong usage, 3 bad input file, 4 index missing, damaged or
        of another encoder, 5 index locked, 130 interrupted.
    """
    streams.prepare()
    words = list(sys.argv[1:] if arguments is None else arguments)
    options = words[: words.index("--")] if "--" in words else words
    debug = DEBUG in options
    words = [word for word in options if word != DEBUG] + words[len(options) :]
    try:
        code = app(words, prog_name="semsearch", standalone_mode=False)
        streams.finish()
    except (KeyboardInterrupt, Exception) as exc:  # noqa: BLE001 - the one place where every error ends
        if debug:
            traceback.print_exception(exc)
        return _explained(exc)
    if code == INTERRUPTED:
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
            return INTERRUPTED
        case _:
            reason = f"{type(exc).__name__}: {exc}".rstrip(": ")
            streams.say(f"semsearch: this is a fault in semsearch: {reason}")
            streams.say("Run the same command with --debug, and report what it prints.")
            return 1
