"""Collections as they lie on disk: folders in BEIR's layout, or files that the user names one by one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from semsearch.errors import SourceError, UsageError
from semsearch.evaluation.defaults import DEFAULT_SPLIT
from semsearch.evaluation.records import Collection

if TYPE_CHECKING:
    from collections.abc import Sequence

_LAYOUT: Final = "A collection is a folder with corpus.jsonl, queries.jsonl and qrels/SPLIT.tsv, gzipped or not."
_HOW: Final = (
    "Name folders with collections, or give --queries and --qrels, and --corpus unless an index has the papers."
)
_ENDINGS: Final = (".gz", ".jsonl", ".json", ".csv", ".tsv", ".txt")


def chosen_collections(
    folders: Sequence[str],
    *,
    corpus: Sequence[str] = (),
    questions: str | None = None,
    qrels: str | None = None,
    split: str = DEFAULT_SPLIT,
) -> list[Collection]:
    """The collections that a user names, as folders or as files.

    Args:
        folders: In BEIR's layout.
        corpus: Files with papers; without them, the papers are those of an index.
        questions: A file of questions; only without folders, and together with `qrels`.
        qrels: A file of judgments.
        split: Which judgments of a folder.

    Raises:
        UsageError: Files are missing, or named together with folders.
        SourceError: A folder is no collection.
    """
    if folders and (corpus or questions or qrels):
        raise UsageError("Both folders and files of a collection are named.", fix=_HOW)
    if folders:
        return [beir_collection(Path(folder), split=split) for folder in folders]
    if not questions or not qrels:
        raise UsageError("It takes both questions and their judgments to evaluate.", fix=_HOW)
    if split != DEFAULT_SPLIT:
        raise UsageError("--split is for folders.", fix="Name the file with --qrels.")
    papers = tuple(Path(name) for name in corpus)
    name = _stem(papers[0]) if papers else _stem(Path(questions))
    return [Collection(name=name, corpus=papers, questions=Path(questions), qrels=Path(qrels))]


def beir_collection(folder: Path, *, split: str = DEFAULT_SPLIT) -> Collection:
    """Find the parts of a collection in BEIR's layout (Thakur et al. 2021).

    Raises:
        SourceError: One of them is missing.
    """
    if not folder.is_dir():
        raise SourceError(f"{folder} is not a folder.", fix=_LAYOUT)
    corpus, questions = (_part(folder, name) for name in ("corpus.jsonl", "queries.jsonl"))
    try:
        qrels = _part(folder / "qrels", f"{split}.tsv")
    except SourceError as exc:
        splits = sorted({_stem(path) for path in (folder / "qrels").glob("*.tsv*")})
        fix = f"Choose one with --split: {', '.join(splits)}." if splits else _LAYOUT
        raise SourceError(exc.what, fix=fix) from None
    return Collection(name=folder.resolve().name, corpus=(corpus,), questions=questions, qrels=qrels)


def _part(folder: Path, name: str) -> Path:
    paths = (folder / name, folder / f"{name}.gz")
    for path in paths:
        if path.exists():
            return path
    raise SourceError(f"{paths[0]} does not exist.", fix=_LAYOUT)


def _stem(path: Path) -> str:
    """The name without the endings that tell of a format."""
    name = path.absolute().name
    for ending in _ENDINGS:
        name = name.removesuffix(ending)
    return name
