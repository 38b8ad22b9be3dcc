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

_INTERRUPTED = 130
_STDERR = 2
_NEW_OBJECTS = 100_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: By default those of the process.

    Returns:
        The exit code: 0 done, 1 nothing found, 2 wrong usage, 3 bad input file, 4 index missing, damaged or
        of another encoder, 5 index locked, 130 interrupted.
    """
    try:
        if arguments is None:
            _seldom_collect_garbage()
        from semsearch.cli.program import run

        return run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:  # while the program was being loaded
        with suppress(OSError):
            os.write(_STDERR, b"semsearch: interrupted\n")
        return _INTERRUPTED


def _seldom_collect_garbage() -> None:
    """Look for garbage rarely: a short process makes little of it, and collecting would take a sixth of its time."""
    gc.set_threshold(_NEW_OBJECTS)
    atexit.register(gc.freeze)
