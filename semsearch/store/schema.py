"""Tables of the store, and the steps from one format version to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from semsearch.errors import FormatVersionError

if TYPE_CHECKING:
    from pathlib import Path

FORMAT_VERSION: Final = 1

# What is narrow and often scanned (`papers`) stands apart from what is wide and fetched by row (`records`).
# Filter columns hold folded words between spaces, so that "% deep learning %" finds whole words.
TABLES: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE papers (
    row INTEGER PRIMARY KEY,
    paper_id TEXT NOT NULL UNIQUE,
    text_hash TEXT NOT NULL,
    record_hash TEXT NOT NULL,
    source TEXT NOT NULL,
    doi TEXT NOT NULL,
    arxiv_id TEXT NOT NULL,
    year INTEGER,
    venue TEXT NOT NULL,
    authors TEXT NOT NULL,
    keywords TEXT NOT NULL
);
CREATE INDEX papers_by_text ON papers (text_hash);
CREATE TABLE records (row INTEGER PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE encoding_progress (text_hash TEXT PRIMARY KEY, vector BLOB NOT NULL);
"""

# Of one update: what came in, until the update is committed as a whole.
STAGING: Final = """
CREATE TEMP TABLE seen (paper_id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TEMP TABLE incoming (
    position INTEGER PRIMARY KEY,
    paper_id TEXT NOT NULL UNIQUE,
    text_hash TEXT NOT NULL,
    record_hash TEXT NOT NULL,
    source TEXT NOT NULL,
    doi TEXT NOT NULL,
    arxiv_id TEXT NOT NULL,
    year INTEGER,
    venue TEXT NOT NULL,
    authors TEXT NOT NULL,
    keywords TEXT NOT NULL,
    record TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX temp.incoming_by_text ON incoming (text_hash);
CREATE TEMP TABLE leaving (paper_id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TEMP TABLE moving (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
"""

COLUMNS: Final = "paper_id, text_hash, record_hash, source, doi, arxiv_id, year, venue, authors, keywords"


def check_version(folder: Path, version: int) -> None:
    """Refuse an index that a newer semsearch wrote; there is no older format yet to migrate from.

    Raises:
        FormatVersionError: The version is not `FORMAT_VERSION`.
    """
    if version != FORMAT_VERSION:
        what = f"{folder} has index format {version}; this semsearch knows format {FORMAT_VERSION}."
        raise FormatVersionError(what, fix="Update semsearch, or build the index anew in another folder.")
