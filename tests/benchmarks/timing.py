"""Times whole processes in turns, so that a busy moment of the machine hits all of them alike."""

from __future__ import annotations

import statistics
import subprocess
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def median_seconds(commands: dict[str, Sequence[str]], *, runs: int) -> dict[str, float]:
    """Run each command `runs` times, in turns, after one run that does not count; medians by name.

    Raises:
        subprocess.CalledProcessError: A command failed.
    """
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for run in range(runs + 1):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if run:
                seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(times) for name, times in seconds.items()}
