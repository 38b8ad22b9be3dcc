"""Where data for tests is, and what to do without it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

ROOT: Final = Path(__file__).parents[1]
SAMPLE: Final = ROOT / "data"
SHARED: Final = ROOT.parent / "shared" / "data"
"""Real collections next to the checkout, which are not part of the project."""

# Models are prepared anew by each run of the tests, and never in the cache of the one who runs them.
_CACHE = tempfile.TemporaryDirectory(prefix="semsearch-tests-")
os.environ["SEMSEARCH_CACHE"] = _CACHE.name

settings.register_profile("semsearch", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("semsearch")


@pytest.fixture(scope="session")
def sample() -> Path:
    """The folder of the sample corpus."""
    return SAMPLE


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real collections; a test that asks for it is skipped where they are missing."""
    if not SHARED.is_dir():
        pytest.skip(f"the real collections are not in {SHARED}")
    return SHARED
