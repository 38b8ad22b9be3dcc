"""The reference reranker: any cross-encoder with one score a pair, as sentence-transformers computes it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from semsearch.encoding.loading import BATCH
from semsearch.encoding.model_kinds import CROSS_ENCODER
from semsearch.encoding.prompts import pair_prompt
from semsearch.encoding.rows import finite_scores
from semsearch.errors import ModelNotFoundError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semsearch.encoding.loading import ModelSource
    from semsearch.protocols import Vector
    from semsearch.records import Fingerprint


class CrossEncoderReranker:
    """Scores with a cross-encoder in a folder; implements `Reranker`.

    Scores are what the model gives before its activation. That leaves their order as it is, and keeps apart what a
    sigmoid would make equal: in float32, the sigmoid of 17 or more is exactly 1.
    """

    def __init__(self, source: ModelSource) -> None:
        """Load the model, so that one that gives no order is refused at once.

        Raises:
            ModelNotFoundError: The folder holds none, or one with several scores a pair.
        """
        from sentence_transformers import CrossEncoder

        self.source = source
        self.model = source.load(CrossEncoder)
        if self.model.num_labels != 1:
            what = f"{self.name} gives {self.model.num_labels} scores a pair, one a class, and so no order of papers."
            raise ModelNotFoundError(what, fix="Name a cross-encoder with one score a pair (num_labels 1).")

    @property
    def name(self) -> str:
        """What its user calls the model."""
        return self.source.name

    def scores(self, question: str, texts: Sequence[str]) -> Vector:
        """Score texts: (n,) float32 in the order of `texts`, of any size and sign.

        Raises:
            ModelDamagedError: A score is not finite.
        """
        if not texts:
            return np.empty(0, dtype=np.float32)
        from torch.nn import Identity

        scores = self.model.predict(
            [(question, text) for text in texts],
            batch_size=BATCH,
            activation_fn=Identity(),
            show_progress_bar=False,
        )
        return finite_scores(np.asarray(scores, dtype=np.float32), model=self.name)

    @cached_property
    def fingerprint(self) -> Fingerprint:
        """What makes its scores comparable with others."""
        prompt = pair_prompt(self.model)
        return self.source.fingerprint(
            self.model,
            dim=1,
            pooling=CROSS_ENCODER,
            prompts=[f"query={prompt}"] if prompt else [],
            normalization="none",
        )
