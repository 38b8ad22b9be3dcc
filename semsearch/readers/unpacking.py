"""Packed bytes, unpacked as they are read: up to where they are damaged, and not without end."""

from __future__ import annotations

import gzip
import io
import lzma
import zipfile
import zlib
from typing import IO, TYPE_CHECKING, Final, cast

from semsearch.errors import SourceError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_DAMAGES: Final = (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile, zipfile.BadZipFile)
_PLENTY: Final = 1 << 28
_LARGEST_RATIO: Final = 200  # tables of numbers are packed into a fiftieth, text into a fifth


class Unpacked(io.RawIOBase):
    """A stream of unpacked bytes that ends where the packed ones are damaged, and refuses to grow beyond measure.

    Args:
        stream: Unpacks what is read from it.
        packed_size: In bytes, of what is unpacked.
        name: Of the file, for errors.

    Attributes:
        damage: What ended the stream too early.
    """

    def __init__(self, stream: io.BufferedIOBase | IO[bytes], *, packed_size: int, name: str) -> None:
        super().__init__()
        self._stream = cast("io.BufferedIOBase", stream)
        self._limit = max(_PLENTY, packed_size * _LARGEST_RATIO)
        self._name = name
        self._read = 0
        self.damage: Exception | None = None

    def readable(self) -> bool:
        """Whether it can be read, as any can."""
        return True

    def seekable(self) -> bool:
        """Whether it can go back to its start, as any can."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read some bytes.

        Raises:
            SourceError: They are far more than the packed ones can honestly hold.
        """
        view = memoryview(buffer)
        try:
            data = b"" if self.damage else self._stream.read1(len(view))  # read() would lose what is before damage
        except _DAMAGES as exc:
            self.damage = exc
            return 0
        view[: len(data)] = data
        self._read += len(data)
        if self._read > self._limit:
            what = f"{self._name} unpacks to more than {_LARGEST_RATIO} times its size, as no file of papers does."
            raise SourceError(what, fix="Unpack it yourself if you trust it.")
        return len(data)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to another place; what was damaged further on may never be reached."""
        self._read = self._stream.seek(offset, whence)
        self.damage = None
        return self._read

    def tell(self) -> int:
        """The place in the unpacked bytes."""
        return self._stream.tell()
