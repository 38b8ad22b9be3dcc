"""The folder of a lexical index: its fields, how it is opened, and what its faults become."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from semsearch.errors import WordsDamagedError, first_line
from semsearch.lexical.analysis import stemming_analyzer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tantivy import Index, Schema

ROW: Final = "row"
TEXT: Final = "text"
IDS: Final = "ids"
EVERY: Final = "every paper"  # among the ids of each paper; no word of a question has a space
_ANALYZER: Final = "words-3"  # names how `analysis` takes texts apart; change both together


def open_folder(folder: Path) -> Index:
    """Open the index that is there.

    Raises:
        Exception: There is none, it is damaged, or made with other words; see `damage_as_ours`.
    """
    if f'"{_ANALYZER}"' not in (folder / "meta.json").read_text(encoding="utf-8"):
        raise ValueError("the words are taken apart in another way")
    return _with_analyzer(_opened(folder))


def make_folder(folder: Path) -> Index:
    """Make an empty index."""
    from tantivy import Index

    folder.mkdir(parents=True, exist_ok=True)  # readers may leave a lock of tantivy while it is emptied
    return _with_analyzer(Index(_schema(), path=str(folder)))


@contextmanager
def damage_as_ours(folder: Path) -> Iterator[None]:
    """Turn what tantivy raises into our error.

    Raises:
        WordsDamagedError: Anything went wrong.
    """
    try:
        yield
    except BaseException as exc:
        if not is_of_tantivy(exc):
            raise
        what = f"{folder} is missing or damaged: {first_line(exc)}"
        raise WordsDamagedError(what, fix="The next update makes it again: semsearch index.") from exc


def is_of_tantivy(exc: BaseException) -> bool:
    """Whether tantivy may have raised this: it has no errors of its own, and panics over files that change under it."""
    return isinstance(exc, (OSError, ValueError, RuntimeError)) or type(exc).__name__ == "PanicException"


def _opened(folder: Path) -> Index:
    """Open the index, for which tantivy writes a lock; if it may not, then beside links to the files."""
    try:
        return _with_reader(folder)
    except ValueError as exc:
        if "Lockfile" not in str(exc):
            raise
    with tempfile.TemporaryDirectory(prefix="semsearch-", ignore_cleanup_errors=True) as links:
        for file in folder.iterdir():
            if file.suffix != ".lock":
                (Path(links) / file.name).symlink_to(file.resolve())
        return _with_reader(Path(links))  # which keeps the files open that it reads


def _with_reader(folder: Path) -> Index:
    from tantivy import Index

    index = Index.open(str(folder))
    index.config_reader("Manual")  # else a thread watches the folder, and writes a lock into it whenever it changes
    return index


def _schema() -> Schema:
    from tantivy import SchemaBuilder

    builder = SchemaBuilder()
    builder.add_unsigned_field(ROW, indexed=True, fast=True)
    builder.add_text_field(TEXT, tokenizer_name=_ANALYZER)
    builder.add_text_field(IDS, tokenizer_name="raw", index_option="basic")
    return builder.build()


def _with_analyzer(index: Index) -> Index:
    index.register_tokenizer(_ANALYZER, stemming_analyzer())
    return index
