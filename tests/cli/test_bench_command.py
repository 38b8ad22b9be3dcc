"""`semsearch bench`: its two forms, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from semsearch.bench.records import (
    ArithmeticShare,
    Benchmark,
    ColdQuestion,
    EncoderUsed,
    EncodingSpeed,
    IndexSize,
    Machine,
    Spread,
    WarmQuestions,
)
from semsearch.choices import Precision
from semsearch.cli.bench_lines import benchmark_lines, benchmark_object

if TYPE_CHECKING:
    from pathlib import Path

    from cli.running import Run

FOUND = Benchmark(
    machine=Machine(
        cpu="Abacus", cores=2, system="Linux x86_64", python="3.11.7", onnxruntime="1.22.0", semsearch="0.1.0"
    ),
    encoder=EncoderUsed(model="small", precision=Precision.INT8, max_tokens=256, dim=384),
    index=IndexSize(papers=10, store_bytes=10_240, vector_bytes=5_120, lexical_bytes=2_560),
    encoding=EncodingSpeed(texts=10, tokens=2_000, seconds=0.125, peak_bytes=1024 * 1024),
    reference=EncodingSpeed(texts=10, tokens=2_000, seconds=0.5, peak_bytes=None),
    times_as_fast=4.0,
    arithmetic=ArithmeticShare(per_second=50e9, peak_per_second=200e9),
    cold_question=ColdQuestion(runs=5, median_ms=412.4, peak_bytes=None),
    warm_questions=WarmQuestions(
        questions=20,
        encode=Spread(p50_ms=3.14159, p95_ms=4.0),
        semantic=Spread(p50_ms=0.5, p95_ms=0.75),
        lexical=Spread(p50_ms=0.375, p95_ms=0.625),
        fuse=Spread(p50_ms=0.125, p95_ms=0.5),
        fetch=Spread(p50_ms=0.25, p95_ms=0.25),
        total=Spread(p50_ms=12.34, p95_ms=99.94),
        total_with_snippets=Spread(p50_ms=1234.5, p95_ms=2000.0),
    ),
    open_ms=0.2345,
    notes=("How it was measured.",),
)


def test_the_table_tells_every_figure() -> None:
    assert list(benchmark_lines(FOUND)) == [
        "machine            Abacus · 2 cores · Linux x86_64",
        "versions           semsearch 0.1.0 · Python 3.11.7 · onnxruntime 1.22.0",
        "encoder            small · int8 · 256 tokens as 384 numbers",
        "index              10 papers · 10.0 KiB papers, 5.0 KiB vectors, 2.5 KiB words · 1.8 KiB a paper",
        "",
        "encoding           80.0 abstracts/s · 16,000 tokens/s · 10 abstracts of 200 tokens",
        "  peak memory      1.0 MiB",
        "  reference        20.0 abstracts/s",
        "  compared         4.00 times as fast as the reference",
        "  arithmetic       25 % of the peak: 50 of 200 billion operations/s",
        "cold question      412 ms · a whole process, median of 5",
        "opening            0.23 ms with its vectors mapped",
        "",
        "20 warm questions         p50       p95",
        "  encode              3.14 ms   4.00 ms",
        "  semantic            0.50 ms   0.75 ms",
        "  lexical             0.38 ms   0.62 ms",
        "  fuse                0.12 ms   0.50 ms",
        "  fetch               0.25 ms   0.25 ms",
        "  total               12.3 ms   99.9 ms",
        "  with sentences     1,234 ms  2,000 ms",
        "",
        "How it was measured.",
    ]


def test_the_object_holds_what_is_computed_from_the_figures_too() -> None:
    told = benchmark_object(FOUND)
    assert told["encoding"]["texts_per_second"] == 80.0
    assert told["reference"]["tokens_per_second"] == 4000.0
    assert told["arithmetic"]["share"] == 0.25
    assert told["index"] == {
        "papers": 10,
        "store_bytes": 10_240,
        "vector_bytes": 5_120,
        "lexical_bytes": 2_560,
        "bytes_per_paper": 1792.0,
    }
    assert told["warm_questions"]["encode"] == {"p50_ms": 3.142, "p95_ms": 4.0}
    assert told["warm_questions"]["fuse"] == {"p50_ms": 0.125, "p95_ms": 0.5}


def test_a_benchmark_is_a_table_or_one_json_object(run: Run, library: Path) -> None:
    outcome = run("bench", "--papers", "2", "--questions", "1", "--format", "json", "-i", str(library))
    told = json.loads(outcome.out)
    assert outcome.code == 0
    assert list(told) == [
        "machine",
        "encoder",
        "index",
        "encoding",
        "reference",
        "times_as_fast",
        "arithmetic",
        "cold_question",
        "warm_questions",
        "open_ms",
        "notes",
    ]
    assert (told["encoding"]["texts"], told["reference"], told["arithmetic"]) == (2, None, None)
    assert "encoding 2 abstracts, 3 times\n" in outcome.err

    table = run("bench", "--papers", "2", "--questions", "1").out
    assert "1 warm question " in table
    assert "arithmetic" not in table


def test_without_an_index_the_command_says_how_to_build_one(run: Run, tmp_path: Path) -> None:
    outcome = run("bench", "-i", str(tmp_path / "none"))
    assert (outcome.code, outcome.out) == (4, "")
    assert "semsearch index" in outcome.err


@pytest.mark.parametrize("option", ["--papers", "--questions"])
def test_less_than_one_is_wrong_usage(run: Run, library: Path, option: str) -> None:
    assert run("bench", option, "0", "-i", str(library)).code == 2
