"""What this machine is, as far as it matters for speed."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import semsearch
from semsearch.bench.records import Machine

_CPU_INFO: Final = Path("/proc/cpuinfo")
_UNKNOWN: Final = "unknown"


def this_machine() -> Machine:
    """Describe the machine and the versions of what computes on it."""
    from semsearch.encoding.devices import available_cores

    return Machine(
        cpu=cpu_name(),
        cores=available_cores(),
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        onnxruntime=_version_of("onnxruntime"),
        semsearch=semsearch.__version__,
    )


def cpu_name(cpu_info: Path = _CPU_INFO) -> str:
    """The name of the processor: from Linux's list of processors where there is one, else as Python knows it."""
    try:
        lines = cpu_info.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or platform.machine() or _UNKNOWN


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
