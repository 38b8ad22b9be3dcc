"""A report of a tuning with round numbers."""

from __future__ import annotations

from typing import Any

from semsearch.significance import Interval
from semsearch.tuning.records import (
    BeforeAndAfter,
    Figures,
    PartSizes,
    ShareTried,
    TaskSize,
    TrainingOptions,
    TuningReport,
)

PAIRS = BeforeAndAfter(
    questions=90,
    papers=2_000,
    base=Figures(reciprocal_rank=0.5, success=0.7),
    tuned=Figures(reciprocal_rank=0.6, success=0.8),
    interval=Interval(0.05, 0.15),
    p_value=0.001,
    better=30,
    worse=10,
)
OTHER_FIELDS = BeforeAndAfter(
    questions=300,
    papers=1_000,
    base=Figures(reciprocal_rank=0.9, success=0.95),
    tuned=Figures(reciprocal_rank=0.9, success=0.95),
    interval=None,
    p_value=1.0,
    better=0,
    worse=0,
)


def report(**fields: Any) -> TuningReport:
    """The report with some fields changed."""
    usual: dict[str, Any] = {
        "output": "models/mine",
        "index": "my index",
        "model": "/somewhere/models/all-MiniLM-L6-v2",
        "options": TrainingOptions(),
        "train": PartSizes(questions=420, papers=210),
        "development": PartSizes(questions=90, papers=45),
        "held_out": PartSizes(questions=90, papers=45),
        "examples": (TaskSize("questions", 420), TaskSize("titles", 210)),
        "mined": 400,
        "steps": 56,
        "seconds": 400.04,
        "shares": (
            ShareTried(share=0.75, reciprocal_rank=0.61),
            ShareTried(share=0.0, reciprocal_rank=0.5),
        ),
        "share": 0.75,
        "pairs": PAIRS,
        "other_fields": OTHER_FIELDS,
        "objections": (),
        "notes": ("A note.",),
    }
    return TuningReport(**usual | fields)
