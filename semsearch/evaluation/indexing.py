"""The index of a collection: built once, kept, and brought up to date when the corpus changes."""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from semsearch.engine.index import Index
from semsearch.engine.updating import update_index
from semsearch.errors import BadRecordError, UsageError
from semsearch.readers.fields.paper_fields import NEITHER
from semsearch.readers.files import source_name
from semsearch.readers.report import ReadingReport
from semsearch.readers.sources import read_papers
from semsearch.settings import DEFAULT_MODEL, cache_folder
from semsearch.store.folder import has_store

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from semsearch.evaluation.records import Collection, EvaluationPlan
    from semsearch.protocols import Progress
    from semsearch.records import Paper

logger = logging.getLogger(__name__)

_CACHE: Final = "collections"


@dataclass(frozen=True, slots=True)
class IndexedCorpus:
    """Where the papers of a collection can be searched, and what had to be left out."""

    folder: Path
    notes: tuple[str, ...]


def index_corpus(collection: Collection, plan: EvaluationPlan, *, progress: Progress | None = None) -> IndexedCorpus:
    """Make the papers of a collection searchable; what is there already and did not change is not encoded again.

    Raises:
        UsageError: The folder named for the index holds other papers as well.
        SourceError: The corpus cannot be read.
        BadRecordError: A record of it is damaged, or two papers share an id; the figures would be wrong.
        IndexFolderError: The index cannot be written, or is of another encoder.
    """
    sources = [source_name(path) for path in collection.corpus]
    folder = plan.index or cached_index(collection, plan)
    if plan.index is not None and has_store(folder):
        _refuse_other_papers(folder, sources)
    logger.info("reading the papers of %s; their index is %s", collection.name, folder)
    reading = ReadingReport()
    report = update_index(
        folder,
        _undamaged(collection.corpus, reading),
        model=plan.model,
        precision=plan.precision,
        remove_missing_from=sources,
        allow_large_removal=True,
        progress=progress,
    )
    if report.renamed:
        own_id, _ = report.renamed[0]
        raise BadRecordError(
            f"Two papers of {collection.name} have the id {own_id}.", fix="Give each an id of its own."
        )
    empty = len(reading.skipped)
    notes = (f"Papers with neither title nor abstract, which nothing finds: {empty:,}.",) if empty else ()
    return IndexedCorpus(folder, notes)


def cached_index(collection: Collection, plan: EvaluationPlan) -> Path:
    """The folder in the user's cache for these files, this model and this precision."""
    what = [*map(source_name, collection.corpus), plan.model or DEFAULT_MODEL, plan.precision or ""]
    key = hashlib.blake2b("\x1f".join(what).encode(), digest_size=4).hexdigest()
    return cache_folder() / _CACHE / f"{collection.name}-{key}"


def _undamaged(corpus: Sequence[Path], reading: ReadingReport) -> Iterator[Paper]:
    """All papers; an error at the end, so that it leaves the index as it was, if a record is damaged."""
    yield from read_papers(corpus, report=reading)
    for each in reading.skipped:
        if each.problem != NEITHER:
            raise BadRecordError(f"{each.source}:{each.line} {each.problem}.", fix="Fix the record, or fetch it again.")
    if damaged := next((each for each in reading.left_out if each.is_damaged), None):
        raise BadRecordError(f"{damaged.path} {damaged.reason}.", fix="Fix the file, or fetch it again.")


def _refuse_other_papers(folder: Path, sources: Sequence[str]) -> None:
    with Index.open(folder) as index:
        for paper in index.papers():
            if not any(Path(paper.source).is_relative_to(source) for source in sources):
                what = f"{folder} holds papers of other files than the collection, such as {paper.paper_id}."
                raise UsageError(what, fix="Name another folder with --index, or leave it out to use the cache.")
