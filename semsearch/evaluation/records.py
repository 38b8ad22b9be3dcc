"""What is evaluated, and what came out. Names of measures are those of ir-measures, as "nDCG@10"."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from semsearch.choices import Precision
    from semsearch.ranking.order import Scored
    from semsearch.records import Ranking
    from semsearch.significance import Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """Where the parts of a collection are.

    Attributes:
        name: What reports and files of runs call it.
        corpus: Files or folders with its papers; none if they are those of an index that is there already.
        questions: The file of its questions.
        qrels: The file of its judgments.
    """

    name: str
    corpus: tuple[Path, ...] = ()
    questions: Path
    qrels: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationPlan:
    """What to measure, and with what.

    Attributes:
        rankings: Ways of searching, each measured on its own.
        measures: By name; none means the usual ones.
        index: The index folder; by default one in the user's cache, or for an own index the usual one.
        model: Name or path of the encoder of a new index.
        precision: How exactly it computes.
        baseline: A TREC run to compare with.
        runs: The folder to write runs to, if they are wanted.
    """

    rankings: tuple[Ranking, ...]
    measures: tuple[str, ...] = ()
    index: Path | None = None
    model: str | None = None
    precision: Precision | None = None
    baseline: Path | None = None
    runs: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgment:
    """How relevant a paper is to a question: `grade` from 1 up if it is, else 0 or less; `line` is that of the file."""

    query_id: str
    paper_id: str
    grade: int
    line: int


@dataclass(frozen=True, slots=True)
class Qrels:
    """All judgments of a file, in its order."""

    name: str
    judgments: tuple[Judgment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Answers to many questions.

    Attributes:
        name: The ranking in a word, or the file that it came from.
        answers: From `query_id` to papers, best first.
        times_ms: Milliseconds of each answer, if they were measured here.
        notes: What the answers told, with how many of them did.
    """

    name: str
    answers: Mapping[str, tuple[Scored, ...]] = field(hash=False)
    times_ms: tuple[float, ...] = ()
    notes: tuple[str, ...] = ()

    def paper_ids(self) -> set[str]:
        """All papers that it names."""
        return {each.paper_id for papers in self.answers.values() for each in papers}


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """Milliseconds of one answer. Questions are encoded together, so this is less than one alone would take."""

    mean_ms: float
    p50_ms: float
    p95_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureValues:
    """What a measure gave: its value over all questions, and that of each."""

    overall: float
    by_question: Mapping[str, float] = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How good one run is.

    Attributes:
        name: Of the run.
        values: From the name of each measure to what it gave.
        ranking: How papers were found and put in order; None for a baseline.
        latency: Of an answer; None for a baseline.
        path: The file that the run was written to, or came from.
    """

    name: str
    values: Mapping[str, MeasureValues] = field(hash=False)
    ranking: Ranking | None = None
    latency: Latency | None = None
    path: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One run against another, question by question.

    Attributes:
        measure: What was compared.
        one: Name of the run that is ahead, or of the first one.
        other: Name of the other run.
        difference: The mean of one less the mean of the other.
        interval: Where the true difference is with 95 % confidence; None for a single question.
        p_value: Of a two-sided paired randomization test.
        adjusted_p: The same, adjusted by Holm for the pairs compared with this measure.
        better: Questions at which `one` is better.
        equal: Questions at which both are equally good.
        worse: Questions at which `one` is worse.
    """

    measure: str
    one: str
    other: str
    difference: float
    interval: Interval | None
    p_value: float
    adjusted_p: float
    better: int
    equal: int
    worse: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """How good the answers to the questions of one collection are.

    Attributes:
        collection: Its name.
        index: The folder of the index that was asked.
        model: The encoder of that index.
        papers: In the index.
        questions: That were asked and judged.
        left_out: Questions without judgments.
        judgments: Of the questions asked.
        relevant: Those of them that call a paper relevant.
        unknown_papers: Judged papers that are not in the index.
        depth: How many papers were retrieved for a question.
        results: One a ranking, then the baseline.
        comparisons: Of all pairs of results, by measure.
        notes: What has to be known to read the figures.
    """

    collection: str
    index: str
    model: str
    papers: int
    questions: int
    left_out: int
    judgments: int
    relevant: int
    unknown_papers: int
    depth: int
    results: tuple[Result, ...]
    comparisons: tuple[Comparison, ...]
    notes: tuple[str, ...]
