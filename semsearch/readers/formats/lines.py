"""Lines of a bounded length, so that a file without line breaks does not fill the memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

LONGEST: Final = 1 << 24
"""Characters; a record of a paper with a thousand references has a fifth of that."""
TOO_LONG: Final = f"is longer than {LONGEST:,} characters"
_PIECE: Final = 1 << 20


def lines_of(stream: TextIO, *, longest: int = LONGEST) -> Iterator[str]:
    """Read lines with their ends; of one that is too long comes the start, with one character more than may be."""
    while line := stream.readline(longest + 1):
        yield line
        is_whole = len(line) <= longest or line.endswith("\n")
        while not is_whole:
            rest = stream.readline(_PIECE)
            is_whole = not rest or rest.endswith("\n")
