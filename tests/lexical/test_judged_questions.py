"""How good the answers are that words alone give, on real collections."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import ir_measures
import pytest
from ir_measures import nDCG

from semsearch.lexical.index import LexicalIndex
from semsearch.lexical.question import read_question
from semsearch.lexical.writing import LexicalDocument, update_lexical

if TYPE_CHECKING:
    from pathlib import Path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).decode().splitlines()]


def ndcg_at_10(collection: Path, folder: Path) -> float:
    corpus = lines(collection / "corpus.jsonl.gz")
    judged = (line.split("\t") for line in (collection / "qrels/test.tsv").read_text().splitlines()[1:])
    qrels: dict[str, dict[str, int]] = {}
    for query_id, paper_id, score in judged:
        qrels.setdefault(query_id, {})[paper_id] = int(score)
    texts = [f"{each.get('title', '')} {each['text']}" for each in corpus]
    update_lexical(folder, add=[LexicalDocument(row, text) for row, text in enumerate(texts)])
    index = LexicalIndex.open(folder)
    run = {}
    for query in lines(collection / "queries.jsonl.gz"):
        # They quote titles, and knew of no syntax.
        question = replace(read_question(query["text"]), phrases=(), excluded=())
        found = index.search(question, 10)
        scored = zip(found.rows.tolist(), found.scores.tolist(), strict=True)
        run[query["_id"]] = {corpus[row]["_id"]: score for row, score in scored}
    return float(ir_measures.calc_aggregate([nDCG @ 10], qrels, run)[nDCG @ 10])


@pytest.mark.parametrize(("name", "least"), [("med", 0.69), ("cacm", 0.495)])
def test_words_alone_answer_as_well_as_they_did(shared_data: Path, tmp_path: Path, name: str, least: float) -> None:
    """Measured: 0.697 and 0.500."""
    assert ndcg_at_10(shared_data / "collections" / name, tmp_path / "lexical") >= least
