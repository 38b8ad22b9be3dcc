"""Every error says what happened and what to do, and ends the program with a code of its own."""

from __future__ import annotations

import inspect

import pytest

from semsearch import errors
from semsearch.errors import SemsearchError

ERRORS = [error for _, error in inspect.getmembers(errors, inspect.isclass) if error.__module__ == errors.__name__]


def test_an_error_reads_as_what_happened_and_then_what_to_do() -> None:
    error = SemsearchError("The file is empty.", fix="Fill it.")
    assert str(error) == "The file is empty. Fill it."
    assert (error.what, error.fix) == ("The file is empty.", "Fill it.")


def test_an_error_without_a_way_out_ends_after_what_happened() -> None:
    assert str(SemsearchError("The file is empty.")) == "The file is empty."


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_every_error_has_the_one_root_and_an_end_in_its_name(error: type[SemsearchError]) -> None:
    assert issubclass(error, SemsearchError)
    assert error.__name__.endswith("Error")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("PaperNotFoundError", 1),
        ("RemovalRefusedError", 1),
        ("UsageError", 2),
        ("ModelNotFoundError", 2),
        ("RerankerNotFoundError", 2),
        ("SourceError", 3),
        ("BadRecordError", 3),
        ("IndexMissingError", 4),
        ("IndexDamagedError", 4),
        ("FormatVersionError", 4),
        ("EncoderMismatchError", 4),
        ("ModelDamagedError", 4),
        ("IndexLockedError", 5),
        ("InterruptedUpdateError", 130),
    ],
)
def test_the_exit_code_of_an_error_is_the_documented_one(name: str, code: int) -> None:
    assert getattr(errors, name).exit_code == code
