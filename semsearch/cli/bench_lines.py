"""What a benchmark found, as lines and as an object."""

from __future__ import annotations

import math
import textwrap
from typing import TYPE_CHECKING, Any, Final

from semsearch.cli.summary import counted
from semsearch.export.json_objects import as_object
from semsearch.export.plain import one_line
from semsearch.text import shown_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semsearch.bench.records import Benchmark, EncodingSpeed

_GIGA: Final = 1e9
_DIGITS: Final = 3  # behind the point
_WIDTH: Final = 100
_STAGES: Final = {
    "encode": "encode",
    "semantic": "semantic",
    "lexical": "lexical",
    "fuse": "fuse",
    "fetch": "fetch",
    "total": "total",
    "total_with_snippets": "with sentences",
}


def benchmark_lines(found: Benchmark) -> Iterator[str]:
    """One figure a line, with a table of the stages of an answer, and notes at the end."""
    facts = {**_circumstances(found), "": "", **_figures(found)}
    stages = {f"  {name}": getattr(found.warm_questions, stage) for stage, name in _STAGES.items()}
    asked = counted(found.warm_questions.questions, "warm question")
    width = max(map(len, [*facts, *stages, asked])) + 2
    yield from (f"{name:<{width}}{fact}".rstrip() for name, fact in facts.items() if fact or not name)
    yield ""
    yield f"{asked:<{width}}{'p50':>10}{'p95':>10}"
    for name, times in stages.items():
        yield f"{name:<{width}}{_milliseconds(times.p50_ms):>10}{_milliseconds(times.p95_ms):>10}"
    yield ""
    for note in found.notes:
        yield from textwrap.wrap(note, _WIDTH)


def benchmark_object(found: Benchmark) -> dict[str, Any]:
    """All fields of the record, and what is computed from them; numbers with three digits behind the point."""
    told: dict[str, Any] = as_object(found)
    told["index"]["bytes_per_paper"] = found.index.bytes_per_paper
    for name in ("encoding", "reference"):
        speed: EncodingSpeed | None = getattr(found, name)
        if speed is not None:
            told[name]["texts_per_second"] = speed.texts_per_second
            told[name]["tokens_per_second"] = speed.tokens_per_second
    if found.arithmetic is not None:
        told["arithmetic"]["share"] = found.arithmetic.share
    return {name: _rounded(value) for name, value in told.items()}


def _rounded(value: object) -> object:
    if isinstance(value, dict):
        return {name: _rounded(inner) for name, inner in value.items()}
    return round(value, _DIGITS) if isinstance(value, float) else value


def _circumstances(found: Benchmark) -> dict[str, str]:
    machine, encoder, index = found.machine, found.encoder, found.index
    runtime = f"onnxruntime {machine.onnxruntime}" if machine.onnxruntime else ""
    versions = (f"semsearch {machine.semsearch}", f"Python {machine.python}", runtime)
    sees = f"{encoder.max_tokens} tokens as {encoder.dim} numbers"
    sizes = {"papers": index.store_bytes, "vectors": index.vector_bytes, "words": index.lexical_bytes}
    disk = ", ".join(f"{shown_bytes(size)} {name}" for name, size in sizes.items())
    return {
        "machine": _joined(one_line(machine.cpu), counted(machine.cores, "core"), machine.system),
        "versions": _joined(*versions),
        "encoder": _joined(one_line(encoder.model), encoder.precision or "", sees),
        "index": _joined(counted(index.papers, "paper"), disk, f"{shown_bytes(index.bytes_per_paper)} a paper"),
    }


def _figures(found: Benchmark) -> dict[str, str]:
    encoding, reference, arithmetic, cold = found.encoding, found.reference, found.arithmetic, found.cold_question
    texts = f"{counted(encoding.texts, 'abstract')} of {encoding.tokens / encoding.texts:.0f} tokens"
    return {
        "encoding": _joined(_speed(encoding), f"{encoding.tokens_per_second:,.0f} tokens/s", texts),
        "  peak memory": _peak(encoding.peak_bytes),
        "  reference": _joined(_speed(reference), _peak(reference.peak_bytes)) if reference else "",
        "  compared": f"{found.times_as_fast:.2f} times as fast as the reference" if found.times_as_fast else "",
        "  arithmetic": (
            f"{100 * arithmetic.share:.0f} % of the peak: "
            f"{arithmetic.per_second / _GIGA:,.0f} of {arithmetic.peak_per_second / _GIGA:,.0f} billion operations/s"
            if arithmetic
            else ""
        ),
        "cold question": _joined(
            _milliseconds(cold.median_ms), _peak(cold.peak_bytes), f"a whole process, median of {cold.runs}"
        ),
        "opening": f"{_milliseconds(found.open_ms)} with its vectors mapped",
    }


def _speed(speed: EncodingSpeed) -> str:
    return f"{speed.texts_per_second:,.1f} abstracts/s"


def _peak(peak_bytes: int | None) -> str:
    return shown_bytes(peak_bytes) if peak_bytes is not None else ""


def _milliseconds(milliseconds: float) -> str:
    """Three digits, or all of those before the point."""
    digits = 2 - min(max(math.floor(math.log10(milliseconds)), 0), 2) if milliseconds > 0 else 0
    return f"{milliseconds:,.{digits}f} ms"


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
