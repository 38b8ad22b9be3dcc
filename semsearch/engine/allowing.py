"""Which rows may be answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from semsearch.engine.lookup import known_ids

if TYPE_CHECKING:
    from semsearch.protocols import Rows
    from semsearch.records import Filters
    from semsearch.store.reader import StoreReader


@dataclass(frozen=True, slots=True)
class Allowed:
    """The rows that pass some filters, ascending, or None for all; and what to tell about the filters."""

    rows: Rows | None
    notes: tuple[str, ...]


def in_both(rows: Rows | None, others: Rows | None) -> Rows | None:
    """The rows that both allow; None stands for all."""
    if rows is None or others is None:
        return others if rows is None else rows
    return np.intersect1d(rows, others)


def allowed_by(filters: Filters, store: StoreReader) -> Allowed:
    """Find the rows that pass; ids that the index does not know are counted in a note."""
    if not filters:
        return Allowed(None, ())
    notes: tuple[str, ...] = ()
    if filters.paper_ids is not None:
        known = known_ids(store, filters.paper_ids)
        unknown = len(filters.paper_ids) - len(known)
        if unknown > 0:
            notes = (f"{unknown:,} of the {len(filters.paper_ids):,} ids to search among are not in the index.",)
        filters = replace(filters, paper_ids=frozenset(known.values()))
    return Allowed(np.asarray(store.rows_passing(filters), dtype=np.int64), notes)
