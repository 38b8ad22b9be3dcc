"""How good the answers are with each precision of the encoder, on judged collections in BEIR layout.

Run: python tests/benchmarks/precision.py COLLECTION… [--model MODEL]
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING

import ir_measures
import numpy as np
from ir_measures import nDCG

from semsearch.choices import Precision
from semsearch.encoding.encoders import load_encoder
from semsearch.records import Paper
from semsearch.settings import DEFAULT_MODEL
from semsearch.text import encoded_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semsearch.protocols import Encoder

CUTOFF = 10
LIMIT = 0.005


def main() -> None:
    """Print nDCG@10 of each collection and precision, and how far the means are from the reference's."""
    parser = argparse.ArgumentParser()
    parser.add_argument("collections", nargs="+", type=Path)
    parser.add_argument("--model", default=DEFAULT_MODEL)
    arguments = parser.parse_args()
    print("precision", *(path.name for path in arguments.collections), "mean", sep="\t")
    means = {}
    for precision in (Precision.REFERENCE, Precision.FLOAT32, Precision.INT8):
        encoder = load_encoder(arguments.model, precision=precision)
        each = [_ndcg(path, encoder) for path in arguments.collections]
        means[precision] = float(np.mean(each))
        print(precision, *(f"{value:.4f}" for value in (*each, means[precision])), sep="\t", flush=True)
    difference = means[Precision.INT8] - means[Precision.REFERENCE]
    print(f"int8 less reference: {difference:+.4f}   (limit {LIMIT} either way)")


def _ndcg(collection: Path, encoder: Encoder) -> float:
    corpus = list(_lines(collection, "corpus"))
    queries = list(_lines(collection, "queries"))
    qrels: dict[str, dict[str, int]] = {}
    (path,) = collection.glob("qrels/test.tsv*")
    for row in csv.DictReader(_text(path).splitlines(), delimiter="\t"):
        qrels.setdefault(row["query-id"], {})[row["corpus-id"]] = int(row["score"])
    queries = [query for query in queries if query["_id"] in qrels]
    documents = encoder.encode_documents(
        [encoded_text(Paper(title=each.get("title", ""), abstract=each["text"])) for each in corpus]
    )
    similarities = encoder.encode_queries([query["text"] for query in queries]) @ documents.T
    run = {}
    for query, of_query in zip(queries, similarities, strict=True):
        best = np.argsort(-of_query, kind="stable")[:CUTOFF]
        run[query["_id"]] = {corpus[place]["_id"]: float(of_query[place]) for place in best}
    return float(ir_measures.calc_aggregate([nDCG @ CUTOFF], qrels, run)[nDCG @ CUTOFF])


def _lines(collection: Path, name: str) -> Iterator[dict[str, str]]:
    (path,) = collection.glob(f"{name}.jsonl*")
    return map(json.loads, _text(path).splitlines())


def _text(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()


if __name__ == "__main__":
    main()
