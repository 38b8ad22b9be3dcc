"""Functions that only fail, to stand in for others."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable


def fail(error: Exception) -> Callable[..., NoReturn]:
    """Fails with the error, whatever it is called with."""

    def failing(*_: object, **__: object) -> NoReturn:
        raise error

    return failing
