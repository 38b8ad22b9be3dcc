"""The two streams: results go to stdout, everything else to stderr."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

import typer

from semsearch.errors import SemsearchError
from semsearch.text import without_controls

if TYPE_CHECKING:
    from collections.abc import Iterable


def prepare() -> None:
    """Make the streams take any character: files and pipes get UTF-8, a terminal what it can show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="replace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def put(pieces: Iterable[str]) -> None:
    """Write results to stdout.

    Raises:
        typer.Exit: With code 0, if nobody reads on, as in `semsearch search … | head -1`.
        SemsearchError: It cannot be written.
    """
    for piece in pieces:
        _write(piece)


def finish() -> None:
    """Write out what is still in memory, so that a failure is seen while it can be told; raises like `put`."""
    _write(None)


def say(*lines: str) -> None:
    """Tell the user something on stderr, without the characters that a terminal would obey."""
    for line in lines:
        print(without_controls(line), file=sys.stderr)


def _write(piece: str | None) -> None:
    try:
        if piece is None:
            sys.stdout.flush()
        else:
            sys.stdout.write(piece)
    except BrokenPipeError:
        _let_go_of_stdout()
        raise typer.Exit(0) from None
    except OSError as exc:
        _let_go_of_stdout()
        what = f"The output cannot be written: {exc.strerror or exc}."
        raise SemsearchError(what, fix="Check the disk or the program that reads it.") from exc


def _let_go_of_stdout() -> None:
    """Send what is still in memory nowhere, or Python complains at its end that it cannot write it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
