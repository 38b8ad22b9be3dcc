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
            self._take_in(from_record(as_record(identified(paper))), staging)

    def _take_in(self, paper: Paper, staging: Staging) -> None:
        digest = record_hash(as_record(paper))
        origins = [each for each in staging.origins(paper) if not staging.was_seen(each.paper_id)]
        as_before = next((each for each in origins if each.record_hash == digest), None)
        if as_before is not None:
            staging.see(as_before.paper_id, paper, record_hash=digest)
            return

        own = self._formerly(paper, origins, staging)
        paper_id = own or self._id_for(paper, staging)
        known = staging.known(paper_id)
        was_seen = staging.was_seen(paper_id)
        given = replace(paper, paper_id=paper_id)
        if known is None or (own and not staging.is_shared(own, paper.source)):
            wanted = given
        else:  # of two files the one read later counts, but within one update the first
            wanted = completed(known, given) if was_seen else completed(given, known)
        if wanted != known:
            staging.stage(columns_of(as_record(wanted)))
        self.repeated += was_seen
        staging.see(paper_id, paper, record_hash=_TAKE_AGAIN if was_seen else digest)

    def _formerly(self, paper: Paper, origins: list[Origin], staging: Staging) -> str | None:
        """The id of the paper that this record described when its file was read last, if it was another record.

        A file may change its records as it likes, even the title. But where another file holds the paper too, it
        has to be seen to be the same; and so it has in what comes by standard input, which is never the same file.
        """
        described = [(each.paper_id, staging.known(each.paper_id)) for each in origins]
        for paper_id, known in described:
            if known is not None and is_same_paper(paper, known):
                return paper_id
        for paper_id, known in described if len(described) == 1 else ():
            is_free = paper.source != STDIN and not staging.is_shared(paper_id, paper.source)
            if known is not None and (is_free or (known.abstract and are_alike(paper.abstract, known.abstract))):
                return paper_id
        return None

    def _id_for(self, paper: Paper, staging: Staging) -> str:
        """The id for a record that its file did not hold before: its own, unless that belongs to another paper."""
        known = staging.known(paper.paper_id)
        if known is None or is_same_paper(paper, known):
            return paper.paper_id
        given_id = distinct_id(paper)
        if not staging.was_seen(given_id):
            self.renamed.append((paper.paper_id, given_id))
        return given_id
