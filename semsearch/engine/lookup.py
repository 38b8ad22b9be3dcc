"""Papers by the names that their reader knows."""

from __future__ import annotations

import difflib
from itertools import islice
from typing import TYPE_CHECKING

from semsearch.errors import PaperNotFoundError
from semsearch.identifiers import arxiv_id_of, doi_of
from semsearch.identity import clean_id

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from semsearch.records import Paper
    from semsearch.store.reader import StoreReader

_SUGGESTIONS = 3
_COMPARED = 200_000  # ids: a second's work


def ids_named(store: StoreReader, keys: Sequence[str]) -> list[str]:
    """The ids of the papers with these ids, DOIs or arXiv ids, in their order.

    Raises:
        PaperNotFoundError: One of them is not there; the error names the nearest ids.
    """
    clean_keys = [clean_id(key) for key in keys]
    known = store.rows_of(clean_keys)
    return [key if key in known else _other_name(store, key) for key in clean_keys]


def papers_named(store: StoreReader, keys: Sequence[str]) -> Iterator[Paper]:
    """The papers with these ids, DOIs or arXiv ids, in their order.

    Raises:
        PaperNotFoundError: One of them is not there; raised before the first paper.
    """
    paper_ids = ids_named(store, keys)
    rows = store.rows_of(paper_ids)
    papers = store.papers_at(list(rows.values()))
    return (papers[rows[paper_id]] for paper_id in paper_ids)


def known_ids(store: StoreReader, keys: Collection[str]) -> dict[str, str]:
    """From those of the ids, DOIs and arXiv ids that name a paper to the id of that paper."""
    clean_keys = {clean_id(key) for key in keys}
    known = store.rows_of(sorted(clean_keys))
    found = {key: key if key in known else _with_identifier(store, key) for key in clean_keys}
    return {key: paper_id for key, paper_id in found.items() if paper_id is not None}


def _with_identifier(store: StoreReader, key: str) -> str | None:
    return store.id_with(doi=doi_of(key) or "", arxiv_id=arxiv_id_of(key) or "")


def _other_name(store: StoreReader, key: str) -> str:
    paper_id = _with_identifier(store, key)
    if paper_id is not None:
        return paper_id
    near = difflib.get_close_matches(key, islice(store.paper_ids(), _COMPARED), n=_SUGGESTIONS)
    fix = f"Did you mean {' or '.join(near)}?" if near else "See the ids with: semsearch search QUESTION --format ids."
    raise PaperNotFoundError(f"There is no paper {key!r} in {store.folder}.", fix=fix)
