"""Papers as JSON Lines, which the readers take back without loss."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from semsearch.export.json_objects import as_json, as_object
from semsearch.json_values import plain
from semsearch.records import Paper

_OWN_NAMES: Final = frozenset(field.name for field in fields(Paper))
_NOT_OF_THE_PAPER: Final = ("source", "extra")
_EMPTY: Final[tuple[object, ...]] = (None, "", [])


def paper_as_json(paper: Paper) -> str:
    """One line: the fields that are filled, under their own names, and those of `extra` next to them.

    `source` is left out: it says where a reader found the paper, not what the paper is. If a field of `extra`
    has the name of one of our fields, it becomes "original_…", just as the readers do it.
    """
    whole = plain(as_object(paper))
    line = {
        name: value
        for name, value in whole.items()
        if name not in _NOT_OF_THE_PAPER and value not in _EMPTY and value is not False
    }
    for name, value in whole["extra"].items():
        free = name
        while free in _OWN_NAMES or (free != name and (free in whole["extra"] or free in line)):
            free = f"original_{free}"
        line[free] = value
    return as_json(line)
