"""How an encoder is tuned if nothing else is said. It loads nothing, so that the help of the command can tell it."""

from __future__ import annotations

from typing import Final

DEFAULT_EPOCHS: Final = 2
DEFAULT_BATCH: Final = 32
DEFAULT_LEARNING_RATE: Final = 3e-5
DEFAULT_MAX_TOKENS: Final = 160
DEFAULT_SEED: Final = 0
