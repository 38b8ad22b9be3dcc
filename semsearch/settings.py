"""Defaults, and the environment variables that change them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

INDEX_VARIABLE: Final = "SEMSEARCH_INDEX"
CACHE_VARIABLE: Final = "SEMSEARCH_CACHE"
DEFAULT_INDEX: Final = Path("indexes/default")
DEFAULT_MODEL: Final = "all-MiniLM-L6-v2"
FAKE_MODEL: Final = "hashed-words"
DEFAULT_TOP_K: Final = 10
DEFAULT_SEMANTIC_WEIGHT: Final = 0.67
DEFAULT_RERANKER: Final = "cross-encoder/ms-marco-MiniLM-L6-v2"
DEFAULT_MMR_LAMBDA: Final = 0.7
STDIN: Final = "-"
"""How standard input is named among sources."""
REMOVAL_LIMIT: Final = 0.25
"""Largest share of an index that `--remove-missing` drops without being told so."""


def default_index() -> Path:
    """The index folder to use when none is named."""
    return Path(os.environ.get(INDEX_VARIABLE) or DEFAULT_INDEX)


def cache_folder() -> Path:
    """Where what can be made again is kept, for all indexes of this user."""
    if folder := os.environ.get(CACHE_VARIABLE):
        return Path(folder).expanduser().absolute()
    from platformdirs import user_cache_path

    return user_cache_path("semsearch", appauthor=False)
