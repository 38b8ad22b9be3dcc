"""Brings an index up to date: what is new is encoded, what changed is replaced, all or nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING

import numpy as np

from semsearch.engine.checks import check_paper
from semsearch.engine.closeness import sampled_quantiles
from semsearch.engine.encoder_choice import paper_encoder
from semsearch.engine.encoding_run import EncodingRun, encode_staged
from semsearch.engine.intake import Intake
from semsearch.engine.state_lexical import reconcile_lexical, write_lexical
from semsearch.engine.state_vectors import open_vectors
from semsearch.errors import IndexDamagedError, PaperNotFoundError, RemovalRefusedError, UsageError
from semsearch.fingerprints import encoder_key
from semsearch.records import Paper
from semsearch.reports import UpdateReport
from semsearch.settings import REMOVAL_LIMIT
from semsearch.store.columns import columns_of
from semsearch.store.folder import has_store, put_in_place, vectors_path
from semsearch.store.writer import writing
from semsearch.vectors.exact import stored_blocks, write_vectors

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from semsearch.choices import Precision
    from semsearch.protocols import Encoder, Progress
    from semsearch.records import Fingerprint
    from semsearch.store.staging import Changes
    from semsearch.store.writer import StoreWriter
    from semsearch.vectors.exact import ExactIndex

_DEAD_SHARE = 0.2  # of all rows; with more of them, an update drops them from the vectors
_DEAD_ROWS = 100
_BLOCK = 4096


def update_index(
    folder: Path,
    papers: Iterable[Paper],
    *,
    model: str | None = None,
    encoder: Encoder | None = None,
    precision: Precision | None = None,
    rebuild: bool = False,
    remove_missing_from: Sequence[str] = (),
    allow_large_removal: bool = False,
    progress: Progress | None = None,
) -> UpdateReport:
    """Add papers to the index in `folder`, which is built if there is none.

    A paper that is there already is encoded again only if its text changed. Nothing changes for
    those who search until all is done; interrupted, the next update goes on from there. The file of
    vectors is written as a whole whenever vectors are added; if it is lost or damaged, all papers are
    encoded again.

    Args:
        folder: The index folder.
        papers: Read as a stream; an error while reading leaves the index as it was.
        model: Name or path of the encoder; by default that of the index, else the embedded one.
        encoder: A loaded encoder instead.
        precision: How exactly it computes; by default int8 on a CPU, the reference on a graphics card.
        rebuild: Encode every paper again, perhaps with another model.
        remove_missing_from: Files and folders, absolute: papers that were read from there before,
            are not among `papers`, and were read from nowhere else are removed.
        allow_large_removal: Even if they are more than a quarter of the index.
        progress: Called before the encoding and after each part of it.

    Raises:
        UsageError: There is no paper, and no index either.
        BadRecordError: A paper has neither title nor abstract.
        RemovalRefusedError: Too many papers would be removed.
        EncoderMismatchError: The index was built with another encoder.
        IndexLockedError: Another process is writing.
        IndexFolderError: The folder or the disk cannot take it, or what is there is damaged.
    """
    if isinstance(papers, Paper):
        raise UsageError("One paper is given where a list of papers belongs.", fix="Write [paper].")
    waiting = iter(papers)
    first = list(islice(waiting, 1))  # so that a source that cannot be read leaves no empty index behind
    if not first and not has_store(folder):
        raise _nothing_to_index()
    for paper in first:
        check_paper(paper)

    with writing(folder) as store:
        stored = store.state.fingerprint if store.state else None
        must_match = None if rebuild else stored
        name = model or (stored.model if stored and rebuild else None)
        chosen = paper_encoder(folder, must_match=must_match, model=name, precision=precision, encoder=encoder)
        old = None if rebuild else _usable_vectors(store)
        everything = old is None
        intake = Intake()
        with store.taking_in() as staging:
            intake.take_in(chain(first, waiting), staging)
            staging.let_unseen_leave(remove_missing_from)
            for record in staging.other_records() if everything else ():
                staging.stage(columns_of(record))
        changes = store.staging.changes()
        if store.state is None and not changes.added:
            raise _nothing_to_index()
        _refuse_large_removal(store, changes, allowed=allow_large_removal)

        run = EncodingRun()
        if changes or everything or chosen.fingerprint != stored:
            run = encode_staged(store, chosen, everything=everything, progress=progress)
            _commit(store, chosen.fingerprint, old)
        reconcile_lexical(folder)
        report = _report(store, changes, intake, run)
        return replace(report, repaired=everything and stored is not None and not rebuild)


def remove_papers(folder: Path, paper_ids: Sequence[str]) -> None:
    """Remove these papers from the index, all or none.

    Raises:
        PaperNotFoundError: One of them is not there, perhaps since another process removed it.
        IndexLockedError: Another process is writing.
        IndexFolderError: The folder or the disk cannot take it, or what is there is damaged.
    """
    with writing(folder) as store:
        store.staging.let_leave(paper_ids)
        leaving = store.staging.changes().leaving
        if leaving < len(paper_ids):
            what = f"{len(paper_ids) - leaving:,} of the papers to remove are not in {folder}; nothing was changed."
            raise PaperNotFoundError(what, fix="Check the ids.")
        if store.state is not None:
            _commit(store, store.state.fingerprint, open_vectors(folder, store.state))
            reconcile_lexical(folder)


def _nothing_to_index() -> UsageError:
    return UsageError("There is no paper to index.", fix="Name files or folders with papers.")


def _refuse_large_removal(store: StoreWriter, changes: Changes, *, allowed: bool) -> None:
    papers = store.state.papers if store.state else 0
    if changes.leaving > REMOVAL_LIMIT * papers and not allowed:
        what = (
            f"{changes.leaving:,} of {papers:,} papers are no longer in the sources and would be removed; "
            "nothing was changed."
        )
        raise RemovalRefusedError(what, fix="If that is right, say so with --yes.")


def _usable_vectors(store: StoreWriter) -> ExactIndex | None:
    """The vectors of the current state; None if there is none, or if they are lost and have to be made again."""
    try:
        return open_vectors(store.folder, store.state) if store.state else None
    except IndexDamagedError:
        return None


def _commit(store: StoreWriter, fingerprint: Fingerprint, old: ExactIndex | None) -> None:
    """Put the vectors in place that the new state needs, then make that state the current one.

    Args:
        store: With the staged papers, all of whose texts have a vector.
        fingerprint: Of all vectors.
        old: The current vectors; None if every paper gets a new row.
    """
    generation = store.state.generation if store.state else 0
    new = store.staging.place(everything=old is None)
    kept = np.asarray(store.kept_rows() if old else [], dtype=np.int64)
    old_size = old.size if old else 0
    drops_dead_rows = old is None or old_size - len(kept) > max(_DEAD_ROWS, _DEAD_SHARE * (old_size + new))
    if drops_dead_rows or new:
        generation += 1
        rows = kept if drops_dead_rows else np.arange(old_size)
        blocks = chain(stored_blocks(old, rows) if old else (), _new_blocks(store, fingerprint, old))
        with put_in_place(vectors_path(store.folder, generation)) as path:
            write_vectors(path, blocks, dim=fingerprint.dim, size=len(rows) + new)
    first_new_row = len(kept) if drops_dead_rows else old_size
    with_paper = [np.arange(len(kept)) if drops_dead_rows else kept, np.arange(first_new_row, first_new_row + new)]
    store.commit(
        fingerprint,
        generation=generation,
        first_new_row=first_new_row,
        kept=kept.tolist() if drops_dead_rows else None,
        quantiles=sampled_quantiles(vectors_path(store.folder, generation), np.concatenate(with_paper)),
        prepare=write_lexical,
    )


def _new_blocks(store: StoreWriter, fingerprint: Fingerprint, old: ExactIndex | None) -> Iterator[NDArray[np.float16]]:
    """The vectors of the new rows, (n, dim) float16 each, in the order of the rows."""
    sources = store.sources_of_new_rows(encoder_key(fingerprint))
    stored = old.halves if old else np.empty((0, fingerprint.dim), dtype="<f2")
    while block := list(islice(sources, _BLOCK)):
        yield np.stack(
            [np.frombuffer(each, dtype="<f2") if isinstance(each, bytes) else stored[each] for each in block]
        )


def _report(store: StoreWriter, changes: Changes, intake: Intake, run: EncodingRun) -> UpdateReport:
    return UpdateReport(
        papers=store.state.papers if store.state else 0,
        added=changes.added,
        changed=changes.changed,
        details_changed=changes.details_changed,
        unchanged=changes.unchanged,
        removed=changes.leaving,
        repeated=intake.repeated,
        renamed=tuple(intake.renamed),
        encoded=run.encoded,
        resumed=run.resumed,
        truncation=run.truncation,
        seconds=run.seconds,
        max_tokens=store.state.fingerprint.max_tokens if store.state else 0,
    )
