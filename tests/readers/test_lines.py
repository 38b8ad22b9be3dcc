from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st

from semsearch.readers.formats import lines as module
from semsearch.readers.formats.lines import lines_of


@given(st.text(alphabet="ab\n", max_size=60))
def test_short_lines_come_as_they_are(text: str) -> None:
    assert list(lines_of(io.StringIO(text))) == list(io.StringIO(text))


@given(st.text(alphabet="ab\n", max_size=60))
def test_of_a_long_line_comes_one_character_more_than_may_be_and_then_the_next_line(text: str) -> None:
    assert list(lines_of(io.StringIO(text), longest=3)) == [line[:4] for line in io.StringIO(text)]


def test_a_line_of_many_pieces_is_passed_over_whole() -> None:
    text = "x" * (3 * module._PIECE + 5) + "\nok\n"
    assert list(lines_of(io.StringIO(text), longest=3)) == ["xxxx", "ok\n"]
