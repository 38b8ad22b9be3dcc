"""How long something took."""

from __future__ import annotations

from time import perf_counter


def milliseconds_since(start: float) -> float:
    """Milliseconds since `start`, which `time.perf_counter` gave."""
    return (perf_counter() - start) * 1000
