"""What an export leaves in a folder, and the process that makes it."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.errors import PreparationError
from semsearch.fingerprints import as_fingerprint, fingerprint_text
from semsearch.processes import environment, error_told, last_words, lifeline, told_error

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.encoding.prepared.verification import Samples
    from semsearch.errors import SemsearchError
    from semsearch.records import Fingerprint

_DESCRIPTION: Final = "description.json"
_SAMPLES: Final = "samples.npy"
_ERROR: Final = "error.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What the process that exports found out about a model.

    Attributes:
        fingerprint: Of the model.
        document_prompt: What it puts before texts of papers.
        query_prompt: What it puts before questions.
        samples: What the reference makes of texts, to compare with.
        problem: Why there is no graph; empty if there is one.
    """

    fingerprint: Fingerprint
    document_prompt: str
    query_prompt: str
    samples: Samples
    problem: str


def write_exported(exported: Exported, folder: Path) -> None:
    """Write it next to the graph and the tokenizer."""
    np.save(folder / _SAMPLES, exported.samples, allow_pickle=False)
    told = {
        "fingerprint": fingerprint_text(exported.fingerprint),
        "document_prompt": exported.document_prompt,
        "query_prompt": exported.query_prompt,
        "problem": exported.problem,
    }
    (folder / _DESCRIPTION).write_text(json.dumps(told), encoding="utf-8")


def read_exported(folder: Path) -> Exported:
    """Read what `write_exported` wrote."""
    told = json.loads((folder / _DESCRIPTION).read_text(encoding="utf-8"))
    samples = np.load(folder / _SAMPLES, allow_pickle=False)
    return Exported(**{**told, "fingerprint": as_fingerprint(told["fingerprint"])}, samples=samples)


def write_error(error: SemsearchError, folder: Path) -> None:
    """Leave an error to the process that waits."""
    (folder / _ERROR).write_text(json.dumps(told_error(error)), encoding="utf-8")


def export_apart(name: str, *, model: Path, folder: Path) -> Exported:
    """Export the model in a process of its own: torch takes hundreds of MB, and never gives them back.

    Args:
        name: What its user calls it.
        model: The folder with its files.
        folder: Where the graph and all else is written.

    Raises:
        ModelNotFoundError: The folder holds no model that can be loaded.
        PreparationError: The process was stopped, as for lack of memory.
    """
    command = [sys.executable, "-P", "-m", "semsearch.encoding.prepared.export", name, str(model), str(folder)]
    with lifeline() as stdin:
        done = subprocess.run(  # noqa: S603 - our own module
            command, stdin=stdin, capture_output=True, check=False, text=True, errors="replace", env=environment()
        )
    if (folder / _ERROR).is_file():
        raise error_told(json.loads((folder / _ERROR).read_text(encoding="utf-8")))
    if done.returncode:
        what = f"Preparing {name} for this CPU broke off: {last_words(done.stderr, done.returncode)}."
        raise PreparationError(what, fix="Make sure that memory and disk are not short, or use --precision reference.")
    return read_exported(folder)
