"""How fast abstracts are encoded, against `SentenceTransformer.encode` with its defaults on the same abstracts.

Each side is a process of its own that encodes all abstracts several times, in turns with the other, so that a busy
moment of the machine hits both. Loading does not count. Run: python tests/benchmarks/encoding.py FILE… [--papers 380]
"""

from __future__ import annotations

import argparse
import itertools
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from semsearch.choices import Precision
from semsearch.encoding.factory import load_encoder
from semsearch.readers.sources import read_papers
from semsearch.settings import DEFAULT_MODEL
from semsearch.text import encoded_text

if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT = 3.0
MEBIBYTE = 2**20
PLAIN = "plain encode"


def work(texts: list[str], side: str) -> None:
    """Encode the texts at each line of standard input, and print the seconds, then the peak memory."""
    encode = _plain(texts) if side == PLAIN else _ours(texts, Precision(side))
    print("ready", flush=True)
    for _ in sys.stdin:
        start = time.perf_counter()
        encode()
        print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, flush=True)


def _plain(texts: list[str]) -> Callable[[], object]:
    from sentence_transformers import SentenceTransformer

    from semsearch.encoding.model_files import embedded_folder

    model = SentenceTransformer(str(embedded_folder()), device="cpu")
    model.encode(texts[:32])
    return lambda: model.encode(texts)


def _ours(texts: list[str], precision: Precision) -> Callable[[], object]:
    encoder = load_encoder(DEFAULT_MODEL, precision=precision)
    encoder.encode_documents(texts[:32])
    return lambda: encoder.encode_documents(texts)


def main() -> None:
    """Print abstracts a second, the ratios, and peak memory."""
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--papers", type=int, default=380, help="Repeated from the start if there are fewer.")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--work", help="Encode in this process, for the other.")
    arguments = parser.parse_args()
    if arguments.work:
        work(json.loads(Path(arguments.files[0]).read_text()), arguments.work)
        return
    texts = [encoded_text(paper) for paper in itertools.islice(read_papers(arguments.files), arguments.papers)]
    texts = list(itertools.islice(itertools.cycle(texts), arguments.papers))
    load_encoder(DEFAULT_MODEL, precision=Precision.FLOAT32)
    load_encoder(DEFAULT_MODEL, precision=Precision.INT8)

    sides = [PLAIN, Precision.FLOAT32.value, Precision.INT8.value]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(texts, file)
        file.flush()
        workers = {side: _worker(file.name, side) for side in sides}
        seconds: dict[str, list[float]] = {side: [] for side in sides}
        peak = dict.fromkeys(sides, 0.0)
        for _ in range(arguments.runs):
            for side, worker in workers.items():
                told = _ask(worker).split()
                seconds[side].append(float(told[0]))
                peak[side] = float(told[1])
        for worker in workers.values():
            worker.communicate()
    baseline = statistics.median(seconds[PLAIN])
    print(f"{len(texts)} abstracts, medians of {arguments.runs} runs")
    for side in sides:
        median = statistics.median(seconds[side])
        rate, ratio = len(texts) / median, baseline / median
        print(f"{side:14} {rate:6.1f} abstracts/s   {ratio:5.2f} x   {peak[side] / MEBIBYTE:5.0f} MiB at the peak")
    print(f"(limit {LIMIT} x for int8)")


def _worker(texts: str, side: str) -> subprocess.Popen[str]:
    command = [sys.executable, __file__, texts, "--work", side]
    worker = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert worker.stdout is not None
    worker.stdout.readline()
    return worker


def _ask(worker: subprocess.Popen[str]) -> str:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write("\n")
    worker.stdin.flush()
    return worker.stdout.readline()


if __name__ == "__main__":
    main()
