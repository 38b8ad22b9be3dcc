"""Where a tuned model is made, and how it gets into its place: as a whole or not at all."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from semsearch.errors import SemsearchError, UsageError
from semsearch.store.folder import write_lock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Workplace:
    """The folder next to the output in which a model is made.

    Attributes:
        output: Where the model goes at the end.
    """

    output: Path

    @property
    def folder(self) -> Path:
        """The folder itself; it outlives an interruption."""
        return self.output.with_name(f"{self.output.name}.unfinished")

    @property
    def checkpoints(self) -> Path:
        """Of the training."""
        return self.folder / "checkpoints"

    @property
    def model(self) -> Path:
        """Of the model, as soon as it is trained."""
        return self.folder / "model"

    def keep_only(self, key: str) -> bool:
        """Forget checkpoints that do not belong to this key; returns whether there were some.

        Args:
            key: What the training learns from, and how, in a word.
        """
        told = self.folder / "training.txt"
        before = told.read_text(encoding="utf-8") if told.is_file() else key
        shutil.rmtree(self.model, ignore_errors=True)
        if before != key:
            shutil.rmtree(self.checkpoints, ignore_errors=True)
        told.write_text(key, encoding="utf-8")
        return before != key

    def put_in_place(self) -> None:
        """Move the finished model to its place, and remove the rest."""
        if self.output.is_dir():
            self.output.rmdir()  # empty; not every system renames onto it
        self.model.rename(self.output)
        self.remove()

    def remove(self) -> None:
        """Remove everything but the output."""
        shutil.rmtree(self.folder, ignore_errors=True)


def free_place(output: Path) -> Workplace:
    """The workplace of an output folder that is still to come.

    Raises:
        UsageError: There is something already.
    """
    if not output.name:
        raise UsageError(f"{output} cannot become a folder for a model.", fix="Name a new folder with --output.")
    if output.is_dir() and not any(output.iterdir()):
        return Workplace(output)
    if output.exists() or output.is_symlink():
        what = f"{output} is there already, and not an empty folder."
        raise UsageError(what, fix="Name another folder with --output, or remove this one.")
    return Workplace(output)


@contextmanager
def at_work(workplace: Workplace) -> Iterator[None]:
    """Be the only one who tunes a model for that output.

    Raises:
        IndexLockedError: Another process does.
        SemsearchError: The disk is full or fails.
    """
    with write_lock(workplace.folder):
        try:
            yield
        except OSError as exc:
            what = f"{workplace.folder} cannot be written to: {exc.strerror or exc}."
            raise SemsearchError(what, fix="Check the space on the disk and the permissions.") from exc
