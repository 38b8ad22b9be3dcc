"""Takes papers in: gives them ids, and decides what to do with an id that is there already."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from semsearch.errors import BadRecordError
from semsearch.identity import content_id, identified, is_emptier, is_same_paper
from semsearch.store.rows import as_record, record_hash, stored_row

if TYPE_CHECKING:
    from collections.abc import Iterable

    from semsearch.records import Paper
    from semsearch.store.staging import Staging


@dataclass(slots=True)
class Intake:
    """What happened to the papers that came in, beside being staged."""

    repeated: int = 0
    renamed: list[tuple[str, str]] = field(default_factory=list)

    def take_in(self, papers: Iterable[Paper], staging: Staging) -> None:
        """Stage all papers that differ from what is stored.

        Raises:
            BadRecordError: A paper has neither title nor abstract.
        """
        for paper in papers:
            if not (paper.title.strip() or paper.abstract.strip()):
                what = (
                    f"A paper has neither title nor abstract: {paper.paper_id or paper.doi or paper.source or paper}."
                )
                raise BadRecordError(what, fix="Leave it out or give it one of them.")
            self._take_in(identified(paper), staging)

    def _take_in(self, paper: Paper, staging: Staging) -> None:
        paper_id = paper.paper_id
        was_seen = staging.was_seen(paper_id)
        if staging.stored_hash(paper_id) == record_hash(as_record(paper)):
            self.repeated += was_seen
            staging.see(paper_id)
            return
        known = staging.staged(paper_id) or staging.stored(paper_id)
        if known is None or (not was_seen and known.source == paper.source):
            staging.stage(stored_row(paper))
        elif not is_same_paper(paper, known):
            self._take_in_under_another_id(paper, staging)
            return
        else:
            self.repeated += was_seen
            # Of two sources the newer one counts, but within one update the first; neither if it would lose something.
            if is_emptier(known, paper) if was_seen else not is_emptier(paper, known):
                staging.stage(stored_row(paper))
        staging.see(paper_id)

    def _take_in_under_another_id(self, paper: Paper, staging: Staging) -> None:
        given_id = f"{paper.paper_id}-{content_id(paper)}"
        if not staging.was_seen(given_id):
            self.renamed.append((paper.paper_id, given_id))
        self._take_in(replace(paper, paper_id=given_id), staging)
