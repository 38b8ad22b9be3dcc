"""What each part of the hybrid ranking is worth, on judged collections and on questions for one known paper each.

Run: python tests/benchmarks/ablation.py COLLECTION… [--known-item FILE… --index INDEX]

Collections are folders in BEIR layout, and their indexes those that `semsearch eval` keeps. A line of a known-item
file is an object with query_id, text and paper_id. Prints a Markdown table: first the modes of the product, then the
hybrid one put together here from its parts, in all the ways of `ways.py`.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np

from semsearch import Index
from semsearch.choices import Mode
from semsearch.engine.candidates import lexical_candidates, semantic_candidates
from semsearch.engine.encoder_choice import question_encoder
from semsearch.engine.lookup import known_ids
from semsearch.engine.paper_words import PaperWords
from semsearch.engine.questions import AnswerOptions, encode_questions, without_missing_phrases
from semsearch.engine.state_lexical import open_lexical
from semsearch.engine.state_vectors import open_vectors
from semsearch.evaluation.asking import ask_all
from semsearch.evaluation.collections import beir_collection
from semsearch.evaluation.indexing import index_corpus
from semsearch.evaluation.measures import measured, measures_named
from semsearch.evaluation.qrels import read_qrels
from semsearch.evaluation.questions import read_questions
from semsearch.evaluation.records import EvaluationPlan, Run
from semsearch.evaluation.selection import judged_questions
from semsearch.lexical.question import matched_words, read_question
from semsearch.ranking.order import Scored, best_first
from semsearch.records import Query, Ranking
from semsearch.store.reader import StoreReader
from semsearch.text import lexical_text
from ways import DEPTH, WAYS, WHOLE, Found

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from semsearch.protocols import Vector, VectorIndex

CUTOFF = 10
JUDGED = f"nDCG@{CUTOFF}"
KNOWN = (f"RR@{CUTOFF}", f"Success@{CUTOFF}")
FEW_WORDS = 0.15  # the share of the known-item questions whose paper has the least of their words
UNQUOTED = "--mode hybrid, no quotation marks"
QUOTES = str.maketrans("", "", '"\u201c\u201d')


class Asking:
    """An index, opened to be asked in all ways."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = StoreReader.open(folder)
        self.vectors: VectorIndex = open_vectors(folder, self.store.state)
        words, index = PaperWords.open(self.store), open_lexical(folder, self.store.state)
        if words is None or index is None:
            raise SystemExit(f"{folder} has no words; update it first: semsearch index")
        self.words, self.lexical_index = words, index
        self.encoder = question_encoder(folder, must_match=self.store.state.fingerprint)
        self.ids = {row: paper_id for paper_id, row in self.store.rows_of(list(self.store.paper_ids())).items()}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()

    def runs(self, queries: Sequence[Query]) -> dict[str, Run]:
        """The answers of all ways, by name; one leaves quotation marks out, which ask for whole phrases."""
        with Index.open(self.folder) as index:
            runs = {
                f"--mode {mode}": ask_all(index, queries, ranking=Ranking(mode=mode), depth=CUTOFF)
                for mode in reversed(Mode)
            }
            unquoted = [replace(query, text=query.text.translate(QUOTES)) for query in queries]
            runs[UNQUOTED] = ask_all(index, unquoted, ranking=Ranking(), depth=CUTOFF)
        answers: dict[str, dict[str, tuple[Scored, ...]]] = {name: {} for name in WAYS}
        for query, found in zip(queries, self._found(queries), strict=True):
            for name, way in WAYS.items():
                less = found.at(way.depth)
                answers[name][query.query_id] = self._best(less, way.scoring(less))
        return runs | {name: Run(name=name, answers=of_one) for name, of_one in answers.items()}

    def shared_words(self, query: Query, paper_id: str) -> float:
        """How much of the words of a question its paper has, by their weight in BM25: from 0 to 1."""
        question = read_question(query.text)
        row = self.store.rows_of([paper_id])[paper_id]
        matched = frozenset(matched_words(question, lexical_text(self.store.papers_at([row])[row])))
        weights = self.lexical_index.idf(question)
        shared = sum(
            float(weight) for word, weight in zip(question.words, weights, strict=True) if word.typed in matched
        )
        return shared / (float(weights.sum()) or 1.0)

    def _found(self, queries: Sequence[Query]) -> Iterator[Found]:
        for whole in encode_questions(queries, self.encoder, AnswerOptions(top_k=CUTOFF, ranking=Ranking())):
            question, vector = without_missing_phrases(whole, self.words).lexical, whole.vector
            if vector is None:  # never: the hybrid mode needs one
                raise TypeError("no vector")
            allowed = self.words.passing(question, None)
            nearest = semantic_candidates(self.vectors, vector, DEPTH, allowed=allowed).rows
            matching = lexical_candidates(self.words, question, DEPTH, allowed=allowed).rows
            rows = np.union1d(nearest, matching)
            yield Found(
                vector=vector,
                nearest=nearest,
                matching=matching,
                rows=rows,
                vectors=self.vectors.vectors(rows),
                lexical_scores=self.words.scores(question, rows),
                attainable=self.words.attainable(question),
            )

    def _best(self, found: Found, scores: Vector) -> tuple[Scored, ...]:
        named = zip(found.rows.tolist(), scores.tolist(), strict=True)
        return tuple(best_first((Scored(self.ids[row], score) for row, score in named if row in self.ids), CUTOFF))


@dataclass(frozen=True, slots=True)
class Column:
    """What a measure says of the answers to some questions: of each question, by the name of the way."""

    name: str
    values: Mapping[str, Vector]


def judged_column(folder: Path) -> Column:
    """A collection, indexed first if need be."""
    collection = beir_collection(folder)
    with Asking(index_corpus(collection, EvaluationPlan(rankings=())).folder) as asking:
        qrels = read_qrels(collection.qrels)
        names = known_ids(asking.store, {each.paper_id for each in qrels.judgments})
        judged = judged_questions(read_questions(collection.questions), qrels, names, questions_name=collection.name)
        (column,) = _columns(collection.name, asking.runs(judged.queries), judged.grades, (JUDGED,))
    return replace(column, name=collection.name)


def known_columns(files: Sequence[Path], folder: Path) -> list[Column]:
    """Questions for one known paper each, a file after the other, and those of all files that share few words."""
    columns, shared = [], []
    with Asking(folder) as asking:
        for path in files:
            lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            queries = [Query(text=line["text"], query_id=line["query_id"]) for line in lines]
            grades = {line["query_id"]: {line["paper_id"]: 1} for line in lines}
            columns += _columns(path.stem, asking.runs(queries), grades, KNOWN)
            shared += [asking.shared_words(query, line["paper_id"]) for query, line in zip(queries, lines, strict=True)]
    few = np.argsort(np.asarray(shared), kind="stable")[: round(FEW_WORDS * len(shared))]
    together = {
        name: np.concatenate([each.values[name] for each in columns[:: len(KNOWN)]])[few] for name in columns[0].values
    }
    return [*columns, Column(f"few shared words {KNOWN[0]}", together)]


def _columns(
    name: str, runs: Mapping[str, Run], grades: Mapping[str, Mapping[str, int]], measures: Sequence[str]
) -> list[Column]:
    values = {way: measured(run, grades, measures_named(measures)) for way, run in runs.items()}
    return [
        Column(
            f"{name} {measure}",
            {
                way: np.asarray([of_way[measure].by_question[query_id] for query_id in grades])
                for way, of_way in values.items()
            },
        )
        for measure in measures
    ]


def difference(columns: Sequence[Column], name: str) -> str:
    """How far the mean over collections is from the whole ranking's, with a 95 % interval for the same collections.

    The collections count alike, and the questions are a sample of each: the variance of the mean is the sum of their
    variances, s² / n, over the square of their number.
    """
    differences = [column.values[name] - column.values[WHOLE] for column in columns]
    variance = sum(float(each.var(ddof=1)) / len(each) for each in differences) / len(columns) ** 2
    mean = sum(float(each.mean()) for each in differences) / len(columns)
    return f"{mean:+.4f} ± {1.96 * math.sqrt(variance):.4f}" if variance else ""


def main() -> None:
    """Print the mean of each measure: a way a line, a collection a column."""
    parser = argparse.ArgumentParser()
    parser.add_argument("collections", nargs="+", type=Path)
    parser.add_argument("--known-item", nargs="+", type=Path, default=[])
    parser.add_argument("--index", type=Path)
    arguments = parser.parse_args()
    if bool(arguments.known_item) != bool(arguments.index):
        parser.error("--known-item and --index go together")
    judged = [judged_column(folder) for folder in arguments.collections]
    known = known_columns(arguments.known_item, arguments.index) if arguments.known_item else []
    heads = [f"{each.name} ({len(each.values[WHOLE]):,})" for each in (*judged, *known)]
    print(_line("", *heads[: len(judged)], "mean", f"less {WHOLE}", *heads[len(judged) :]))
    print("|---" * (len(heads) + 3) + "|")
    for name in judged[0].values:
        means = [float(each.values[name].mean()) for each in judged]
        figures = [f"{value:.4f}" for value in (*means, sum(means) / len(means))]
        of_known = [f"{each.values[name].mean():.4f}" for each in known]
        print(_line(name, *figures, difference(judged, name), *of_known))


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
