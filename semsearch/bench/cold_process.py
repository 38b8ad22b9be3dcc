"""Runs a command several times, and tells how long it took and how much memory.

It is a process of its own because it is a small one: where Linux counts the memory of a command, it begins with that
of the process that started it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from time import perf_counter
from typing import TYPE_CHECKING

from semsearch.memory import peak_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(runs: int, command: Sequence[str]) -> int:
    """Run the command once, and then so many times more, which count; returns its exit code if it fails."""
    measured = []
    for run in range(runs + 1):
        start = perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)  # noqa: S603 - ours
        peak = _wait(process)
        if process.returncode:
            return process.returncode
        if run:
            measured.append({"seconds": perf_counter() - start, "peak_bytes": peak})
    sys.stdout.write(json.dumps(measured))
    return 0


def _wait(process: subprocess.Popen[bytes]) -> int | None:
    """Wait for the end of a process; returns its peak of memory, or None where the system does not tell."""
    if sys.platform == "win32":
        process.wait()
        return None
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return peak_bytes(usage)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
