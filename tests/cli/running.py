"""A small library behind the command line, and how to run a command on it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from semsearch.records import Paper

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Run: TypeAlias = Callable[..., "Outcome"]

ROOT = Path(__file__).parents[2]
PYTHON_PATH = {"PYTHONPATH": str(ROOT)}

PAPERS = (
    Paper(
        paper_id="doe2018lamps",
        title="Lamps that [bold]learn[/bold] to shine",
        abstract="We train lamps with light. The lamps shine longer than candles.",
        authors=("Jane Doe", "Lee Roe", "Ann Poe", "Max Moe"),
        year=2018,
        venue="Journal of Lamps",
        doi="10.1000/lamps",
        keywords=("lamps",),
        source="/library/papers.jsonl",
    ),
    Paper(
        paper_id="sato2020chuui",
        title="深層学習による大規模言語モデルの注意機構の効率化と応用",
        abstract="Attention in language models is made cheaper for long texts.",
        authors=("佐藤 太郎",),
        year=2020,
        venue="言語処理学会",
        url="https://example.org/sato",
        source="/library/papers.jsonl",
    ),
    Paper(
        paper_id="roe2022fish",
        title="Swimming of \x1b[31mfish\x1b[0m",
        abstract="How fish swim in cold water, measured with cameras.",
        year=2022,
        url="javascript:alert(1)",
        source="/library/papers.jsonl",
        extra={"pages": "1--9", "note": "\x9b31mred"},
    ),
)


@dataclass(frozen=True)
class Outcome:
    """What a command came to."""

    code: int
    out: str
    err: str


def start(*arguments: str, stdin: int = subprocess.DEVNULL, **variables: str) -> subprocess.Popen[str]:
    """Start a command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "semsearch", *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, **PYTHON_PATH, **variables},
    )
