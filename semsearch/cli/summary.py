"""What an update did and what an index holds, in a few plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semsearch.export.plain import one_line
from semsearch.text import shown_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from semsearch.encoding.prepared.manifest import PreparedModel
    from semsearch.readers.report import ReadingReport
    from semsearch.reports import BuildPlan, IndexInfo, Truncation, UpdateReport

_NAMED = 10  # of a long list
_LEFT_OUT_NAMED = 3


def counted(number: int, noun: str) -> str:
    """Count something: "1 paper", "1,200 papers"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def shown_duration(seconds: float) -> str:
    """A time in the units that fit it: "12 ms", "6.5 s", "6 min 40 s", "2 h 5 min"; at least a millisecond."""
    milliseconds = max(round(seconds * 1000), 1)
    if milliseconds < 1000:  # noqa: PLR2004 - a second
        return f"{milliseconds} ms"
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{seconds:.1f} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def update_lines(folder: Path, report: UpdateReport) -> Iterator[str]:
    """What an update did."""
    did = {
        "added": report.added,
        "changed": report.changed,
        "with new details only": report.details_changed,
        "unchanged": report.unchanged,
        "removed": report.removed,
    }
    parts = ", ".join(f"{number:,} {what}" for what, number in did.items() if number)
    yield f"{folder}: {counted(report.papers, 'paper')}{f' ({parts})' if parts else ''} · {_encoding(report)}"
    if report.truncation.cut_texts:
        yield truncation_line(report.truncation, max_tokens=report.max_tokens)
    if report.repaired:
        yield "the vectors were lost or damaged, so all of them were made again"
    if report.repeated:
        yield f"{counted(report.repeated, 'record')} came more than once; each paper is kept once"
    if report.renamed:
        yield f"{counted(len(report.renamed), 'paper')} got a new id, because another paper has theirs:"
        yield from _some([f"{own} → {given}" for own, given in report.renamed])


def plan_line(plan: BuildPlan) -> str:
    """What a long encoding will take."""
    return (
        f"{counted(plan.texts, 'abstract')} to encode: about {shown_duration(plan.seconds)}, "
        f"{shown_bytes(plan.disk_bytes)} of disk ({shown_bytes(plan.free_bytes)} free), "
        f"{shown_bytes(plan.memory_bytes)} of memory"
    )


def truncation_line(truncation: Truncation, *, max_tokens: int) -> str:
    """How much of the texts the encoder did not see; "100 %" means all of it, never almost all."""
    share = 100 * truncation.cut_tokens / truncation.tokens
    rounded = round(share) if truncation.cut_tokens == truncation.tokens else min(round(share), 99)
    cut = f"{rounded} %" if share >= 0.5 else "less than 1 %"  # noqa: PLR2004 - what rounds to 1
    verb = "is" if truncation.cut_texts == 1 else "are"
    return (
        f"{truncation.cut_texts:,} of {counted(truncation.texts, 'abstract')} {verb} longer than {max_tokens} tokens; "
        f"{cut} of all tokens were not seen"
    )


def reading_lines(report: ReadingReport) -> Iterator[str]:
    """What was skipped while reading."""
    if report.skipped:
        yield f"{counted(len(report.skipped), 'record')} skipped:"
        yield from _some([f"{each.source}:{each.line}: {each.problem}" for each in report.skipped])
    if report.left_out:
        named = "; ".join(f"{each.path} ({each.reason})" for each in report.left_out[:_LEFT_OUT_NAMED])
        others = len(report.left_out) - _LEFT_OUT_NAMED
        named += f"; and {others:,} more" if others > 0 else ""
        yield f"{counted(len(report.left_out), 'file')} left out: {named}"


def info_lines(info: IndexInfo) -> Iterator[str]:
    """What an index is, one fact per line."""
    model = info.fingerprint
    years = "" if info.first_year is None else f"{info.first_year} to {info.last_year}"
    facts = {
        "index": one_line(info.folder),
        "papers": f"{info.papers:,}",
        "years": years,
        "model": one_line(model.model),
        "sees": f"{model.max_tokens} tokens of a text, as {model.dim} numbers",
        "on disk": f"{shown_bytes(info.store_bytes)} papers, {shown_bytes(info.vector_bytes)} vectors, "
        f"{shown_bytes(info.lexical_bytes)} words",
        "built": f"{info.created.astimezone():%Y-%m-%d %H:%M}",
        "updated": f"{info.updated.astimezone():%Y-%m-%d %H:%M}",
        "format": str(info.format_version),
        "waiting": f"{counted(info.pending_texts, 'encoded abstract')} from an interrupted run"
        if info.pending_texts
        else "",
    }
    width = max(map(len, facts)) + 2
    yield from (f"{name:<{width}}{fact}" for name, fact in facts.items() if fact)


def model_lines(models: Sequence[PreparedModel]) -> Iterator[str]:
    """Prepared models, two lines each."""
    if not models:
        yield "no model is prepared yet; semsearch index prepares the one it needs"
    for each in models:
        made = f"made {each.created.astimezone():%Y-%m-%d}"
        yield f"{one_line(each.fingerprint.model)} · {each.precision} · {shown_bytes(each.size)} · {each.key} · {made}"
        yield f"  {each.reason or f'cosine with the reference at least {each.cosine:.4f}'}"


def _encoding(report: UpdateReport) -> str:
    if not report.encoded:
        return "nothing to encode"
    speed = f" ({report.encoded / report.seconds:,.0f}/s)" if report.seconds else ""
    return f"encoded {counted(report.encoded, 'abstract')} in {shown_duration(report.seconds)}{speed}"


def _some(lines: Sequence[str]) -> Iterator[str]:
    yield from (f"  {line}" for line in lines[:_NAMED])
    if len(lines) > _NAMED:
        yield f"  … and {len(lines) - _NAMED:,} more"
