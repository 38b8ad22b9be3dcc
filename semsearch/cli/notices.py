"""What the library tells while it works, on stderr."""

from __future__ import annotations

import logging

from semsearch.cli import streams


class _Notices(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        streams.say(record.getMessage())


_NOTICES = _Notices(logging.INFO)


def show_notices() -> None:
    """Show the user what the library logs, as plain lines, without what is for its developers only."""
    logger = logging.getLogger("semsearch")
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.addHandler(_NOTICES)  # only once, however often it is called
