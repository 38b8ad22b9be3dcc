"""Brings an index up to date: what is new is encoded, what changed is replaced, all or nothing."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

import numpy as np

from semsearch.engine.encoder_choice import EncoderChoice
from semsearch.engine.encoding_run import encode_pending
from semsearch.engine.intake import Intake
from semsearch.errors import RemovalRefusedError, UsageError
from semsearch.records import UpdateReport
from semsearch.settings import REMOVAL_LIMIT
from semsearch.store.folder import STORE_NAME, put_in_place, vectors_path
from semsearch.store.rows import stored_row
from semsearch.store.writer import writing
from semsearch.vectors.exact import ExactIndex, stored_blocks, write_vectors

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from semsearch.protocols import Encoder, Progress
    from semsearch.records import Fingerprint, Paper
    from semsearch.store.writer import StoreWriter

_DEAD_SHARE = 0.2  # of all rows; with more of them, an update drops them from the vectors
_DEAD_ROWS = 100
_BLOCK = 4096


def update_index(
    folder: Path,
    papers: Iterable[Paper],
    *,
    model: str | None = None,
    encoder: Encoder | None = None,
    rebuild: bool = False,
    remove_missing_from: Sequence[str] = (),
    allow_large_removal: bool = False,
    progress: Progress | None = None,
) -> UpdateReport:
    """Add papers to the index in `folder`, which is built if there is none.

    A paper that is there already is encoded again only if its text changed. Nothing changes for
    those who search until all is done; interrupted, the next update goes on from there.

    Args:
        folder: The index folder.
        papers: Read as a stream; an error while reading leaves the index as it was.
        model: Name or path of the encoder; by default that of the index, else the embedded one.
        encoder: A loaded encoder instead.
        rebuild: Encode every paper anew, perhaps with another model.
        remove_missing_from: Files and folders, absolute: papers that once came from there and
            are not among `papers` are removed.
        allow_large_removal: Even if they are more than a quarter of the index.
        progress: Called before the encoding and after each part of it.

    Raises:
        UsageError: There is no paper, and no index either.
        BadRecordError: A paper has neither title nor abstract.
        RemovalRefusedError: Too many papers would be removed.
        EncoderMismatchError: The index was built with another encoder.
        IndexLockedError: Another process is writing.
        IndexFolderError: The folder or the disk cannot take it.
    """
    waiting = iter(papers)
    first = list(islice(waiting, 1))  # so that a source that cannot be read leaves no empty index behind
    if not first and not (folder / STORE_NAME).is_file():
        raise UsageError("There is no paper to index.", fix="Name files or folders with papers.")

    with writing(folder) as store:
        stored = store.state.fingerprint if store.state else None
        choice = EncoderChoice(folder, stored=stored, model=model, encoder=encoder, may_differ=rebuild)
        intake = Intake()
        intake.take_in(chain(first, waiting), store.staging)
        store.staging.let_unseen_leave(remove_missing_from)
        _refuse_large_removal(store, allowed=allow_large_removal)
        return _finish(store, choice, intake, rebuild=rebuild, progress=progress)


def remove_papers(folder: Path, paper_ids: Sequence[str]) -> int:
    """Remove papers that are there; returns how many papers are left."""
    with writing(folder) as store:
        if store.state is None:
            return 0
        store.staging.let_leave(paper_ids)
        choice = EncoderChoice(folder, stored=store.state.fingerprint)
        return _finish(store, choice, Intake(), rebuild=False, progress=None).papers


def _refuse_large_removal(store: StoreWriter, *, allowed: bool) -> None:
    leaving = store.staging.changes().leaving
    papers = store.state.papers if store.state else 0
    if leaving > REMOVAL_LIMIT * papers and not allowed:
        what = (
            f"{leaving:,} of {papers:,} papers are no longer in the sources and would be removed; nothing was changed."
        )
        raise RemovalRefusedError(what, fix="If that is right, say so with --yes.")


def _finish(
    store: StoreWriter, choice: EncoderChoice, intake: Intake, *, rebuild: bool, progress: Progress | None
) -> UpdateReport:
    changes = store.staging.changes()
    if rebuild:
        for paper in store.staging.stored_but_not_staged():
            store.staging.stage(stored_row(paper))
    staged = changes.added + changes.changed + changes.restored
    if not (staged or changes.leaving or rebuild) and store.state is not None:
        papers = store.state.papers
        return UpdateReport(
            papers=papers, unchanged=changes.seen, repeated=intake.repeated, renamed=tuple(intake.renamed)
        )

    store.resume_progress(choice.fingerprint)
    pending = store.staging.pending_texts(all_anew=rebuild)
    resumed = store.staging.resumed_texts()
    run = encode_pending(store, choice, pending, resumed=resumed, progress=progress)
    papers = _commit(store, choice.fingerprint, rebuild=rebuild)
    return UpdateReport(
        papers=papers,
        added=changes.added,
        changed=changes.changed,
        restored=changes.restored,
        unchanged=changes.seen - staged,
        removed=changes.leaving,
        repeated=intake.repeated,
        renamed=tuple(intake.renamed),
        encoded=run.encoded,
        resumed=resumed,
        truncation=run.truncation,
        seconds=run.seconds,
    )


def _commit(store: StoreWriter, fingerprint: Fingerprint, *, rebuild: bool) -> int:
    """Put the vectors in place that the new state needs, then make that state the current one."""
    generation = store.state.generation if store.state else 0
    keep_vectors = store.state is not None and not rebuild
    old = ExactIndex.open(vectors_path(store.folder, generation)) if keep_vectors else None
    old_size = old.size if old else 0
    live = np.asarray(store.live_rows() if old else [], dtype=np.int64)
    new = store.count_new_rows(all_anew=old is None)
    dead = old_size - len(live)
    compacts = old is None or dead > max(_DEAD_ROWS, _DEAD_SHARE * (old_size + new))
    if compacts or new:
        generation += 1
        kept = live if compacts else np.arange(old_size)
        blocks = chain(stored_blocks(old, kept) if old else (), _new_blocks(store, old, fingerprint.dim))
        with put_in_place(vectors_path(store.folder, generation)) as path:
            write_vectors(path, blocks, dim=fingerprint.dim)
    return store.commit(
        fingerprint,
        generation=generation,
        first_new_row=len(live) if compacts else old_size,
        kept=live.tolist() if compacts else None,
    )


def _new_blocks(store: StoreWriter, old: ExactIndex | None, dim: int) -> Iterator[NDArray[np.float16]]:
    """The vectors of the new rows, (n, dim) float16 each, in the order of the rows."""
    sources = store.new_rows(all_anew=old is None)
    while block := list(islice(sources, _BLOCK)):
        vectors = np.empty((len(block), dim), dtype="<f2")
        for place, source in enumerate(block):
            if isinstance(source, bytes):
                vectors[place] = np.frombuffer(source, dtype="<f2")
            elif old is not None:
                vectors[place] = old.halves[source]
        yield vectors
