"""Papers by the names that their reader knows."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from semsearch.errors import PaperNotFoundError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semsearch.store.reader import StoreReader

_SUGGESTIONS = 3


def ids_named(store: StoreReader, keys: Sequence[str]) -> list[str]:
    """The ids of the papers with these ids, DOIs or arXiv ids, in their order.

    Raises:
        PaperNotFoundError: One of them is not there; the error names the nearest ids.
    """
    known = store.rows_of(keys)
    return [key if key in known else _id_of(store, key) for key in keys]


def _id_of(store: StoreReader, key: str) -> str:
    paper_id = store.id_of(key)
    if paper_id is None:
        raise _not_found(store, key)
    return paper_id


def _not_found(store: StoreReader, key: str) -> PaperNotFoundError:
    near = difflib.get_close_matches(key, store.paper_ids(), n=_SUGGESTIONS)
    fix = f"Did you mean {' or '.join(near)}?" if near else "See the ids with: semsearch search QUESTION --format ids."
    return PaperNotFoundError(f"There is no paper {key!r} in {store.folder}.", fix=fix)
