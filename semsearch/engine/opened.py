"""An index folder, held open at one committed state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semsearch.errors import IndexDamagedError, UsageError
from semsearch.store.reader import StoreReader

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.choices import Precision
    from semsearch.engine.searching import Searcher
    from semsearch.protocols import Encoder


class OpenedState:
    """The store of a state, and what searches it, which is loaded when it is first needed."""

    def __init__(self, folder: Path, *, encoder: Encoder | None, precision: Precision | None) -> None:
        """Open the newest state.

        Raises:
            IndexFolderError: There is none that can be read.
        """
        self._folder = folder
        self._encoder = encoder
        self._precision = precision
        self._is_open = True
        self.reopen()

    def reopen(self) -> None:
        """Go on with the newest state; who still iterates over the old one may do so to its end."""
        self.store = StoreReader.open(self._folder)
        self._searcher: Searcher | None = None

    def searcher(self) -> Searcher:
        """What searches this state; it opens a newer one if a writer has replaced the vectors meanwhile."""
        if self._searcher is None:
            try:
                self._searcher = self._new_searcher()
            except IndexDamagedError:
                if self.store.is_current():
                    raise
                self.reopen()
                self._searcher = self._new_searcher()
        return self._searcher

    def check_open(self) -> None:
        """Refuse to go on after `close`.

        Raises:
            UsageError: It is closed.
        """
        if not self._is_open:
            raise UsageError("The index is closed.", fix="Open it again.")

    def close(self) -> None:
        """Let go of the files."""
        self._is_open = False
        self.store.close()
        self._searcher = None

    def _new_searcher(self) -> Searcher:
        from semsearch.engine.searching import Searcher

        return Searcher(self.store, encoder=self._encoder, precision=self._precision)
