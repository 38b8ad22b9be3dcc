"""How fast abstracts are encoded, against `SentenceTransformer.encode` with its defaults on the same abstracts.

Each has a process of its own, and they take turns, as in `semsearch bench --against-reference`.
Run: python tests/benchmarks/encoding.py FILE… [--papers 380]
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path

from semsearch.bench.encoding_speed import encoding_speeds
from semsearch.choices import Precision
from semsearch.encoding.encoders import load_encoder
from semsearch.readers.sources import read_papers
from semsearch.settings import DEFAULT_MODEL
from semsearch.text import encoded_text

LIMIT = 3.0
MEBIBYTE = 2**20


def main() -> None:
    """Print abstracts a second, the ratios, and peak memory, which does not count the preparation."""
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--papers", type=int, default=380, help="Repeated from the start if there are fewer.")
    arguments = parser.parse_args()
    texts = [encoded_text(paper) for paper in itertools.islice(read_papers(arguments.files), arguments.papers)]
    texts = list(itertools.islice(itertools.cycle(texts), arguments.papers))
    print(f"{len(texts)} abstracts")
    for precision in (Precision.FLOAT32, Precision.INT8):
        fingerprint = load_encoder(DEFAULT_MODEL, precision=precision).fingerprint
        ours, plain = encoding_speeds(
            texts, folder=Path(), fingerprint=fingerprint, precision=precision, against_reference=True
        )
        for name, speed in (("SentenceTransformer.encode", plain), (precision.value, ours)):
            peak = f"{speed.peak_bytes / MEBIBYTE:,.0f} MiB at the peak" if speed.peak_bytes else ""
            ratio = plain.seconds / speed.seconds
            print(f"{name:28} {speed.texts_per_second:6.1f} abstracts/s   {ratio:5.2f} x   {peak}")
    print(f"(limit {LIMIT} x for int8)")


if __name__ == "__main__":
    main()
