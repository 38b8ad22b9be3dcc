"""The index as its user sees it: open or build one, ask it, add and remove papers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Self

from semsearch.engine.checks import (
    check_examples,
    check_filters,
    check_list,
    check_queries,
    check_top_k,
    checked_ranking,
    query_of,
)
from semsearch.engine.info import index_info
from semsearch.engine.lookup import ids_named, known_ids, papers_named
from semsearch.engine.opened import OpenedState
from semsearch.records import Filters, Ranking
from semsearch.settings import DEFAULT_TOP_K, default_index

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from semsearch.choices import Precision
    from semsearch.protocols import Encoder, Progress
    from semsearch.records import Paper, Query, SearchResults
    from semsearch.reports import IndexInfo, UpdateReport


class Index:
    """An index folder, opened at one committed state.

    What another process writes meanwhile is seen after opening it again; what this object writes, at once.
    Heavy libraries are loaded at the first search.
    """

    def __init__(self, folder: Path, *, encoder: Encoder | None = None, precision: Precision | None = None) -> None:
        """Use `Index.open` or `Index.build`."""
        self.folder = folder
        self._precision = precision
        self._given_encoder = encoder
        self._state = OpenedState(folder, encoder=encoder, precision=precision)

    @classmethod
    def open(
        cls, folder: str | Path | None = None, *, encoder: Encoder | None = None, precision: Precision | None = None
    ) -> Self:
        """Open an index.

        Args:
            folder: By default `SEMSEARCH_INDEX` of the environment, else indexes/default.
            encoder: To use instead of loading the one that the index names.
            precision: How exactly questions are encoded, by default as int8 if it is prepared so, and papers reranked.

        Raises:
            IndexMissingError: There is none.
            IndexDamagedError: What is there is not an index.
            FormatVersionError: A newer semsearch wrote it.
        """
        chosen = Path(folder) if folder is not None else default_index()
        return cls(chosen, encoder=encoder, precision=precision)

    @classmethod
    def build(
        cls,
        papers: Iterable[Paper],
        folder: str | Path,
        *,
        model: str | None = None,
        encoder: Encoder | None = None,
        precision: Precision | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """Build an index in `folder`, or add to the one that is there, and open it.

        Args:
            papers: Read as a stream; those without an id are given one.
            folder: Made if need be.
            model: Name or path of the encoder; by default the embedded one.
            encoder: A loaded encoder instead.
            precision: How exactly it computes; by default int8 on a CPU, the reference on a graphics card.
            progress: Called before the encoding and after each part of it.

        Raises:
            See `semsearch.engine.updating.update_index`.
        """
        from semsearch.engine.updating import update_index

        update_index(Path(folder), papers, model=model, encoder=encoder, precision=precision, progress=progress)
        return cls(Path(folder), encoder=encoder, precision=precision)

    def add(self, papers: Iterable[Paper], *, progress: Progress | None = None) -> UpdateReport:
        """Add papers, or replace those of the same id; only new texts are encoded.

        Raises:
            See `semsearch.engine.updating.update_index`.
        """
        from semsearch.engine.updating import update_index

        self._state.check_open()
        report = update_index(
            self.folder, papers, encoder=self._given_encoder, precision=self._precision, progress=progress
        )
        self._state.reopen()
        return report

    def remove(self, paper_ids: Sequence[str]) -> int:
        """Remove papers, named by id, DOI or arXiv id, all or none; returns how many.

        Raises:
            PaperNotFoundError: One of the ids is not in the index.
            IndexLockedError: Another process is writing.
        """
        from semsearch.engine.updating import remove_papers

        check_list(paper_ids, "paper_ids")
        self._state.check_open()
        self._state.reopen()
        wanted = list(dict.fromkeys(ids_named(self._state.store, paper_ids)))
        remove_papers(self.folder, wanted)
        self._state.reopen()
        return len(wanted)

    def search(
        self,
        question: str | Query,
        *,
        top_k: int = DEFAULT_TOP_K,
        filters: Filters | None = None,
        ranking: Ranking | None = None,
        snippets: bool = True,
        evidence: bool = False,
    ) -> SearchResults:
        """Find the papers that answer a question.

        Args:
            question: In plain words; a `Query` brings its own filters.
            top_k: How many papers; fewer come only if fewer pass the filters, or have a word of the question.
            filters: Which papers may be answers; not with a `Query`.
            ranking: How they are found and put in order; by default by meaning and words.
            snippets: Find the best sentence of each paper too, which costs an encoding of their sentences.
            evidence: Tell why each was found.

        Raises:
            UsageError: The question is empty, `top_k` is less than 1, or there are filters twice.
            EncoderMismatchError: The model has changed since the index was built.
            RerankerNotFoundError: There is no such reranker.
        """
        (results,) = self.search_all(
            [query_of(question, filters)], top_k=top_k, ranking=ranking, snippets=snippets, evidence=evidence
        )
        return results

    def search_all(
        self,
        queries: Sequence[Query],
        *,
        top_k: int = DEFAULT_TOP_K,
        ranking: Ranking | None = None,
        snippets: bool = False,
        evidence: bool = False,
    ) -> Iterator[SearchResults]:
        """Answer many queries, encoded together, in their order; arguments and errors as for `search`."""
        from semsearch.engine.questions import AnswerOptions

        check_queries(queries)
        check_top_k(top_k)
        known = checked_ranking(ranking if ranking is not None else Ranking())
        options = AnswerOptions(top_k=top_k, ranking=known, snippets=snippets, evidence=evidence)
        return self._state.searcher().answer_all(queries, options)

    def related(
        self,
        paper_ids: Sequence[str],
        *,
        unlike: Sequence[str] = (),
        top_k: int = DEFAULT_TOP_K,
        filters: Filters | None = None,
        snippets: bool = False,
    ) -> SearchResults:
        """Find papers like these, which are not among the answers themselves.

        Args:
            paper_ids: At least one id, DOI or arXiv id; positive examples.
            unlike: Negative examples, named likewise.
            top_k: How many papers.
            filters: Which papers may be answers.
            snippets: Find the sentence of each paper nearest to the examples.

        Raises:
            PaperNotFoundError: One of the ids is not in the index.
            UsageError: No id is given, or one on both sides.
        """
        check_examples(paper_ids, unlike)
        check_filters(filters := filters if filters is not None else Filters())
        check_top_k(top_k)
        return self._state.searcher().related(paper_ids, unlike, filters=filters, top_k=top_k, snippets=snippets)

    def paper(self, key: str) -> Paper:
        """The paper with that id, DOI or arXiv id.

        Raises:
            PaperNotFoundError: There is none; the error names the nearest ids.
        """
        return next(self.papers([key]))

    def papers(self, keys: Sequence[str] | None = None) -> Iterator[Paper]:
        """The papers with these ids, DOIs or arXiv ids, in their order; by default all, by id.

        Raises:
            PaperNotFoundError: One of them is not there; raised before the first paper.
        """
        return self._state.store.papers() if keys is None else papers_named(self._state.store, keys)

    def known_ids(self, keys: Collection[str]) -> dict[str, str]:
        """From those of the ids, DOIs and arXiv ids that name a paper here to the id of that paper."""
        return known_ids(self._state.store, keys)

    def info(self) -> IndexInfo:
        """What the index is and holds, without opening its vectors."""
        return index_info(self._state.store)

    def close(self) -> None:
        """Let go of the files; any later call raises `UsageError`."""
        self._state.close()

    def __enter__(self) -> Self:
        """Use the index in a `with` statement."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()
