"""A prepared model, loaded: from tokens to numbers on onnxruntime, on all cores."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from semsearch.encoding.devices import available_cores
from semsearch.encoding.prepared.manifest import GRAPH_FILE, TOKENIZER_FILE
from semsearch.encoding.sessions import open_session
from semsearch.encoding.tokens import TokenCutter
from semsearch.errors import first_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from semsearch.encoding.prepared.manifest import PreparedModel
    from semsearch.encoding.tokens import Tokens
    from semsearch.protocols import Vector, Vectors


class PreparedGraph:
    """The tokenizer and the graph of a prepared model; safe to use from several threads.

    Each text goes through the model alone, on one core, while other texts have the other cores. So no
    time is spent on padding, and the numbers of a text do not depend on its neighbors: int8 is scaled by
    the largest number in sight.

    Attributes:
        cutter: Cuts texts as the model sees them.
    """

    def __init__(self, prepared: PreparedModel) -> None:
        """Load the model.

        Raises:
            ModelDamagedError: Its files are not what was prepared.
        """
        self._dim = prepared.fingerprint.dim
        try:
            self.cutter = TokenCutter(prepared.folder / TOKENIZER_FILE)
            self._session = open_session(prepared.folder / GRAPH_FILE)
        except Exception as exc:
            raise prepared.damaged(first_line(exc)) from exc
        width = self._session.get_outputs()[0].shape[-1]
        if isinstance(width, int) and width != self._dim:  # of a model that cuts its vectors, the graph does not say
            raise prepared.damaged(f"its vectors have {width} numbers instead of {self._dim}")
        self._inputs = frozenset(each.name for each in self._session.get_inputs())
        self._pool: ThreadPoolExecutor | None = None
        self._owner = 0

    def numbers(self, tokens: Tokens) -> Vector:
        """What the model makes of them: (dim,) float32."""
        (rows,) = self._session.run(None, tokens.feeds(self._inputs))
        numbers: Vector = rows[0]
        return numbers

    def rows(self, compute: Callable[[str], Vector], texts: Sequence[str]) -> Vectors:
        """Compute (dim,) float32 of each text, the longest first, so that no core waits long for the last one.

        Returns:
            (n, dim) float32, in the order of `texts`.
        """
        rows = np.empty((len(texts), self._dim), dtype=np.float32)
        if len(texts) == 1:
            rows[0] = compute(texts[0])
        elif texts:
            longest_first = sorted(range(len(texts)), key=lambda place: -len(texts[place]))
            computed = self.workers.map(lambda place: compute(texts[place]), longest_first)
            for place, numbers in zip(longest_first, computed, strict=True):
                rows[place] = numbers
        return rows

    @property
    def workers(self) -> ThreadPoolExecutor:
        """A thread a core."""
        if self._pool is None or self._owner != os.getpid():  # a fork has the pool, but not its threads
            self._pool = ThreadPoolExecutor(available_cores(), thread_name_prefix="semsearch-model")
            self._owner = os.getpid()
        return self._pool
