"""Papers from the database of Zotero, which may be in use: it is copied, and only the copy is opened."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from semsearch.errors import SourceError
from semsearch.readers.decoding import not_papers, unreadable
from semsearch.readers.fields.paper_fields import NEITHER, paper_of
from semsearch.readers.fields.zotero import with_collections, written_date
from semsearch.readers.files import opened_bytes
from semsearch.readers.formats.lines import LONGEST
from semsearch.records import SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semsearch.readers.files import SourceFile
    from semsearch.records import Paper

_MAGIC: Final = b"SQLite format 3\0"
_TABLES: Final = frozenset(
    "items itemTypes itemData itemDataValues fields creators itemCreators creatorTypes deletedItems collections"
    " collectionItems tags itemTags".split()
)
_BESIDES: Final = ("-journal", "-wal")
_TRIES: Final = 5

_ITEMS: Final = """
    SELECT items.itemID, items.key, itemTypes.typeName AS itemType, items.dateAdded, items.dateModified
    FROM items JOIN itemTypes USING (itemTypeID)
    WHERE itemTypes.typeName NOT IN ('attachment', 'note', 'annotation')
      AND items.itemID NOT IN (SELECT itemID FROM deletedItems)
      {feeds}
    ORDER BY items.itemID
"""
_NO_FEEDS: Final = "AND items.itemID NOT IN (SELECT itemID FROM feedItems)"
_FIELDS: Final = """
    SELECT {fields}.fieldName, itemDataValues.value
    FROM itemData JOIN {fields} USING (fieldID) JOIN itemDataValues USING (valueID)
    WHERE itemData.itemID = ? ORDER BY itemData.fieldID
"""
_CREATORS: Final = """
    SELECT creators.firstName, creators.lastName, creatorTypes.creatorType
    FROM itemCreators JOIN creators USING (creatorID) JOIN creatorTypes USING (creatorTypeID)
    WHERE itemCreators.itemID = ? ORDER BY itemCreators.orderIndex
"""
_TAGS: Final = """
    SELECT tags.name FROM itemTags JOIN tags USING (tagID) WHERE itemTags.itemID = ? ORDER BY tags.tagID
"""
_COLLECTIONS: Final = """
    SELECT collections.collectionName FROM collectionItems JOIN collections USING (collectionID)
    WHERE collectionItems.itemID = ? {deleted} ORDER BY collections.collectionID
"""
_NOT_DELETED: Final = "AND collections.collectionID NOT IN (SELECT collectionID FROM deletedCollections)"


def is_database(file: SourceFile) -> bool:
    """Whether a file is a database of SQLite, of whatever program.

    Raises:
        SourceError: It cannot be read.
    """
    try:
        with opened_bytes(file) as raw:
            return raw.read(len(_MAGIC)) == _MAGIC
    except OSError as exc:
        raise unreadable(file.name, exc) from exc


def read_zotero_database(file: SourceFile) -> Iterator[Paper | SkippedRecord]:
    """Read one paper from each item that is not deleted, not part of another, and not from a feed.

    Tags and collections become keywords. A skipped item is named by its number instead of a line. Zotero may run:
    nothing is locked, and nothing is written next to its database.

    Raises:
        NoPapersError: It is the database of another program.
        SourceError: It is damaged, or it changes all the time.
    """
    try:
        with _copy(file) as copy, closing(sqlite3.connect(copy)) as connection:
            connection.text_factory = _readable
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA query_only = ON")
            yield from _papers(connection, file.name)
    except (sqlite3.Error, UnicodeError) as exc:
        what = f"{file.name} is damaged, or no database that can be read: {exc}."
        raise SourceError(what, fix="Close Zotero and try again; else let Zotero check its database.") from exc


def _readable(text: bytes) -> str:
    return text.decode("utf-8", "replace")


@contextmanager
def _copy(file: SourceFile) -> Iterator[Path]:
    """A copy of the database and of what is half written, taken while nobody wrote."""
    with tempfile.TemporaryDirectory(prefix="semsearch-") as folder:
        copy = Path(folder, "zotero.sqlite")
        try:
            _fill(copy, file)
        except OSError as exc:
            what = f"{file.name} cannot be read or copied: {exc.strerror or exc}."
            raise SourceError(what, fix="Check its permissions, and the space for temporary files.") from exc
        yield copy


def _fill(copy: Path, file: SourceFile) -> None:
    for _ in range(_TRIES):
        before = _state(file.path)
        with opened_bytes(file) as raw, copy.open("wb") as to:
            shutil.copyfileobj(raw, to)
        for suffix in _BESIDES:
            Path(f"{copy}{suffix}").unlink(missing_ok=True)
            if suffix in before:
                shutil.copyfile(f"{file.path}{suffix}", f"{copy}{suffix}")
        if _state(file.path) == before:
            return
    what = f"{file.name} changes while it is read."
    raise SourceError(what, fix="Wait until Zotero has synchronized, or close it.")


def _state(path: Path | None) -> dict[str, tuple[int, int]]:
    """Size and time of the database and the files next to it, by the end of their names; none for a stream."""
    found = {}
    for suffix in ("", *_BESIDES) if path else ():
        try:
            status = Path(f"{path}{suffix}").stat()
        except FileNotFoundError:
            continue
        found[suffix] = (status.st_size, status.st_mtime_ns)
    return found


def _papers(connection: sqlite3.Connection, source: str) -> Iterator[Paper | SkippedRecord]:
    # Only tables: a view could be made to run without end.
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables >= _TABLES:
        raise not_papers(source, "is an SQLite database, but not that of Zotero")
    items = _ITEMS.format(feeds=_NO_FEEDS if "feedItems" in tables else "")
    fields = _FIELDS.format(fields="fieldsCombined" if "fieldsCombined" in tables else "fields")
    collections = _COLLECTIONS.format(deleted=_NOT_DELETED if "deletedCollections" in tables else "")
    for item_id, key, kind, added, modified in connection.execute(items):
        record: dict[str, Any] = {"key": key, "itemType": kind}
        record |= {str(name): value for name, value in connection.execute(fields, (item_id,)) if name not in record}
        if isinstance(date := record.get("date"), str):
            record["date"] = written_date(date)
        record["creators"] = [_creator(*row) for row in connection.execute(_CREATORS, (item_id,))]
        record["tags"] = [{"tag": name} for (name,) in connection.execute(_TAGS, (item_id,))]
        record = with_collections(record, (name for (name,) in connection.execute(collections, (item_id,))))
        record |= {"dateAdded": added, "dateModified": modified}
        yield paper_of(record, source=source) or SkippedRecord(source, item_id, NEITHER)


def _creator(given: str | None, family: str | None, role: str) -> dict[str, str]:
    """As Zotero's interface has it: an institution has a single name."""
    name = {"firstName": given, "lastName": family or ""} if given else {"name": family or ""}
    return {"creatorType": role, **name}
