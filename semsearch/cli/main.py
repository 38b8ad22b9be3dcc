"""The entry of the program. It loads little itself, so that Ctrl-C is handled from the start."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

_INTERRUPTED = 130
_STDERR = 2
_NEW_OBJECTS = 100_000


def start() -> NoReturn:
    """Run the command of this process, and end it.

    What only a long life needs is left out: looking for garbage often, and taking every object apart at the end,
    which would take 15 ms of a question.
    """
    gc.set_threshold(_NEW_OBJECTS)
    code = main(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    atexit._run_exitfuncs()  # noqa: SLF001 - Python has no other way to run them and skip what comes after
    os._exit(code)


def main(arguments: Sequence[str]) -> int:
    """Run one command.

    Args:
        arguments: The words after the program's name.

    Returns:
        The exit code: 0 done, 1 nothing found, 2 wrong usage, 3 bad input file, 4 index missing, damaged or
        of another encoder, 5 index locked, 130 interrupted.
    """
    try:
        from semsearch.cli.program import run

        return run(arguments)
    except KeyboardInterrupt:  # while the program was being loaded
        with suppress(OSError):
            os.write(_STDERR, b"semsearch: interrupted\n")
        return _INTERRUPTED
