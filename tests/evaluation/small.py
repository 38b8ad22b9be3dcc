"""A collection of four papers and five questions, in BEIR's layout."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

from semsearch.choices import Mode
from semsearch.evaluation.records import EvaluationPlan, Run
from semsearch.ranking.order import Scored
from semsearch.records import Ranking
from semsearch.settings import FAKE_MODEL

if TYPE_CHECKING:
    from pathlib import Path

PAPERS = {
    "lamps": "Lamps shine longer than candles.",
    "fish": "Fish swim in cold water.",
    "moons": "Moons circle distant planets.",
    "bread": "Bread needs yeast and warmth.",
}
QUESTIONS = {
    "q1": "which lamps shine longer than candles",
    "q2": "how do fish swim in cold water",
    "q3": "moons of planets",
    "q4": "what nobody judged",
}
QRELS = "query-id\tcorpus-id\tscore\nq1\tlamps\t2\nq1\tbread\t0\nq2\tfish\t1\nq2\tmoons\t1\nq3\tfish\t1\n"


def plan(**fields: Any) -> EvaluationPlan:
    """A plan with the fake encoder and one mode."""
    return EvaluationPlan(**{"rankings": (Ranking(mode=Mode.SEMANTIC),), "model": FAKE_MODEL} | fields)


def ranked(name: str = "run", **answers: str) -> Run:
    """A run from question to papers, best first, as "a b c"."""
    return Run(
        name=name,
        answers={
            query_id: tuple(Scored(paper_id, 1 / rank) for rank, paper_id in enumerate(papers.split(), start=1))
            for query_id, papers in answers.items()
        },
    )


def write_collection(folder: Path, *, packed: bool = False) -> Path:
    """Write the collection to a folder."""
    corpus = [{"_id": paper_id, "title": paper_id, "text": text} for paper_id, text in PAPERS.items()]
    questions = [{"_id": query_id, "text": text} for query_id, text in QUESTIONS.items()]
    (folder / "qrels").mkdir(parents=True)
    ending = ".gz" if packed else ""
    write_text(folder / f"corpus.jsonl{ending}", "".join(f"{json.dumps(each)}\n" for each in corpus))
    write_text(folder / f"queries.jsonl{ending}", "".join(f"{json.dumps(each)}\n" for each in questions))
    write_text(folder / "qrels" / f"test.tsv{ending}", QRELS)
    return folder


def write_text(path: Path, text: str) -> Path:
    """Write a file, gzipped if its name says so."""
    data = text.encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path
