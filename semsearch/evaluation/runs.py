"""Runs: ranked answers to many questions, in TREC's six columns."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from semsearch.errors import BadRecordError, SemsearchError, SourceError, UsageError
from semsearch.evaluation.opening import opened_text
from semsearch.evaluation.records import Run
from semsearch.identity import clean_id
from semsearch.ranking.order import Scored
from semsearch.readers.fields.values import is_visible
from semsearch.readers.files import source_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

_COLUMNS: Final = 6
_FIX: Final = "A line of a TREC run is: question, Q0, paper, rank, score, name."


def write_run(run: Run, path: Path) -> None:
    """Write a run so that trec_eval ranks it as it is ranked here.

    trec_eval goes by the scores alone, as float32, and puts equal ones in an order of its own. So a score that
    is not below the one before it is written as the next smaller float32.

    Raises:
        UsageError: An id holds a blank, which the format does not allow.
        SemsearchError: The file cannot be written; nothing is left half-written.
    """
    temporary = path.with_name(f"{path.name}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(_lines(run))
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as exc:
        what = f"The run {path} cannot be written: {exc.strerror or exc}."
        raise SemsearchError(what, fix="Check the disk and the permissions.") from exc


def read_run(path: str | Path) -> Run:
    """Read a run, gzipped or not, ranked as trec_eval does: by float32 score, equal ones by id, both descending.

    Raises:
        SourceError: The file cannot be read, or holds no answers.
        BadRecordError: A line is not one of a run, or a paper comes twice for a question.
    """
    file = source_file(path)
    found: dict[str, dict[str, float]] = {}
    with opened_text(file, fix=_FIX) as stream:
        for number, line in enumerate(stream, start=1):
            if is_visible(line):
                _take_in(line, f"{file.name}:{number}", found)
    if not found:
        raise SourceError(f"{file.name} holds no answers.", fix=_FIX)
    answers = {query_id: _as_trec_eval_ranks(scores) for query_id, scores in found.items()}
    return Run(name=file.path.name if file.path else file.name, answers=answers)


def with_names(run: Run, names: Mapping[str, str]) -> Run:
    """The same run, with the papers under the names that they have there, each at its best rank."""
    answers = {}
    for query_id, papers in run.answers.items():
        best: dict[str, Scored] = {}
        for each in papers:
            paper_id = names.get(each.paper_id, each.paper_id)
            best.setdefault(paper_id, Scored(paper_id, each.score))
        answers[query_id] = tuple(best.values())
    return Run(name=run.name, answers=answers)


def falling(scores: Sequence[float]) -> list[float]:
    """The scores as float32, each at least one step below the one before."""
    import numpy as np

    lowered: list[float] = []
    limit, down = np.float32(np.inf), np.float32(-np.inf)
    for score in np.asarray(scores, dtype=np.float32):
        limit = min(score, np.nextafter(limit, down))
        lowered.append(float(limit))
    return lowered


def _lines(run: Run) -> Iterator[str]:
    for query_id, papers in run.answers.items():
        scores = falling([each.score for each in papers])
        for rank, (each, score) in enumerate(zip(papers, scores, strict=True), start=1):
            # Nine digits tell every float32 apart.
            yield f"{_word(query_id)} Q0 {_word(each.paper_id)} {rank} {score:.9g} {_word(run.name)}\n"


def _word(name: str) -> str:
    if len(name.split()) != 1:
        what = f"A TREC run cannot hold the id {name!r:.80}, because it is not one word."
        raise UsageError(what, fix="Leave out --runs, or rename it.")
    return name


def _take_in(line: str, where: str, found: dict[str, dict[str, float]]) -> None:
    cells = line.split()
    if len(cells) != _COLUMNS:
        raise BadRecordError(f"{where} has {len(cells)} columns, not {_COLUMNS}.", fix=_FIX)
    query_id, _, paper_id, _, score, _ = map(clean_id, cells)
    try:
        value = float(score)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadRecordError(f"{where}: the score {score!r:.40} is not a number.", fix=_FIX)
    scores = found.setdefault(query_id, {})
    if paper_id in scores:
        what = f"{where} names the paper {paper_id} a second time for the question {query_id}."
        raise BadRecordError(what, fix="Keep one of the two lines.")
    scores[paper_id] = value


def _as_trec_eval_ranks(scores: Mapping[str, float]) -> tuple[Scored, ...]:
    import numpy as np

    with np.errstate(over="ignore"):
        single = np.asarray(list(scores.values()), dtype=np.float32).tolist()
    ranked = sorted(zip(single, scores, strict=True), reverse=True)
    return tuple(Scored(paper_id, scores[paper_id]) for _, paper_id in ranked)
