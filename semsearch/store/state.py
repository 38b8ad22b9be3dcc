"""What the store says of itself in its `meta` table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from semsearch.fingerprints import as_fingerprint, fingerprint_text
from semsearch.store.connection import damaged
from semsearch.store.schema import check_version

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.records import Fingerprint
    from semsearch.store.connection import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreState:
    """One committed state of an index.

    Attributes:
        generation: N of the vectors-N that belong to it.
        revision: How many states there were before it.
        numbering: The generation with which all rows were numbered last, N of the lexical-N that belongs to it.
        fingerprint: Of the encoder that made them.
        papers: How many it holds.
        created: When the index was first committed.
        updated: When this state was committed.
        quantiles: Of the similarity of random pairs of its papers, ascending; empty if they are not known.
    """

    generation: int
    revision: int
    numbering: int
    fingerprint: Fingerprint
    papers: int
    created: datetime
    updated: datetime
    quantiles: tuple[float, ...] = ()


def read_state(connection: Connection, folder: Path) -> StoreState | None:
    """Read the state, or None if nothing was committed yet.

    Raises:
        FormatVersionError: Another format.
        IndexDamagedError: It is not what `write_state` wrote.
    """
    meta: dict[str, str] = dict(connection.all("SELECT key, value FROM meta"))
    try:
        check_version(folder, int(meta["format_version"]))
        return _state(meta) if "generation" in meta else None
    except (KeyError, ValueError, TypeError) as exc:
        raise damaged(folder, f"its meta table is incomplete ({type(exc).__name__}: {exc})") from exc


def _state(meta: dict[str, str]) -> StoreState:
    return StoreState(
        generation=int(meta["generation"]),
        revision=int(meta.get("revision", 0)),
        numbering=int(meta.get("numbering", 0)),
        fingerprint=as_fingerprint(meta["fingerprint"]),
        papers=int(meta["papers"]),
        created=datetime.fromisoformat(meta["created"]),
        updated=datetime.fromisoformat(meta["updated"]),
        quantiles=tuple(map(float, json.loads(meta.get("quantiles", "[]")))),
    )


def write_state(connection: Connection, state: StoreState) -> None:
    """Replace the state; the caller commits."""
    meta = {
        "generation": str(state.generation),
        "revision": str(state.revision),
        "numbering": str(state.numbering),
        "fingerprint": fingerprint_text(state.fingerprint),
        "papers": str(state.papers),
        "created": state.created.isoformat(timespec="seconds"),
        "updated": state.updated.isoformat(timespec="seconds"),
        "quantiles": json.dumps(state.quantiles, separators=(",", ":")),
    }
    connection.run_many("INSERT OR REPLACE INTO meta VALUES (?, ?)", meta.items())
