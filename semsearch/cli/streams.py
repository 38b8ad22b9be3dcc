"""The two streams: results go to stdout, everything else to stderr."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from semsearch.errors import SemsearchError
from semsearch.text import without_controls

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal, TextIO


def prepare() -> None:
    """Make the streams take any character: files and pipes get UTF-8, a terminal what it can show.

    A stream that the caller closed becomes an empty one.
    """
    # In this order, each gets its own number back before another file can take it.
    sys.stdin = sys.stdin or _empty("r")
    sys.stdout = sys.stdout or _empty("w")
    sys.stderr = sys.stderr or _empty("w")
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
        SemsearchError: They cannot be written.
    """
    for piece in pieces:
        _write(piece)


def finish() -> None:
    """Write out what is still in memory, so that a failure can still be reported; raises like `put`."""
    _write(None)


def say(*lines: str) -> None:
    """Tell the user something on stderr, without the characters that a terminal would obey.

    If stderr cannot be written, nothing is said: what was done stays done.
    """
    try:
        for line in lines:
            print(without_controls(line.encode(errors="backslashreplace").decode()), file=sys.stderr)
    except OSError:
        _let_go_of(sys.stderr)


def _write(piece: str | None) -> None:
    try:
        if piece is None:
            sys.stdout.flush()
        else:
            sys.stdout.write(piece)
    except BrokenPipeError:
        _let_go_of(sys.stdout)
        raise typer.Exit(0) from None
    except OSError as exc:
        _let_go_of(sys.stdout)
        what = f"The output cannot be written: {exc.strerror or exc}."
        raise SemsearchError(what, fix="Check the disk or the program that reads it.") from exc


def _empty(mode: Literal["r", "w"]) -> TextIO:
    return Path(os.devnull).open(mode, encoding="utf-8")


def _let_go_of(stream: TextIO) -> None:
    """Send what is still in memory nowhere, or Python fails at its end because it cannot write it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
