"""The folder of a lexical index: its fields, how it is opened, what state it is of, and what its faults become."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from semsearch.errors import IndexDamagedError, first_line
from semsearch.lexical.analysis import stemming_analyzer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tantivy import Index, Schema

ROW: Final = "row"
TEXT: Final = "text"
IDS: Final = "ids"
_REVISION: Final = "revision"  # a file beside those of tantivy
_ANALYZER: Final = "words-2"  # names how `analysis` takes texts apart; change both together


def open_folder(folder: Path) -> Index:
    """Open the index that is there.

    Raises:
        Exception: There is none, it is damaged, or made with other words; see `damage_as_ours`.
    """
    from tantivy import Index

    if f'"{_ANALYZER}"' not in (folder / "meta.json").read_text(encoding="utf-8"):
        raise ValueError("the words are taken apart in another way")
    return _with_analyzer(Index.open(str(folder)))


def make_folder(folder: Path) -> Index:
    """Make an empty index."""
    from tantivy import Index

    folder.mkdir(parents=True)
    return _with_analyzer(Index(_schema(), path=str(folder)))


def read_revision(folder: Path) -> int | None:
    """The state of the papers whose words these are; None during an update, and after one that was interrupted."""
    try:
        return int((folder / _REVISION).read_text())
    except (OSError, ValueError):
        return None


def write_revision(folder: Path, revision: int | None) -> None:
    """Tell of which state the words are, or with None that they are of none.

    Raises:
        OSError: The disk is full or cannot be written to.
    """
    path = folder / _REVISION
    if revision is None:
        path.unlink(missing_ok=True)
        return
    temporary = path.with_suffix(".tmp")
    temporary.write_text(f"{revision}\n")
    temporary.replace(path)


@contextmanager
def damage_as_ours(folder: Path) -> Iterator[None]:
    """Turn what tantivy raises into our error.

    Raises:
        IndexDamagedError: Anything went wrong.
    """
    try:
        yield
    except BaseException as exc:
        if not is_of_tantivy(exc):
            raise
        what = f"{folder} is missing or damaged: {first_line(exc)}"
        raise IndexDamagedError(what, fix="Make it again: semsearch index --rebuild.") from exc


def is_of_tantivy(exc: BaseException) -> bool:
    """Whether tantivy may have raised this: it has no errors of its own, and panics over files that change under it."""
    return isinstance(exc, (OSError, ValueError, RuntimeError)) or type(exc).__name__ == "PanicException"


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
