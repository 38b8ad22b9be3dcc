"""What is evaluated if nothing else is said. It loads nothing, so that the help of the command can tell it."""

from __future__ import annotations

from typing import Final

DEFAULT_SPLIT: Final = "test"
DEFAULT_MEASURES: Final = ("nDCG@10", "Recall@100", "RR@10", "P@10", "Judged@10")
