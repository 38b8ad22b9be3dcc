"""Semantic search over the abstracts of scientific papers.

Example:
    >>> from semsearch import Index, Paper
    >>> papers = [
    ...     Paper(title="Linear attention", abstract="Attention in linear time for long texts."),
    ...     Paper(title="Flat to solid", abstract="We turn flat video into scenes in three dimensions."),
    ... ]
    >>> index = Index.build(papers, "indexes/two")  # doctest: +SKIP
    >>> index.search("cheaper attention", top_k=1).hits[0].paper.title  # doctest: +SKIP
    'Linear attention'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from semsearch.choices import Fusion, Mode
    from semsearch.engine.index import Index
    from semsearch.errors import SemsearchError
    from semsearch.readers.sources import read_papers
    from semsearch.records import Evidence, Filters, Hit, Paper, Query, Ranking, SearchResults, YearRange

__all__ = [
    "Evidence",
    "Filters",
    "Fusion",
    "Hit",
    "Index",
    "Mode",
    "Paper",
    "Query",
    "Ranking",
    "SearchResults",
    "SemsearchError",
    "YearRange",
    "read_papers",
]
__version__ = "0.1.0"

_HOMES = {
    "Evidence": "semsearch.records",
    "Filters": "semsearch.records",
    "Fusion": "semsearch.choices",
    "Hit": "semsearch.records",
    "Index": "semsearch.engine.index",
    "Mode": "semsearch.choices",
    "Paper": "semsearch.records",
    "Query": "semsearch.records",
    "Ranking": "semsearch.records",
    "SearchResults": "semsearch.records",
    "SemsearchError": "semsearch.errors",
    "YearRange": "semsearch.records",
    "read_papers": "semsearch.readers.sources",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any public name
    """Load a public name when it is first used, so that importing the package costs nothing."""
    if name not in _HOMES:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
