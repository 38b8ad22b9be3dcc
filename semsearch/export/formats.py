"""Papers and answers in any text format, as pieces to print one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from semsearch.choices import OutputFormat
from semsearch.export.columns import answers_as_rows, papers_as_rows
from semsearch.export.json_lines import paper_as_json
from semsearch.export.json_objects import as_json, as_object, hit_object, results_object
from semsearch.export.markdown import answer_as_markdown, papers_as_markdown
from semsearch.export.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Literal, TypeAlias

    from semsearch.records import Paper, SearchResults

    TextFormat: TypeAlias = Literal[
        OutputFormat.JSON,
        OutputFormat.JSONL,
        OutputFormat.IDS,
        OutputFormat.CSV,
        OutputFormat.TSV,
        OutputFormat.MARKDOWN,
    ]


def papers_as(papers: Iterable[Paper], output_format: TextFormat) -> Iterator[str]:
    """Whole papers in their order.

    JSON is one array of papers with all their fields; JSON Lines can be indexed again.
    """
    match output_format:
        case OutputFormat.JSON:
            yield from _array(as_object(paper) for paper in papers)
        case OutputFormat.JSONL:
            yield from (f"{paper_as_json(paper)}\n" for paper in papers)
        case OutputFormat.IDS:
            yield from (f"{one_line(paper.paper_id)}\n" for paper in papers)
        case OutputFormat.CSV:
            yield from papers_as_rows(papers, delimiter=",")
        case OutputFormat.TSV:
            yield from papers_as_rows(papers, delimiter="\t")
        case OutputFormat.MARKDOWN:
            yield from papers_as_markdown(papers)
        case _:
            assert_never(output_format)


def answer_as(results: SearchResults, output_format: TextFormat) -> Iterator[str]:
    """The answer to one question. JSON is one object; JSON Lines are its papers, one per line."""
    match output_format:
        case OutputFormat.JSON:
            yield f"{as_json(results_object(results), indent=2)}\n"
        case OutputFormat.JSONL:
            yield from (f"{as_json(hit_object(hit))}\n" for hit in results.hits)
        case _:
            yield from _answers_as_text([results], output_format, many=False)


def answers_as(answers: Iterable[SearchResults], output_format: TextFormat) -> Iterator[str]:
    """The answers to many questions, one by one.

    JSON is one array of answers, JSON Lines are one answer per line; each id is printed once.
    """
    match output_format:
        case OutputFormat.JSON:
            yield from _array(results_object(results) for results in answers)
        case OutputFormat.JSONL:
            yield from (f"{as_json(results_object(results))}\n" for results in answers)
        case _:
            yield from _answers_as_text(answers, output_format, many=True)


def _answers_as_text(
    answers: Iterable[SearchResults],
    output_format: Literal[OutputFormat.IDS, OutputFormat.CSV, OutputFormat.TSV, OutputFormat.MARKDOWN],
    *,
    many: bool,
) -> Iterator[str]:
    match output_format:
        case OutputFormat.IDS:
            yield from _ids(answers)
        case OutputFormat.CSV:
            yield from answers_as_rows(answers, delimiter=",", with_query_id=many)
        case OutputFormat.TSV:
            yield from answers_as_rows(answers, delimiter="\t", with_query_id=many)
        case OutputFormat.MARKDOWN:
            for number, results in enumerate(answers):
                yield ("\n" if number else "") + answer_as_markdown(results)
        case _:
            assert_never(output_format)


def _ids(answers: Iterable[SearchResults]) -> Iterator[str]:
    seen = set()
    for results in answers:
        for hit in results.hits:
            if hit.paper_id not in seen:
                seen.add(hit.paper_id)
                yield f"{one_line(hit.paper_id)}\n"


def _array(objects: Iterable[dict[str, object]]) -> Iterator[str]:
    """A JSON array with one object per line; it need not fit in memory."""
    before = "[\n"
    for each in objects:
        yield before + as_json(each)
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"
