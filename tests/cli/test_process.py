"""The program as a process: its streams, Ctrl-C, and what it loads."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest
import typer

from cli.running import PYTHON_PATH, Outcome, start
from semsearch.cli import streams
from semsearch.engine.index import Index
from semsearch.settings import INDEX_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let processes that are started react to Ctrl-C, even if this one was started to ignore it, as by nohup."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def has_read_all(pipe: IO[str]) -> bool:
    unread = fcntl.ioctl(pipe, termios.FIONREAD, bytes(4))
    return int.from_bytes(unread, sys.byteorder) == 0


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_stops_the_process_without_a_traceback(tmp_path: Path) -> None:
    running = start("index", "-", "-i", str(tmp_path / "index"), stdin=subprocess.PIPE)
    assert running.stdin is not None
    running.stdin.write('{"title": "One"}\n')
    running.stdin.flush()
    while running.poll() is None and not has_read_all(running.stdin):
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, out) == (130, "")
    assert err == "semsearch: interrupted\n"


_INTERRUPTED_WHILE_LOADING = """
import sys
from semsearch.cli.main import main

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt())
sys.exit(main(["info"]))
"""


def test_ctrl_c_while_the_program_is_loaded_is_no_traceback_either() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED_WHILE_LOADING],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **PYTHON_PATH},
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "semsearch: interrupted\n")


@pytest.mark.parametrize("command", ["export", "show doe2018lamps", "--help", "export --help"])
def test_a_reader_that_goes_away_is_no_error(library: Path, command: str) -> None:
    running = start(*command.split(), SEMSEARCH_INDEX=str(library))
    assert running.stdout is not None
    running.stdout.close()
    running.stdout = None
    _, err = running.communicate(timeout=20)
    assert (running.returncode, err) == (0, "")


def in_a_shell(command: str, *, index: Path) -> Outcome:
    words = command.replace("semsearch", f"{shlex.quote(sys.executable)} -m semsearch", 1)
    done = subprocess.run(
        ["sh", "-c", words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **PYTHON_PATH, INDEX_VARIABLE: str(index)},
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


on_a_full_disk = pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")


@on_a_full_disk
@pytest.mark.parametrize(
    "command",
    ["export", "search lamps", "show doe2018lamps roe2022fish", "info", "--help", "search --help", "--version"],
)
def test_a_full_disk_is_reported(library: Path, command: str) -> None:
    outcome = in_a_shell(f"semsearch {command} >/dev/full", index=library)
    assert outcome.code == 1
    assert outcome.err == (
        "semsearch: The output cannot be written: No space left on device.\n"
        "Check the disk or the program that reads it.\n"
    )


@pytest.mark.parametrize(
    "closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", pytest.param("2>/dev/full", marks=on_a_full_disk)]
)
def test_a_command_that_cannot_speak_still_does_its_work(library: Path, tmp_path: Path, closed: str) -> None:
    source = tmp_path / "papers.jsonl"
    source.write_text('{"id": "moons", "title": "On moons"}\n{"id": "empty"}\n')
    folder = shutil.copytree(library, tmp_path / "index")
    outcome = in_a_shell(f"semsearch index {shlex.quote(str(source))} {closed}", index=folder)
    assert (outcome.code, outcome.out) == (0, "")
    with Index.open(folder) as index:
        assert index.paper("moons").title == "On moons"


@pytest.mark.parametrize("command", ["search lamps", "export", "show doe2018lamps -f json", "--help"])
def test_results_that_nobody_wants_are_no_error(library: Path, command: str) -> None:
    assert in_a_shell(f"semsearch {command} >&-", index=library) == Outcome(0, "", "")


def test_a_closed_input_is_an_empty_one(library: Path) -> None:
    outcome = in_a_shell("semsearch search - <&-", index=library)
    assert outcome.code == 2
    assert outcome.err.startswith("semsearch: The question is empty.\n")


@on_a_full_disk
def test_an_error_that_cannot_be_told_keeps_its_exit_code(library: Path) -> None:
    assert in_a_shell("semsearch show lions 2>/dev/full", index=library).code == 1
    assert in_a_shell("semsearch search ' ' 2>/dev/full", index=library).code == 2


def test_a_long_output_that_nobody_reads_ends_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Closed:
        def __init__(self, error: OSError) -> None:
            self.error = error
            self.file = (tmp_path / "nowhere").open("w")

        def write(self, _: str) -> NoReturn:
            raise self.error

        def fileno(self) -> int:
            return self.file.fileno()

    gone = Closed(BrokenPipeError(errno.EPIPE, "Broken pipe"))
    monkeypatch.setattr("sys.stdout", gone)
    with pytest.raises(typer.Exit) as caught:
        streams.put(["a", "b"])
    gone.file.close()
    assert caught.value.exit_code == 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_narrow_encoding_breaks_nothing(library: Path, encoding: str) -> None:
    running = start("show", "sato2020chuui", "-i", str(library), PYTHONIOENCODING=encoding)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, err) == (0, "")
    assert "深層学習" in out


HEAVY = ("torch", "faiss", "onnxruntime", "numpy", "sentence_transformers", "transformers", "tokenizers")
_LOADED = """
import json, sys
from semsearch.cli.main import main
code = main(sys.argv[1:])
print(json.dumps([code, sorted(name for name in sys.modules if "." not in name)]), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("command", "unwanted"),
    [
        ("--help", (*HEAVY, "rich", "pylatexenc")),
        ("search --help", (*HEAVY, "rich", "pylatexenc")),
        ("info", (*HEAVY, "rich", "pylatexenc")),
        ("show doe2018lamps", (*HEAVY, "pylatexenc")),
        ("export", (*HEAVY, "rich", "pylatexenc")),
        ("search fish", ("torch", "onnxruntime", "sentence_transformers", "transformers")),
        ("related roe2022fish", ("torch", "onnxruntime", "sentence_transformers", "transformers")),
    ],
)
def test_a_command_loads_only_what_it_needs(library: Path, command: str, unwanted: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _LOADED, *command.split()],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **PYTHON_PATH, INDEX_VARIABLE: str(library)},
    )
    code, loaded = json.loads(done.stderr)
    assert code == 0
    assert set(loaded) & set(unwanted) == set()
