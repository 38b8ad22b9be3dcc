"""Takes papers in: gives them ids, and decides what to do with an id that is there already."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from semsearch.engine.checks import check_paper
from semsearch.identity import are_alike, completed, distinct_id, identified, is_same_paper
from semsearch.settings import STDIN
from semsearch.store.columns import as_record, columns_of, from_record, record_hash

if TYPE_CHECKING:
    from collections.abc import Iterable

    from semsearch.records import Paper
    from semsearch.store.staging import Origin, Staging

_TAKE_AGAIN = ""  # instead of the hash of a record that was not stored, so that it is looked at the next time too


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
            self._take_in(as_record(identified(paper)), staging)

    def _take_in(self, record: str, staging: Staging) -> None:
        paper, digest = from_record(record), record_hash(record)
        origins = staging.origins(paper)
        unseen = [each for each in origins if not staging.was_seen(each.paper_id)]
        as_before = next((each for each in unseen if each.record_hash == digest), None)
        if as_before is not None:
            staging.see(as_before.paper_id, paper, record_hash=digest)
            return

        paper_id = self._id_for(paper, unseen, staging, is_only_one=len(origins) == 1)
        known = staging.known(paper_id)
        was_seen = staging.was_seen(paper_id)
        given = replace(paper, paper_id=paper_id)
        is_own = any(each.paper_id == paper_id for each in unseen) and not staging.is_shared(paper_id, paper.source)
        wanted = given
        if known is not None and not is_own:  # of two files the one read later counts, but within one update the first
            wanted = completed(known, given) if was_seen else completed(given, known)
        if wanted != known:
            staging.stage(columns_of(as_record(wanted)))
        self.repeated += was_seen
        staging.see(paper_id, paper, record_hash=_TAKE_AGAIN if was_seen else digest)

    def _id_for(self, paper: Paper, unseen: list[Origin], staging: Staging, *, is_only_one: bool) -> str:
        """The id of the paper that a record describes: its own, unless that belongs to another paper.

        Args:
            paper: The record, under its own id.
            unseen: Papers that records of this id in this file described before, and none did so far.
            staging: Knows the other papers.
            is_only_one: There was only one such record in this file.
        """
        for paper_id in (paper.paper_id, *(each.paper_id for each in unseen)):
            known = staging.known(paper_id)
            if known is not None and is_same_paper(paper, known):
                return paper_id
        if is_only_one and unseen and _is_change_of(paper, unseen[0].paper_id, staging):
            return unseen[0].paper_id
        if staging.known(paper.paper_id) is None:
            return paper.paper_id
        given_id = distinct_id(paper)
        if not staging.was_seen(given_id):
            self.renamed.append((paper.paper_id, given_id))
        return given_id


def _is_change_of(paper: Paper, paper_id: str, staging: Staging) -> bool:
    """Whether a record of another title is still that of the paper which its file held under this id.

    A file may change its records as it likes. But where another file holds the paper too, the abstracts have to
    be alike; and so they have in what comes by standard input, which is never the same file.
    """
    if paper.source != STDIN and not staging.is_shared(paper_id, paper.source):
        return True
    known = staging.known(paper_id)
    return known is not None and bool(known.abstract) and are_alike(paper.abstract, known.abstract)
