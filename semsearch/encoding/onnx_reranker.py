"""The reranker for CPUs: a prepared cross-encoder on onnxruntime, which loads in a moment and needs no torch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semsearch.encoding.graphs import PreparedGraph
from semsearch.encoding.rows import finite_scores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semsearch.encoding.prepared.manifest import PreparedModel
    from semsearch.protocols import Vector


class OnnxReranker:
    """Scores with a prepared cross-encoder; implements `Reranker`."""

    def __init__(self, prepared: PreparedModel) -> None:
        """Load the model.

        Raises:
            ModelDamagedError: Its files are not what was prepared.
        """
        self.prepared = prepared
        self._graph = PreparedGraph(prepared)

    @property
    def name(self) -> str:
        """What its model is called."""
        return self.prepared.fingerprint.model

    def scores(self, question: str, texts: Sequence[str]) -> Vector:
        """Score texts: (n,) float32 in the order of `texts`, as `CrossEncoderReranker` does.

        Raises:
            ModelDamagedError: A score is not finite.
        """
        prompted = self.prepared.query_prompt + question

        def score(text: str) -> Vector:
            return self._graph.numbers(self._graph.cutter.pair(prompted, text))

        return finite_scores(self._graph.rows(score, texts)[:, 0], model=self.name)
