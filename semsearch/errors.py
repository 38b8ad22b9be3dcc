"""The one tree of errors: every error says what happened, where, and what to do about it."""

from __future__ import annotations

from typing import ClassVar


class SemsearchError(Exception):
    """Anything that semsearch can explain to its user.

    Args:
        what: What happened and where, one sentence.
        fix: What the user can do about it, one sentence; may be empty.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, what: str, *, fix: str = "") -> None:
        super().__init__(f"{what} {fix}".rstrip())
        self.what = what
        self.fix = fix


class PaperNotFoundError(SemsearchError):
    """A paper was named that the index does not hold."""


class RemovalRefusedError(SemsearchError):
    """An update would have dropped more papers than it may without being told so."""


class UsageError(SemsearchError):
    """The call itself makes no sense: an unknown choice, an empty question, a reversed range."""

    exit_code: ClassVar[int] = 2


class ModelNotFoundError(UsageError):
    """No model of that name or path can be loaded."""


class RerankerNotFoundError(ModelNotFoundError):
    """No cross-encoder of that name or path can be loaded."""


class SourceError(SemsearchError):
    """A file of papers, questions or ids cannot be read."""

    exit_code: ClassVar[int] = 3


class NoPapersError(SourceError):
    """A file is of another kind, or holds nothing."""


class BadRecordError(SourceError):
    """A single record is unusable, and it may not be skipped."""


class IndexFolderError(SemsearchError):
    """The index folder, or what belongs to it, is unusable as it is."""

    exit_code: ClassVar[int] = 4


class DiskSpaceError(IndexFolderError):
    """The disk has no room for what an update would write."""


class IndexMissingError(IndexFolderError):
    """There is no index in that folder."""


class IndexDamagedError(IndexFolderError):
    """The index folder holds something that semsearch did not write or that broke."""


class WordsDamagedError(IndexDamagedError):
    """The words of papers are missing or damaged; everything else may be whole."""


class FormatVersionError(IndexFolderError):
    """The index was written by a newer semsearch."""


class EncoderMismatchError(IndexFolderError):
    """The index was built with another encoder than the one at hand."""


class CacheError(IndexFolderError):
    """The user's cache cannot be written to."""


class PreparationError(IndexFolderError):
    """The preparation of a model broke off, as for lack of memory."""


class ModelDamagedError(IndexFolderError):
    """The files of a model are not the ones that were published, or its vectors are unusable."""


class IndexLockedError(SemsearchError):
    """Another process is writing to the index."""

    exit_code: ClassVar[int] = 5


class InterruptedUpdateError(SemsearchError):
    """The user stopped an update; the next one goes on from there."""

    exit_code: ClassVar[int] = 130


def first_line(exc: BaseException) -> str:
    """What a foreign error says, in one line; its name if it says nothing."""
    lines = str(exc).strip().splitlines()
    return lines[0] if lines else type(exc).__name__
