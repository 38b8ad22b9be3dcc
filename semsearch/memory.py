"""The most memory that a process ever had."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from resource import struct_rusage

_STATUS: Final = Path("/proc/self/status")
_KIB: Final = 1024


def own_peak_bytes(status: Path = _STATUS) -> int | None:
    """The peak of this process; None where the system does not tell.

    On Linux, `ru_maxrss` begins with the memory of the process that started this one, so that a small child of a
    large parent would seem large; VmHWM of its status begins anew.
    """
    with suppress(OSError, ValueError, IndexError):
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * _KIB
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:  # Windows has no such module
        return None
    return peak_bytes(getrusage(RUSAGE_SELF))


def peak_bytes(usage: struct_rusage) -> int:
    """The peak that a system reports, which macOS counts in bytes and others in KiB."""
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else _KIB)
