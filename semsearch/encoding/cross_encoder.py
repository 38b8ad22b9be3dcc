"""The reference reranker: any cross-encoder with one score a pair, as sentence-transformers computes it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from semsearch.encoding.loading import fingerprint_of, load_model
from semsearch.encoding.model_kinds import CROSS_ENCODER
from semsearch.encoding.prompts import pair_prompt
from semsearch.encoding.rows import finite_scores
from semsearch.errors import ModelNotFoundError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sentence_transformers import CrossEncoder

    from semsearch.protocols import Vector
    from semsearch.records import Fingerprint

_BATCH = 32


class CrossEncoderReranker:
    """Scores with a cross-encoder in a folder; implements `Reranker`. Loads it when it is first needed.

    Scores are what the model gives before its activation. That leaves their order as it is, and keeps apart what a
    sigmoid in float32 would make equal: from 17 on, all of it is 1.
    """

    def __init__(self, name: str, *, folder: Path, device: str = "cpu") -> None:
        """Remember where the model is.

        Args:
            name: What its user calls it.
            folder: With the model's files; nothing is ever fetched.
            device: What to compute on, as torch calls it.
        """
        self.name = name
        self._folder = folder
        self._device = device

    def scores(self, question: str, texts: Sequence[str]) -> Vector:
        """Score texts: (n,) float32 in the order of `texts`, of any size and sign.

        Raises:
            ModelNotFoundError: The folder holds no cross-encoder with one score a pair.
            ModelDamagedError: A score is not finite.
        """
        from torch.nn import Identity

        if not texts:
            return np.empty(0, dtype=np.float32)
        # It sorts by length itself, so that a batch wastes little on padding.
        scores = self.model.predict(
            [(question, text) for text in texts],
            batch_size=_BATCH,
            activation_fn=Identity(),
            show_progress_bar=False,
        )
        return finite_scores(np.asarray(scores, dtype=np.float32), model=self.name)

    @cached_property
    def fingerprint(self) -> Fingerprint:
        """What makes its scores comparable with others."""
        prompt = pair_prompt(self.model)
        return fingerprint_of(
            self.name,
            self._folder,
            model=self.model,
            dim=1,
            pooling=CROSS_ENCODER,
            prompts=[f"query={prompt}"] if prompt else [],
            normalization="none",
        )

    @cached_property
    def model(self) -> CrossEncoder:
        """The model itself.

        Raises:
            ModelNotFoundError: The folder holds none, or one with several scores a pair.
        """
        from sentence_transformers import CrossEncoder

        model: CrossEncoder = load_model(CrossEncoder, self._folder, device=self._device)
        if model.num_labels != 1:
            what = f"{self.name} gives {model.num_labels} scores a pair, one a class, and so no order of papers."
            raise ModelNotFoundError(what, fix="Name a cross-encoder with one score a pair (num_labels 1).")
        return model
