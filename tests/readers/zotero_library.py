"""A small library in the schema of Zotero, for tests."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

_SCHEMA: Final = """
CREATE TABLE libraries (libraryID INTEGER PRIMARY KEY, type TEXT NOT NULL, editable INT NOT NULL);
CREATE TABLE itemTypes (itemTypeID INTEGER PRIMARY KEY, typeName TEXT, templateItemTypeID INT, display INT DEFAULT 1);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT, fieldFormatID INT);
CREATE TABLE fieldsCombined (
    fieldID INT NOT NULL, fieldName TEXT NOT NULL, label TEXT, fieldFormatID INT, custom INT NOT NULL,
    PRIMARY KEY (fieldID));
CREATE TABLE items (
    itemID INTEGER PRIMARY KEY, itemTypeID INT NOT NULL,
    dateAdded TIMESTAMP NOT NULL DEFAULT '2024-01-02 03:04:05',
    dateModified TIMESTAMP NOT NULL DEFAULT '2024-01-02 03:04:05',
    clientDateModified TIMESTAMP NOT NULL DEFAULT '2024-01-02 03:04:05',
    libraryID INT NOT NULL, key TEXT NOT NULL, version INT NOT NULL DEFAULT 0, synced INT NOT NULL DEFAULT 0,
    UNIQUE (libraryID, key));
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value UNIQUE);
CREATE TABLE itemData (itemID INT, fieldID INT, valueID, PRIMARY KEY (itemID, fieldID));
CREATE TABLE itemAttachments (itemID INTEGER PRIMARY KEY, parentItemID INT, linkMode INT, contentType TEXT, path TEXT);
CREATE TABLE itemNotes (itemID INTEGER PRIMARY KEY, parentItemID INT, note TEXT, title TEXT);
CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, fieldMode INT);
CREATE TABLE creatorTypes (creatorTypeID INTEGER PRIMARY KEY, creatorType TEXT);
CREATE TABLE itemCreators (
    itemID INT NOT NULL, creatorID INT NOT NULL, creatorTypeID INT NOT NULL DEFAULT 1,
    orderIndex INT NOT NULL DEFAULT 0,
    PRIMARY KEY (itemID, creatorID, creatorTypeID, orderIndex), UNIQUE (itemID, orderIndex));
CREATE TABLE tags (tagID INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE itemTags (itemID INT NOT NULL, tagID INT NOT NULL, type INT NOT NULL, PRIMARY KEY (itemID, tagID));
CREATE TABLE collections (
    collectionID INTEGER PRIMARY KEY, collectionName TEXT NOT NULL, parentCollectionID INT DEFAULT NULL,
    clientDateModified TIMESTAMP NOT NULL DEFAULT '2024-01-02 03:04:05',
    libraryID INT NOT NULL, key TEXT NOT NULL, version INT NOT NULL DEFAULT 0, synced INT NOT NULL DEFAULT 0);
CREATE TABLE collectionItems (
    collectionID INT NOT NULL, itemID INT NOT NULL, orderIndex INT NOT NULL DEFAULT 0,
    PRIMARY KEY (collectionID, itemID));
CREATE TABLE deletedCollections (collectionID INTEGER PRIMARY KEY, dateDeleted DEFAULT CURRENT_TIMESTAMP NOT NULL);
CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY, dateDeleted DEFAULT CURRENT_TIMESTAMP NOT NULL);
CREATE TABLE feedItems (itemID INTEGER PRIMARY KEY, guid TEXT NOT NULL UNIQUE, readTime TIMESTAMP);
"""
_CONTENT: Final = """
INSERT INTO libraries VALUES (1, 'user', 1);
INSERT INTO itemTypes (itemTypeID, typeName) VALUES
    (1, 'journalArticle'), (2, 'attachment'), (3, 'note'), (4, 'annotation'), (5, 'preprint');
INSERT INTO fields VALUES (1, 'title', NULL), (2, 'abstractNote', NULL), (3, 'date', NULL), (4, 'DOI', NULL),
    (5, 'publicationTitle', NULL), (6, 'volume', NULL), (7, 'extra', NULL), (8, 'url', NULL);
INSERT INTO fieldsCombined SELECT fieldID, fieldName, NULL, fieldFormatID, 0 FROM fields;
INSERT INTO items (itemID, itemTypeID, libraryID, key) VALUES
    (1, 1, 1, 'AAAAAAAA'), (2, 2, 1, 'BBBBBBBB'), (3, 3, 1, 'CCCCCCCC'), (4, 1, 1, 'DDDDDDDD'),
    (5, 5, 1, 'EEEEEEEE'), (6, 1, 1, 'FFFFFFFF'), (7, 1, 1, 'GGGGGGGG'), (8, 4, 1, 'HHHHHHHH');
INSERT INTO itemDataValues VALUES (1, 'Bees dance'), (2, 'They dance.'), (3, '2020-07-00 July 2020'),
    (4, '10.1000/bee'), (5, 'The Hive'), (6, 7), (7, 'Full Text PDF'), (8, 'Deleted wasps'), (9, 'Ants'),
    (10, 'arXiv:2001.00001 [q-bio]' || char(10) || 'Citation Key: ant2020'), (11, 'News');
INSERT INTO itemData VALUES (1, 1, 1), (1, 2, 2), (1, 3, 3), (1, 4, 4), (1, 5, 5), (1, 6, 6),
    (2, 1, 7), (4, 1, 8), (5, 1, 9), (5, 7, 10), (7, 1, 11);
INSERT INTO itemAttachments VALUES (2, 1, 0, 'application/pdf', 'storage:bees.pdf');
INSERT INTO itemNotes VALUES (3, 1, '<p>A note</p>', 'A note');
INSERT INTO creatorTypes VALUES (1, 'author'), (2, 'editor');
INSERT INTO creators VALUES (1, 'Ann', 'Bee', 0), (2, '', 'The Swarm', 1), (3, 'Eve', 'Ed', 0);
INSERT INTO itemCreators VALUES (1, 2, 1, 1), (1, 1, 1, 0), (1, 3, 2, 2);
INSERT INTO tags VALUES (1, 'dance'), (2, 'to read');
INSERT INTO itemTags VALUES (1, 1, 0), (1, 2, 1);
INSERT INTO collections (collectionID, collectionName, parentCollectionID, libraryID, key) VALUES
    (1, 'Insects', NULL, 1, 'KKKKKKKK'), (2, 'Thrown away', NULL, 1, 'LLLLLLLL');
INSERT INTO collectionItems VALUES (1, 1, 0), (2, 1, 0), (1, 5, 1);
INSERT INTO deletedCollections (collectionID) VALUES (2);
INSERT INTO deletedItems (itemID) VALUES (4);
INSERT INTO feedItems VALUES (7, 'x', NULL);
"""


def write_library(path: Path) -> Path:
    """Write a library of two papers, an empty item, and all that is no paper."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(_SCHEMA + _CONTENT)
    return path
