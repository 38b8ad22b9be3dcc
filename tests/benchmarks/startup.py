"""How long `--help`, `show` and `info` take as whole processes, against importing typer and rich alone.

Run: python tests/benchmarks/startup.py
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from semsearch.engine.updating import update_index
from semsearch.readers.sources import read_papers
from timing import median_seconds

DATA = Path(__file__).parents[2] / "data" / "papers.jsonl"
RUNS = 15
LIMIT = 3.0


def main() -> None:
    """Print one line a command with its time and its ratio to the baseline."""
    semsearch = [sys.executable, "-m", "semsearch"]
    with tempfile.TemporaryDirectory() as folder:
        update_index(Path(folder), read_papers([DATA]), model="hashed-words")
        seconds = median_seconds(
            {
                "import typer, rich.console": [sys.executable, "-c", "import typer, rich.console"],
                "semsearch --help": [*semsearch, "--help"],
                "semsearch show": [*semsearch, "show", "vaswani2017attention", "--index", folder],
                "semsearch info": [*semsearch, "info", "--index", folder],
            },
            runs=RUNS,
        )
    baseline, *_ = seconds.values()
    for name, each in seconds.items():
        print(f"{name:28} {each * 1000:6.0f} ms   {each / baseline:4.2f} x   (limit {LIMIT} x)")


if __name__ == "__main__":
    main()
