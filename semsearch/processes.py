"""Processes of our own modules, for what must not share memory with the rest."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from semsearch import errors

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from semsearch.errors import SemsearchError


def environment() -> dict[str, str]:
    """The environment of this process, in which a new one finds the same semsearch."""
    here = str(Path(errors.__file__).parents[1])
    paths = os.pathsep.join(path for path in (here, os.environ.get("PYTHONPATH", "")) if path)
    return {**os.environ, "PYTHONPATH": paths}


@contextmanager
def lifeline() -> Iterator[int]:
    """Give a file for the stdin of a new process, so that it can tell when this one has ended, even if killed."""
    reading, writing = os.pipe()
    try:
        yield reading
    finally:
        os.close(reading)
        os.close(writing)


def end_with_starter() -> None:
    """End this process, which was given a `lifeline`, when the one that started it ends."""

    def wait() -> None:
        os.read(0, 1)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def told_error(error: SemsearchError) -> dict[str, str]:
    """An error as a process tells it to the one that waits."""
    return {"error": type(error).__name__, "what": error.what, "fix": error.fix}


def error_told(told: Mapping[str, Any]) -> SemsearchError:
    """The error that `told_error` told."""
    error: SemsearchError = getattr(errors, told["error"])(told["what"], fix=told["fix"])
    return error


def last_words(said: str, code: int) -> str:
    """What a process said before it broke off, without period: our error if there is one, else the last line."""
    _, is_ours, error = said.rpartition("semsearch: ")
    lines = said.strip().splitlines() or [f"exit code {code}"]
    return (" ".join(error.split()) if is_ours else lines[-1]).rstrip(".")
