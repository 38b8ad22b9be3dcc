"""What the store says of itself is read as it was written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from making import make_paper
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine.updating import update_index
from semsearch.errors import IndexDamagedError
from semsearch.store.connection import open_to_write
from semsearch.store.state import read_state, write_state

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from semsearch.store.connection import Connection


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    update_index(tmp_path, [make_paper("a", "alpha")], encoder=HashedWordsEncoder())
    opened = open_to_write(tmp_path)
    yield opened
    opened.close()


def test_quantiles_are_read_as_they_were_written(connection: Connection, tmp_path: Path) -> None:
    state = read_state(connection, tmp_path)
    assert state is not None
    assert state.quantiles == ()
    written = replace(state, quantiles=(-0.1, 0.25, 0.99999))
    write_state(connection, written)
    assert read_state(connection, tmp_path) == written


def test_a_state_without_quantiles_has_none(connection: Connection, tmp_path: Path) -> None:
    connection.run("DELETE FROM meta WHERE key = 'quantiles'")
    state = read_state(connection, tmp_path)
    assert state is not None
    assert state.quantiles == ()


@pytest.mark.parametrize("value", ["[0.1", "7", '["near"]', "[null]"])
def test_quantiles_that_are_none_are_damage(connection: Connection, tmp_path: Path, value: str) -> None:
    connection.run("UPDATE meta SET value = ? WHERE key = 'quantiles'", (value,))
    with pytest.raises(IndexDamagedError, match=r"papers\.sqlite is damaged"):
        read_state(connection, tmp_path)
