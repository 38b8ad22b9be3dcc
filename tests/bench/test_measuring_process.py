"""Processes that measure: what they answer, and how they fail."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from semsearch.bench.measuring_process import MeasuringProcess, broken_off
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.errors import ModelNotFoundError, SemsearchError, UsageError
from semsearch.fingerprints import fingerprint_text
from semsearch.processes import environment, told_error

ENCODING = "semsearch.bench.encoding_process"
WORDS = fingerprint_text(HashedWordsEncoder.fingerprint)
MIB = 1024 * 1024


def request(*texts: str, fingerprint: str = WORDS, reference: bool = False) -> dict[str, object]:
    return {
        "folder": "index",
        "fingerprint": fingerprint,
        "precision": None,
        "texts": list(texts),
        "reference": reference,
    }


def test_each_round_encodes_all_texts_and_counts_the_tokens_that_are_seen() -> None:
    texts = ["two words", "three short words", " ".join(["long"] * 300)]  # the last one is cut at 256 tokens
    with MeasuringProcess(ENCODING, doing="Encoding") as process:
        assert process.ask(request(*texts)) == {}
        rounds = [process.ask({}) for _ in range(2)]
        last = process.finish()
    assert [each["tokens"] for each in rounds] == [261, 261]
    assert all(each["seconds"] > 0 for each in rounds)
    assert last["peak_bytes"] is None or last["peak_bytes"] > MIB


def test_more_texts_than_are_handed_over_at_a_time_are_all_encoded() -> None:
    with MeasuringProcess(ENCODING, doing="Encoding") as process:
        process.ask(request(*["two words"] * 130))
        assert process.ask({})["tokens"] == 260


def test_an_error_of_the_process_is_raised_as_it_is() -> None:
    with (
        MeasuringProcess(ENCODING, doing="Encoding") as process,
        pytest.raises(UsageError, match="hashed-words has no reference"),
    ):
        process.ask(request("words", reference=True))


def test_a_process_that_breaks_off_is_explained_by_its_last_line() -> None:
    with (
        MeasuringProcess("semsearch.bench.no_such_module", doing="Measuring") as process,
        pytest.raises(
            SemsearchError, match=r"^Measuring broke off: .*No module named semsearch.bench.no_such_module\."
        ),
    ):
        process.ask({})


def test_a_process_that_says_nothing_is_known_by_its_exit_code() -> None:
    assert broken_off("Searching", "", -9).what == "Searching broke off: exit code -9."


def test_an_error_travels_with_its_kind_and_its_way_out() -> None:
    told = told_error(ModelNotFoundError("There is none.", fix="Name one."))
    assert told == {"error": "ModelNotFoundError", "what": "There is none.", "fix": "Name one."}


def test_a_cold_command_is_run_once_more_than_it_counts() -> None:
    done = run_cold(3, "print('not counted among the results')")
    runs = json.loads(done.stdout)
    assert len(runs) == 3
    assert all(run["seconds"] > 0 for run in runs)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell")
def test_the_peak_of_a_cold_command_is_its_own() -> None:
    (small,) = json.loads(run_cold(1, "pass").stdout)
    (large,) = json.loads(run_cold(1, f"held = bytearray({200 * MIB})").stdout)
    assert MIB < small["peak_bytes"] < 100 * MIB
    assert large["peak_bytes"] > 200 * MIB


def test_a_cold_command_that_fails_ends_with_its_exit_code() -> None:
    done = run_cold(2, "import sys; sys.exit('no index')")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "no index\n"


def run_cold(runs: int, code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "semsearch.bench.cold_process", str(runs), sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment())
