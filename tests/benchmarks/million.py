"""Opening and searching an index of a million papers, against FAISS alone on the same vectors.

The papers and their vectors are synthetic; the index is built as any other, by `Index.build`, and
measured in a fresh process. Run: python tests/benchmarks/million.py [--papers 1000000] [--folder F]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from semsearch import Index, Paper
from semsearch.encoding.encoders import load_encoder
from semsearch.encoding.rows import part_by_part, unit_rows
from semsearch.settings import DEFAULT_MODEL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from semsearch.protocols import EncodedTexts, Vectors
    from semsearch.records import Fingerprint

DIM = 384
SEARCHES = 30
MEBIBYTE = 2**20


class SyntheticEncoder:
    """Gives each text a random direction, seeded by the text; implements `Encoder`."""

    dim = DIM
    max_tokens = 256

    def __init__(self, fingerprint: Fingerprint) -> None:
        # That of a real model, so that the index can be asked from the command line, too.
        self.fingerprint = fingerprint

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """Encode texts: (n, dim) float32, rows of length 1."""
        seed = int.from_bytes(texts[0].encode()[-8:].rjust(8, b"\0"), "big")
        return unit_rows(
            np.random.default_rng(seed).standard_normal((len(texts), DIM), dtype=np.float32), model="synthetic"
        )

    encode_queries = encode_documents

    def encode_stream(self, parts: Iterable[Sequence[str]]) -> Iterator[EncodedTexts]:
        """Encode texts part by part."""
        return part_by_part(self, parts)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count words."""
        return [len(text.split()) for text in texts]


def synthetic_papers(count: int) -> Iterator[Paper]:
    """Papers with an abstract of a few words, for the size of the store is not measured here."""
    for number in range(count):
        abstract = f"We measure the quantity {number} and compare it with the quantity {number // 2}."
        yield Paper(paper_id=f"p{number:07}", title=f"On quantity {number}", abstract=abstract, year=1990 + number % 35)


def measure(folder: Path) -> None:
    """Open and search in this process, and print what it took."""
    import faiss

    with Index.open(folder) as index:
        encoder = SyntheticEncoder(index.info().fingerprint)
    start = time.perf_counter()
    index = Index.open(folder, encoder=encoder)
    index._state.searcher()
    opened = time.perf_counter() - start
    questions = [f"question {number}" for number in range(SEARCHES)]
    index.search(questions[0], snippets=False)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    info = index.info()
    print(f"papers            {info.papers:,}, {info.vector_bytes / MEBIBYTE:,.0f} MiB of vectors")
    print(f"open              {opened * 1000:.1f} ms   (limit 50 ms)")
    print(f"peak memory       {peak / MEBIBYTE:,.0f} MiB, {peak / info.vector_bytes:.2f} x the vectors   (limit 1.2 x)")

    (path,) = folder.glob("vectors-*.faiss")
    raw = faiss.read_index(str(path), faiss.IO_FLAG_MMAP_IFC)
    ours, alone = [], []
    for question in questions:
        vector = encoder.encode_queries([question])
        start = time.perf_counter()
        raw.search(vector, 10)
        alone.append(time.perf_counter() - start)
        start = time.perf_counter()
        index.search(question, snippets=False)
        ours.append(time.perf_counter() - start)
    ratio = statistics.median(ours) / statistics.median(alone)
    print(f"FAISS alone       {statistics.median(alone) * 1000:.1f} ms a search")
    print(f"semsearch         {statistics.median(ours) * 1000:.1f} ms a search, {ratio:.2f} x   (limit 1.2 x)")


def main() -> None:
    """Build the index if the folder has none, and measure it in a fresh process."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--papers", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--measure", action="store_true", help="Measure an index that is there, in this process.")
    arguments = parser.parse_args()
    if arguments.measure:
        measure(arguments.folder)
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        if not (folder / "papers.sqlite").exists():
            start = time.perf_counter()
            Index.build(
                synthetic_papers(arguments.papers),
                folder,
                encoder=SyntheticEncoder(load_encoder(DEFAULT_MODEL).fingerprint),
            ).close()
            print(f"build             {time.perf_counter() - start:.0f} s")
        subprocess.run([sys.executable, __file__, "--measure", "--folder", str(folder)], check=True)


if __name__ == "__main__":
    main()
