"""Values of any kind, made fit to be written as JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from semsearch.text import without_controls

_DEEPEST: Final = 100  # far from where Python stops recursing, and deeper than any record of a paper


def plain(value: Any) -> Any:  # noqa: ANN401 - whatever a file or a caller holds
    """Turn a value into one that every JSON reader takes: no control characters, no NaN, string keys.

    Tuples and sets become lists, the latter sorted. Whatever JSON does not know becomes its text, and so does
    what is nested more than 100 levels deep.
    """
    return _plain(value, _DEEPEST)


def _plain(value: Any, levels: int) -> Any:  # noqa: ANN401
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return without_controls(value)
    if levels and isinstance(value, Mapping):
        return {_text(key): _plain(inner, levels - 1) for key, inner in value.items()}
    if levels and isinstance(value, list | tuple):
        return [_plain(inner, levels - 1) for inner in value]
    if levels and isinstance(value, set | frozenset):
        return sorted((_plain(inner, levels - 1) for inner in value), key=str)
    return _text(value)


def _text(value: object) -> str:
    try:
        return without_controls(str(value))
    except RecursionError:
        return "…"
