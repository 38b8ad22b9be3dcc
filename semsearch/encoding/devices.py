"""What this machine can compute on."""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

_QUOTA: Final = Path("/sys/fs/cgroup/cpu.max")
_DRIVERS: Final = ("/dev/nvidiactl", "/dev/dxg", "/dev/kfd")  # of NVIDIA, of Windows under Linux, of AMD


def available_cores() -> int:
    """Cores that this process may use, at least 1: those it is bound to, and no more than its container pays for."""
    bound = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError):
        quota, period = _QUOTA.read_text().split()
        bound = min(bound, int(quota) // int(period))
    return max(bound, 1)


def accelerator() -> str | None:
    """The device that torch would compute on, "cuda" or "mps"; None if there is only the CPU.

    torch is loaded only if such a device may be there, since that takes seconds.
    """
    if not _may_have_one():
        return None
    import torch

    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else None


def _may_have_one() -> bool:
    from importlib.metadata import PackageNotFoundError, version  # 20 ms, which a question can do without

    try:
        if version("torch").endswith("+cpu"):
            return False
    except PackageNotFoundError:
        return False
    if sys.platform == "darwin":
        return platform.machine() == "arm64"
    return sys.platform == "win32" or any(os.path.exists(each) for each in _DRIVERS)  # noqa: PTH110 - devices, not files
