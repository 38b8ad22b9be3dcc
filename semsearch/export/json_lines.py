"""Papers as JSON Lines, which the readers take back without loss."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from semsearch.export.json_objects import as_json, paper_object
from semsearch.records import Paper

_OWN_NAMES: Final = frozenset(field.name for field in fields(Paper))
_NOT_OF_THE_PAPER: Final = ("source", "extra")
_EMPTY: Final[tuple[object, ...]] = (None, "", [])


def paper_as_json(paper: Paper) -> str:
    """One line: the fields that are filled, under their own names, and those of `extra` beside them.

    `source` is left out: it says where the file's reader found the paper, not what the paper is.
    A field of `extra` that is called like a field of a paper is put under "original_…", as the readers do.
    """
    line = {
        name: value
        for name, value in paper_object(paper).items()
        if name not in _NOT_OF_THE_PAPER and value not in _EMPTY and value is not False
    }
    for name, value in paper.extra.items():
        free = name
        while free in _OWN_NAMES or (free != name and (free in paper.extra or free in line)):
            free = f"original_{free}"
        line[free] = value
    return as_json(line)
