"""Takes papers in: gives them ids, and decides what to do with an id that is there already."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from semsearch.engine.checks import check_paper
from semsearch.identity import distinct_id, identified, is_emptier, is_same_paper
from semsearch.settings import STDIN
from semsearch.store.columns import as_record, columns_of, from_record, record_hash

if TYPE_CHECKING:
    from collections.abc import Iterable

    from semsearch.records import Paper
    from semsearch.store.staging import Staging


@dataclass(slots=True)
class Intake:
    """What happened to the papers that came in, besides being staged."""

    repeated: int = 0
    renamed: list[tuple[str, str]] = field(default_factory=list)

    def take_in(self, papers: Iterable[Paper], staging: Staging) -> None:
        """Stage all papers that differ from what is stored.

        Raises:
            UsageError: A field has the wrong type.
            BadRecordError: A paper has neither title nor abstract.
        """
        for paper in papers:
            check_paper(paper)
            self._take_in(identified(paper), staging)

    def _take_in(self, paper: Paper, staging: Staging) -> None:
        record = as_record(paper)
        digest = record_hash(record)
        was_seen = staging.was_seen(paper.paper_id)
        if not was_seen and staging.is_as_before(paper.paper_id, paper.source, digest):
            staging.see(paper.paper_id, paper.source, digest)
            return
        known = staging.known(paper.paper_id)
        if known is not None and self._take_in_under_given_id(paper, known, staging, was_seen=was_seen):
            return
        self.repeated += was_seen
        if known is None or _goes_before(from_record(record), known, was_seen=was_seen):
            staging.stage(columns_of(record))
        staging.see(paper.paper_id, paper.source, digest)

    def _take_in_under_given_id(self, paper: Paper, known: Paper, staging: Staging, *, was_seen: bool) -> bool:
        """Take the paper in under an id of its own if the one that its source gave it belongs to another paper."""
        is_update = known.source == paper.source != STDIN and not was_seen
        given_id = distinct_id(paper)
        if is_same_paper(paper, known) or (is_update and staging.known(given_id) is None):
            return False
        if not staging.was_seen(given_id):
            self.renamed.append((paper.paper_id, given_id))
        self._take_in(replace(paper, paper_id=given_id), staging)
        return True


def _goes_before(paper: Paper, known: Paper, *, was_seen: bool) -> bool:
    """Whether the record of a paper replaces the known one.

    A file may change its own record as it likes. Of two files the one read later counts, but within
    one update the first; and a record never gives way to one without the title or abstract it has.
    """
    if was_seen:
        return is_emptier(known, paper)
    return known.source == paper.source or not is_emptier(paper, known)
