"""Prints papers and answers in the format that the user chose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from semsearch.choices import OutputFormat
from semsearch.cli import streams, table
from semsearch.records import Timings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from semsearch.engine.index import Index
    from semsearch.records import Paper, SearchResults

_NOTHING_FOUND = 1


def print_papers(papers: Iterable[Paper], output_format: OutputFormat) -> None:
    """Print whole papers."""
    if output_format is OutputFormat.TABLE:
        for number, paper in enumerate(papers):
            streams.put(["\n" if number else "", table.paper_as_table(paper)])
        return
    from semsearch.export.formats import papers_as

    streams.put(papers_as(papers, output_format))


def print_answer(results: SearchResults, output_format: OutputFormat, *, index: Index, filtered: bool) -> None:
    """Print the answer to one question, or say why the index has none.

    Raises:
        typer.Exit: With code 1, after a note on stderr, if nothing was found.
    """
    if output_format is OutputFormat.TABLE:
        streams.put(table.answer_as_table(results, heading=False))
    else:
        from semsearch.export.formats import answer_as

        streams.put(answer_as(results, output_format))
    _say_notes(results)
    if not results.hits:
        raise _nothing_found(index, filtered=filtered)
    if results.timings.rerank:
        streams.say(f"Reranking took {_duration(results.timings.rerank)}.")


def print_answers(
    answers: Iterable[SearchResults], output_format: OutputFormat, *, index: Index, filtered: bool
) -> None:
    """Print the answers to many questions one by one; raises like `print_answer` if none has a paper."""
    found, asked, spent = 0, 0, Timings()

    def counted() -> Iterator[SearchResults]:
        nonlocal found, asked, spent
        for results in answers:
            found += len(results.hits)
            asked += 1
            spent += results.timings
            _say_notes(results)
            yield results

    if output_format is OutputFormat.TABLE:
        for results in counted():
            streams.put(table.answer_as_table(results, heading=True))
    else:
        from semsearch.export.formats import answers_as

        streams.put(answers_as(counted(), output_format))
    if not found:
        raise _nothing_found(index, filtered=filtered)
    if spent.rerank:
        streams.say(f"Reranking took {_duration(spent.rerank)}, {_duration(spent.rerank / asked)} a question.")


def _say_notes(results: SearchResults) -> None:
    question = f"{results.query_id}: " if results.query_id else ""
    for note in results.notes:
        streams.say(f"{question}{note}")


def _duration(milliseconds: float) -> str:
    seconds = milliseconds / 1000
    return f"{seconds:,.1f} s" if seconds >= 1 else f"{max(milliseconds, 1):.0f} ms"


def _nothing_found(index: Index, *, filtered: bool) -> typer.Exit:
    if not index.info().papers:
        why = "the index is empty"
    else:
        why = "no paper passes these filters" if filtered else "there are no other papers in the index"
    streams.say(f"nothing found: {why}")
    return typer.Exit(_NOTHING_FOUND)
