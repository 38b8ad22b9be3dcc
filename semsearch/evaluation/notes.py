"""What has to be known to read the figures of an evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semsearch.evaluation.measures import has_no_cutoff, measure_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ir_measures import Measure

    from semsearch.evaluation.records import Run
    from semsearch.evaluation.selection import JudgedQuestions
    from semsearch.records import Ranking


def notes_on_depth(depth: int, measures: Sequence[Measure], rankings: Sequence[Ranking]) -> Iterator[str]:
    """How many papers of an answer were looked at, where the names of measures and modes do not tell."""
    if any(map(has_no_cutoff, measures)):
        yield f"Measures without a cutoff look at the first {depth:,} papers of an answer."
    if any(ranking.reranker is not None for ranking in rankings):
        yield f"The first {depth:,} papers of an answer were reranked, as by semsearch search -k {depth}."


def notes_on_baseline(
    baseline: Run, judged: JudgedQuestions, measures: Sequence[Measure], *, papers: int
) -> Iterator[str]:
    """What the baseline lacks, so that its figures are lower than it may deserve."""
    answered = [len(baseline.answers[query_id]) for query_id in judged.grades if query_id in baseline.answers]
    if missing := len(judged.grades) - len(answered):
        yield f"{baseline.name} does not answer {missing:,} of the questions, which counts as finding nothing."
    longest = max(answered, default=0)
    cut = [measure_name(each) for each in measures if min(each.params.get("cutoff", 0), papers) > longest]
    if cut:
        yield f"{baseline.name} names at most {longest:,} papers a question, too few for {', '.join(cut)}."
