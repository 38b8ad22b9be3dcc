"""The whole tuning: read pairs, split, mine, train, average, judge, and keep the model only if it is better."""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final

from semsearch.choices import Precision
from semsearch.encoding.encoders import load_encoder
from semsearch.encoding.model_files import sha256_of, source_sha256, weight_files
from semsearch.encoding.prepared.cache import prepared_from, remove_prepared
from semsearch.engine.index import Index
from semsearch.tuning.base import base_source, load_base
from semsearch.tuning.card import model_card
from semsearch.tuning.development import best_share, copy_of_weights, evaluator_of, measured, tried_shares
from semsearch.tuning.extra import check_extra
from semsearch.tuning.judging import judged, objections
from semsearch.tuning.material import gather
from semsearch.tuning.pairs import known_pairs, named_papers, read_pairs
from semsearch.tuning.places import at_work, free_place
from semsearch.tuning.records import ShareTried, TaskSize, TuningReport
from semsearch.tuning.splits import sizes, split

if TYPE_CHECKING:
    from semsearch.encoding.loading import ModelSource
    from semsearch.tuning.material import Material
    from semsearch.tuning.places import Workplace
    from semsearch.tuning.records import BeforeAndAfter, Progress, TrainingOptions, TuningPlan
    from semsearch.tuning.splits import Split

logger = logging.getLogger(__name__)

_CHANCE: Final = 0.05
_NO_OTHER_FIELDS: Final = (
    "The index has too few papers of no pair to see whether other fields keep their quality; try the model on them."
)
_BY_CHANCE: Final = "The gain on the held-out part may be chance (p = {p:.2f}); more pairs would tell."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Prepared:
    """All that is known before the training."""

    source: ModelSource
    parts: Split
    material: Material
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trained:
    """What the training came to; the model itself is in the workplace."""

    steps: int
    shares: tuple[ShareTried, ...]
    share: float


@dataclass(frozen=True, slots=True)
class _Judged:
    """Before and after, on both trials."""

    pairs: BeforeAndAfter
    other_fields: BeforeAndAfter | None


def tune(plan: TuningPlan, *, progress: Progress | None = None) -> TuningReport:
    """Tune the encoder of an index with pairs of questions and papers.

    What is interrupted goes on from its last checkpoint when it is asked for again. The index stays as it is.

    Args:
        plan: What to tune, and with what.
        progress: Told of each step of the training.

    Returns:
        What came out; the model is in the output folder, unless there are objections.

    Raises:
        UsageError: A package is missing, the output is there already, or the model cannot be tuned.
        SourceError: The pairs cannot be read, are too few, or are of other papers.
        BadRecordError: A line of the file is not a pair.
        IndexFolderError: The index is missing, damaged or of another encoder.
        IndexLockedError: Another process tunes a model for the same output.
    """
    start = perf_counter()
    check_extra()
    workplace = free_place(plan.output)
    prepared = _prepare(plan)
    with at_work(workplace):
        trained = _train(prepared, plan.options, workplace, progress)
        found = _judge(prepared, workplace)
        report = _report(plan, prepared, trained, found, seconds=perf_counter() - start)
        if report.is_kept:
            (workplace.model / "README.md").write_text(model_card(report), encoding="utf-8")
            workplace.put_in_place()
        else:
            workplace.remove()
    return report


def _prepare(plan: TuningPlan) -> _Prepared:
    given = read_pairs(plan.pairs)
    with Index.open(plan.index) as index:
        source = base_source(plan.model or index.info().fingerprint.model)
        known = known_pairs(given, index.known_ids(named_papers(given)), source=plan.pairs)
        parts = split(known.pairs, seed=plan.options.seed)
        material = gather(index, parts, seed=plan.options.seed)
    notes = known.notes if material.other_fields else (*known.notes, _NO_OTHER_FIELDS)
    return _Prepared(source=source, parts=parts, material=material, notes=notes)


def _train(prepared: _Prepared, options: TrainingOptions, workplace: Workplace, progress: Progress | None) -> _Trained:
    """Train, choose the share of the tuned weights, and save the model in the workplace."""
    from semsearch.tuning.training import train
    from semsearch.tuning.watching import Watching

    if workplace.keep_only(_key(prepared, options)):
        logger.info("%s is of other pairs or options; beginning again", workplace.folder)
    material = prepared.material
    model = load_base(prepared.source)
    base = copy_of_weights(model)
    evaluator = evaluator_of(material.development)
    before = measured(model, evaluator)
    watching = Watching(
        progress or (lambda _: None),
        evaluation_seconds=before.seconds,
        later_seconds=before.seconds * _later_evaluations(material),
    )
    steps = train(
        model, material.tasks, evaluator, options=options, checkpoints=workplace.checkpoints, watching=watching
    )
    logger.info("choosing between the weights before and after")
    tried = tried_shares(model, base, evaluator)
    model.save(str(workplace.model), create_model_card=False)
    shares = (*tried, ShareTried(share=0.0, reciprocal_rank=before.reciprocal_rank))
    return _Trained(steps=steps, shares=shares, share=best_share(tried))


def _judge(prepared: _Prepared, workplace: Workplace) -> _Judged:
    """Ask both encoders, each as it is used in an index."""
    material = prepared.material
    logger.info("judging before and after, on %s held-out questions", f"{len(material.held_out.questions):,}")
    base, tuned = load_encoder(prepared.source.name), load_encoder(str(workplace.model))
    other_fields = material.other_fields
    found = _Judged(judged(base, tuned, material.held_out), judged(base, tuned, other_fields) if other_fields else None)
    # It goes by the name of the unfinished folder, and is made again under its own.
    is_prepared = prepared_from(source_sha256(workplace.model), Precision.INT8)
    remove_prepared([is_prepared] if is_prepared else [])
    return found


def _report(
    plan: TuningPlan, prepared: _Prepared, trained: _Trained, found: _Judged, *, seconds: float
) -> TuningReport:
    notes = prepared.notes
    against = objections(found.pairs, found.other_fields)
    if not against and found.pairs.p_value > _CHANCE:
        notes = (*notes, _BY_CHANCE.format(p=found.pairs.p_value))
    return TuningReport(
        output=str(plan.output),
        index=str(plan.index),
        model=prepared.source.name,
        options=plan.options,
        train=sizes(prepared.parts.train),
        development=sizes(prepared.parts.development),
        held_out=sizes(prepared.parts.held_out),
        examples=tuple(TaskSize(task.name, len(task.examples)) for task in prepared.material.tasks),
        mined=prepared.material.mined,
        steps=trained.steps,
        seconds=seconds,
        shares=trained.shares,
        share=trained.share,
        pairs=found.pairs,
        other_fields=found.other_fields,
        objections=against,
        notes=notes,
    )


def _later_evaluations(material: Material) -> float:
    """What comes after the training, in evaluations of the development part: the shares, and all papers of the trials.

    Those are encoded by two encoders, each about four times as fast as the one that was trained.
    """
    trials = [material.held_out, *([material.other_fields] if material.other_fields else [])]
    return 4 + sum(len(trial.papers) for trial in trials) / (2 * len(material.development.papers))


def _key(prepared: _Prepared, options: TrainingOptions) -> str:
    """What a checkpoint depends on, in a word: base model, examples, options, and the trial that chooses."""
    trial = prepared.material.development
    parts = (
        sha256_of(weight_files(prepared.source.folder)),
        options,
        prepared.material.tasks,
        [(question.text, sorted(question.paper_ids)) for question in trial.questions],
        sorted(trial.papers.items()),
    )
    return hashlib.sha256(repr(parts).encode(errors="surrogatepass")).hexdigest()
