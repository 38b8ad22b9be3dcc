"""Prints papers and answers in the format that the user chose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from semsearch.choices import OutputFormat
from semsearch.cli import streams, table
from semsearch.cli.summary import shown_duration
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


def print_answer(results: SearchResults, output_format: OutputFormat, *, index: Index, reason: str) -> None:
    """Print the answer to one question.

    Args:
        results: The answer.
        output_format: As the user chose it.
        index: Where it comes from.
        reason: Why there is no paper in it, if there is none and the index is not empty.

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
        raise _nothing_found(index, reason)
    if results.timings.rerank:
        streams.say(f"Reranking took {_shown(results.timings.rerank)}.")


def print_answers(answers: Iterable[SearchResults], output_format: OutputFormat, *, index: Index, reason: str) -> None:
    """Print the answers to many questions one by one; raises like `print_answer` if none has a paper."""
    tally = _Tally()
    if output_format is OutputFormat.TABLE:
        for results in tally.watch(answers):
            streams.put(table.answer_as_table(results, heading=True))
    else:
        from semsearch.export.formats import answers_as

        streams.put(answers_as(tally.watch(answers), output_format))
    if not tally.found:
        raise _nothing_found(index, reason)
    if spent := tally.spent.rerank:
        streams.say(f"Reranking took {_shown(spent)}, {_shown(spent / tally.asked)} a question.")


class _Tally:
    """How many papers were found for how many questions, and the time it took."""

    def __init__(self) -> None:
        self.found = 0
        self.asked = 0
        self.spent = Timings()

    def watch(self, answers: Iterable[SearchResults]) -> Iterator[SearchResults]:
        """Hand on the answers; count each, and say its notes."""
        for results in answers:
            self.found += len(results.hits)
            self.asked += 1
            self.spent += results.timings
            _say_notes(results)
            yield results


def _say_notes(results: SearchResults) -> None:
    question = f"{results.query_id}: " if results.query_id else ""
    for note in results.notes:
        streams.say(f"{question}{note}")


def _shown(milliseconds: float) -> str:
    return shown_duration(milliseconds / 1000)


def _nothing_found(index: Index, reason: str) -> typer.Exit:
    streams.say(f"nothing found: {reason if index.info().papers else 'the index is empty'}")
    return typer.Exit(_NOTHING_FOUND)
