"""What the machine is."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

import semsearch
from semsearch.bench.machine import cpu_name, this_machine

if TYPE_CHECKING:
    from pathlib import Path


def test_the_processor_has_the_name_of_the_first_core(tmp_path: Path) -> None:
    listed = tmp_path / "cpuinfo"
    listed.write_text("processor\t: 0\nmodel name\t: Abacus 3: Pro\nprocessor\t: 1\nmodel name\t: Other\n")
    assert cpu_name(listed) == "Abacus 3: Pro"


def test_without_a_list_of_processors_there_is_still_a_name(tmp_path: Path) -> None:
    assert cpu_name(tmp_path / "missing") in {platform.processor(), platform.machine()}


def test_the_machine_tells_the_versions_of_what_runs() -> None:
    machine = this_machine()
    assert (machine.semsearch, machine.python) == (semsearch.__version__, platform.python_version())
    assert machine.onnxruntime
    assert machine.cores >= 1
