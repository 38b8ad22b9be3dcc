"""Opening the text files of an evaluation, with advice that fits them where one is no text."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from semsearch.errors import NoPapersError, SourceError
from semsearch.readers.files import opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from semsearch.readers.files import SourceFile


@contextmanager
def opened_text(file: SourceFile, *, fix: str) -> Iterator[TextIO]:
    """Open a file as `semsearch.readers.files.opened` does.

    Args:
        file: What to open.
        fix: What to do about a file that is no text; the readers would tell how papers are written.

    Raises:
        SourceError: It cannot be read, or it is not text.
    """
    try:
        with opened(file) as text:
            yield text
    except NoPapersError as exc:
        raise SourceError(exc.what, fix=fix) from exc
