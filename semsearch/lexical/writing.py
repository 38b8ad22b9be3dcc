"""How the words of papers come into the index, and out of it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.errors import IndexFolderError, first_line
from semsearch.lexical.analysis import lookup_form
from semsearch.lexical.schema import EVERY, IDS, ROW, TEXT, is_of_tantivy, make_folder, open_folder
from semsearch.lexical.seal import break_seal, is_intact, seal

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tantivy import Index

_HEAP: Final = 64_000_000  # bytes that a writer gathers before it writes a segment
_THREADS: Final = 1  # 17,000 abstracts a second, in one segment; two threads write two


@dataclass(frozen=True, slots=True)
class LexicalDocument:
    """The words of one paper, and the ids by which it is found."""

    row: int
    text: str
    ids: tuple[str, ...] = ()


def update_lexical(
    folder: Path,
    *,
    add: Iterable[LexicalDocument] = (),
    remove: Iterable[int] = (),
    anew: bool = False,
    revision: int | None = None,
) -> None:
    """Remove rows and add papers, all or nothing; the folder is made if there is none, and anew if it is damaged.

    Only one process may write at a time. Who has the index open keeps the state that was opened.

    Args:
        folder: Of this index alone.
        add: With rows that are not there, or are removed.
        remove: Rows.
        anew: Forget all that is there.
        revision: Of the papers whose words these are afterwards.

    Raises:
        IndexFolderError: The disk is full or cannot be written to.
    """
    try:
        index = open_folder(folder) if is_usable(folder) else _made(folder)
        _write(index, folder, add, remove, anew=anew)
        seal(folder, revision)
    except BaseException as exc:
        if not is_of_tantivy(exc):
            raise
        what = f"{folder} cannot be written to: {first_line(exc)}"
        raise IndexFolderError(what, fix="Check the space on the disk and the permissions.") from exc


def is_usable(folder: Path) -> bool:
    """Whether the words can be added to, since they are whole and were taken apart as words are now."""
    if not is_intact(folder):
        return False
    try:
        open_folder(folder)
    except BaseException as exc:
        if not is_of_tantivy(exc):
            raise
        return False
    return True


def _write(index: Index, folder: Path, add: Iterable[LexicalDocument], remove: Iterable[int], *, anew: bool) -> None:
    from tantivy import Document, Query

    writer = index.writer(_HEAP, _THREADS)
    try:
        if anew:
            writer.delete_all_documents()
        writer.delete_documents_by_query(Query.term_set_query(index.schema, ROW, list(remove)))
        for paper in add:
            document = Document()
            document.add_unsigned(ROW, paper.row)
            document.add_text(TEXT, lookup_form(paper.text))
            for each in (EVERY, *map(str.lower, paper.ids)):
                document.add_text(IDS, each)
            writer.add_document(document)
        break_seal(folder)  # not before, so that an interruption until now leaves all as it was
        writer.commit()
    finally:
        writer.wait_merging_threads()  # gives up the lock, even while somebody keeps the error and its frames


def _made(folder: Path) -> Index:
    if folder.is_dir():
        shutil.rmtree(folder, ignore_errors=True)
    else:
        folder.unlink(missing_ok=True)
    return make_folder(folder)
