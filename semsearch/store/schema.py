"""Tables of the store, and which format version can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from semsearch.errors import FormatVersionError
from semsearch.store.columns import COLUMN_TYPES

if TYPE_CHECKING:
    from pathlib import Path

FORMAT_VERSION: Final = 1

_COLUMNS = ", ".join(f"{name} {kind}" for name, kind in COLUMN_TYPES.items())

# What is narrow and often scanned (papers) stands apart from what is wide and only fetched (records).
# A paper's row is its place in the vectors and may change; its key never does.
# An origin is a file that holds a paper, with the id and the hash of its record there.
TABLES: Final = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE papers (paper_key INTEGER PRIMARY KEY, row INTEGER UNIQUE, {_COLUMNS}, UNIQUE (paper_id));
CREATE INDEX papers_by_text ON papers (text_hash);
CREATE INDEX papers_by_doi ON papers (doi) WHERE doi <> '';
CREATE INDEX papers_by_arxiv_id ON papers (arxiv_id) WHERE arxiv_id <> '';
CREATE TABLE records (paper_key INTEGER PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE sources (source_key INTEGER PRIMARY KEY, source TEXT NOT NULL UNIQUE);
CREATE TABLE origins (
    paper_id TEXT NOT NULL, source_key INTEGER NOT NULL, own_id TEXT NOT NULL, record_hash TEXT NOT NULL,
    PRIMARY KEY (paper_id, source_key)
) WITHOUT ROWID;
CREATE INDEX origins_by_own_id ON origins (own_id, source_key);
CREATE TABLE encoding_progress (
    encoder TEXT NOT NULL, text_hash TEXT NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (encoder, text_hash)
);
"""

# What one update brings, in a file of its own until it is committed: seen are all records that came,
# incoming the papers to store, leaving those to remove, gone the origins to forget, placing the papers
# that get a new row and moving the rows that get another number.
STAGING: Final = f"""
CREATE TABLE staging.seen (
    paper_id TEXT NOT NULL, source TEXT NOT NULL, own_id TEXT NOT NULL, record_hash TEXT NOT NULL,
    PRIMARY KEY (paper_id, source)
) WITHOUT ROWID;
CREATE TABLE staging.incoming (position INTEGER PRIMARY KEY, {_COLUMNS}, record TEXT, text TEXT, UNIQUE (paper_id));
CREATE INDEX staging.incoming_by_text ON incoming (text_hash);
CREATE TABLE staging.leaving (paper_id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE staging.gone (paper_id TEXT, source_key INTEGER, PRIMARY KEY (paper_id, source_key)) WITHOUT ROWID;
CREATE TABLE staging.placing (place INTEGER PRIMARY KEY, paper_id TEXT NOT NULL UNIQUE);
CREATE TABLE staging.moving (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
"""


def check_version(folder: Path, version: int) -> None:
    """Refuse an index that a newer semsearch wrote; there is no older format yet to migrate from.

    Raises:
        FormatVersionError: The version is not `FORMAT_VERSION`.
    """
    if version != FORMAT_VERSION:
        what = f"{folder} has index format {version}; this semsearch knows format {FORMAT_VERSION}."
        raise FormatVersionError(what, fix="Update semsearch, or build the index again in another folder.")
