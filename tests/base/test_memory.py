"""Peaks of memory, and whose they are."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from semsearch.memory import own_peak_bytes, peak_bytes
from semsearch.processes import environment

if TYPE_CHECKING:
    from pathlib import Path

MIB = 1024 * 1024


def test_the_peak_is_read_from_the_status_of_the_process(tmp_path: Path) -> None:
    status = tmp_path / "status"
    status.write_text("Name:\tpython\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\n")
    assert own_peak_bytes(status) == 2 * MIB


def test_without_a_status_the_system_is_asked(tmp_path: Path) -> None:
    found = own_peak_bytes(tmp_path / "missing")
    assert found is None if sys.platform == "win32" else found is not None and found > MIB


@pytest.mark.parametrize(("system", "expected"), [("linux", 2048), ("darwin", 2)])
def test_macos_counts_in_bytes_and_others_in_kib(monkeypatch: pytest.MonkeyPatch, system: str, expected: int) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert peak_bytes(SimpleNamespace(ru_maxrss=2)) == expected  # type: ignore[arg-type]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts the parent's memory as the child's")
def test_the_memory_of_the_parent_is_not_counted_as_that_of_the_child() -> None:
    parent = (
        "import subprocess, sys\n"
        f"held = bytearray({400 * MIB})\n"
        "child = 'from semsearch.memory import own_peak_bytes; print(own_peak_bytes())'\n"
        "print(subprocess.run([sys.executable, '-c', child], capture_output=True, text=True, check=True).stdout)"
    )
    command = [sys.executable, "-c", parent]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment())
    assert MIB < int(done.stdout) < 300 * MIB
