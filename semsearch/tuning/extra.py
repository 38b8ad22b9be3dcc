"""The packages that only tuning needs: an extra, which is perhaps not installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from semsearch.errors import UsageError

PACKAGES: Final = ("accelerate", "datasets")


def check_extra() -> None:
    """Refuse before anything is read, where the trainer could not run.

    Raises:
        UsageError: A package is not installed.
    """
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        what = f"Tuning needs {' and '.join(missing)}, which semsearch does not install by itself."
        raise UsageError(what, fix='Install the extra: pip install "semsearch[tune]"')
