"""Modules of ours that measure in a process of their own, and answer line by line."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from typing import IO, TYPE_CHECKING, Any, Self

from semsearch.errors import SemsearchError
from semsearch.processes import environment, error_told, last_words

if TYPE_CHECKING:
    from collections.abc import Mapping


class MeasuringProcess:
    """A module that answers each line of JSON with one, until its input ends; use it in a `with` statement."""

    def __init__(self, module: str, *, doing: str) -> None:
        """Start it.

        Args:
            module: To run; only ours.
            doing: What it does, for messages.
        """
        self._doing = doing
        self._said = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 - closed at exit
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-P", "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            encoding="utf-8",
            env=environment(),
        )

    def ask(self, request: Mapping[str, object]) -> dict[str, Any]:
        """Send a request and wait for its answer.

        Raises:
            SemsearchError: What went wrong in the process, or that it broke off.
        """
        try:
            _file(self._process.stdin).write(f"{json.dumps(request)}\n")
            _file(self._process.stdin).flush()
        except OSError as exc:
            raise self._broken_off() from exc
        return self._answer()

    def finish(self) -> dict[str, Any]:
        """Let the process end, and wait for its last words; raises as `ask`."""
        _file(self._process.stdin).close()
        return self._answer()

    def __enter__(self) -> Self:
        """It runs already."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process, however far it got."""
        self._process.kill()
        self._process.wait()
        for file in (self._process.stdin, self._process.stdout, self._said):
            if file is not None and not file.closed:
                try:
                    file.close()
                except OSError:  # what is left to send has no reader
                    continue

    def _answer(self) -> dict[str, Any]:
        line = _file(self._process.stdout).readline()
        if not line:
            raise self._broken_off()
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise error_told(answer)
        return answer

    def _broken_off(self) -> SemsearchError:
        self._process.wait()
        self._said.seek(0)
        return broken_off(self._doing, self._said.read(), self._process.returncode)


def broken_off(doing: str, said: str, code: int) -> SemsearchError:
    """The error of a process that ended before its time, with the last line that it said."""
    what = f"{doing} broke off: {last_words(said, code)}."
    return SemsearchError(what, fix="Close other programs if memory is short." if code < 0 else "")


def _file(pipe: IO[str] | None) -> IO[str]:
    if pipe is None:  # never, since both are asked for
        raise ValueError("not a pipe")
    return pipe
