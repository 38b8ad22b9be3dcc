"""`semsearch search`: find the papers that answer a question."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Annotated, Final

import typer

from semsearch.choices import Mode, OutputFormat
from semsearch.cli import options, ranking_options
from semsearch.cli.printing import print_answer, print_answers
from semsearch.cli.reasons import why_no_answer
from semsearch.errors import UsageError
from semsearch.settings import DEFAULT_INDEX, DEFAULT_TOP_K, STDIN
from semsearch.text import without_controls

QUESTIONS: Final = "--questions"
EXAMPLES: Final = (
    'semsearch search "make attention cheaper for very long prompts"',
    'semsearch search "which words are near in meaning" --semantic-weight 0.9 --why',
    'semsearch search "finding close vectors among millions" --diverse',
    'semsearch search "finding close vectors among millions" --year 2010: -k 3 --format markdown',
    "semsearch search --questions data/questions.jsonl --format jsonl",
)


def search(
    question: Annotated[
        str | None,
        typer.Argument(metavar="QUESTION", help="Your question in plain words; - reads it from standard input."),
    ] = None,
    *,
    questions: Annotated[
        str | None,
        typer.Option(
            QUESTIONS, metavar="FILE", help="Answer the questions in a file: one a line, JSON Lines or a table."
        ),
    ] = None,
    top_k: options.TopKOption = DEFAULT_TOP_K,
    mode: options.ModeOption = Mode.HYBRID,
    fusion: ranking_options.FusionOption = None,
    semantic_weight: ranking_options.SemanticWeightOption = None,
    rerank: ranking_options.RerankOption = None,
    diverse: ranking_options.DiverseOption = None,
    why: ranking_options.WhyOption = False,
    year: options.YearOption = None,
    venue: options.VenueOption = None,
    author: options.AuthorOption = None,
    keyword: options.KeywordOption = None,
    id_file: options.IdFileOption = None,
    output_format: options.FormatOption = OutputFormat.TABLE,
    snippets: options.SnippetsOption = None,
    precision: options.PrecisionOption = None,
    folder: options.IndexOption = DEFAULT_INDEX,
) -> None:
    """Find the papers that answer a question.

    "A phrase in quotes" has to be in the paper, if any paper has it; a -word or -"phrase" behind a minus must not
    be. In a text of more than 32 words, neither quotes nor a minus mean anything.

    A word behind --rerank or --diverse is its MODEL or LAMBDA if the question stands elsewhere, or if it looks like
    one: a name with a slash and no space, or a number. Otherwise it is the question. There is no doubt with an
    equals sign, as in --rerank=MODEL.

    The jsonl format is one paper a line, or one answer a line with --questions. Best sentences are found
    by default, but not with --questions.
    """
    if (question is None) == (questions is None):
        raise UsageError("Give either a question or --questions FILE.", fix="See: semsearch search --help")
    filters = options.filters_of(year=year, venue=venue, author=author, keyword=keyword, id_file=id_file)
    ranking = ranking_options.ranking_of(
        mode=mode, fusion=fusion, semantic_weight=semantic_weight, rerank=rerank, diverse=diverse
    )
    from semsearch.engine.index import Index

    with ranking_options.explaining_rerankers(), Index.open(folder, precision=precision) as index:
        if questions is not None:
            from semsearch.readers.questions import read_queries

            queries = [replace(query, filters=filters) for query in read_queries(questions)]
            answers = index.search_all(queries, top_k=top_k, ranking=ranking, snippets=bool(snippets), evidence=why)
            reason = why_no_answer((query.text for query in queries), mode=mode, filters=filters)
            print_answers(answers, output_format, index=index, reason=reason)
            return
        text = without_controls(sys.stdin.read() if question == STDIN else str(question))
        wanted = output_format is not OutputFormat.IDS if snippets is None else snippets
        results = index.search(text, top_k=top_k, filters=filters, ranking=ranking, snippets=wanted, evidence=why)
        reason = why_no_answer([text], mode=mode, filters=filters)
        print_answer(results, output_format, index=index, reason=reason)
