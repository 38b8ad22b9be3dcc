"""Every error says what, where and what to do, and ends in its own exit code."""

from __future__ import annotations

import errno
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest
import typer

import semsearch
from cli.running import PYTHON_PATH, start
from semsearch.cli import streams
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine.index import Index
from semsearch.engine.updating import update_index
from semsearch.settings import FAKE_MODEL, INDEX_VARIABLE
from semsearch.store.writer import writing

if TYPE_CHECKING:
    from collections.abc import Callable

    from cli.running import Run
    from semsearch.reports import EncodingProgress


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        ("search ' '", 2, "semsearch: The question is empty.\nAsk one"),
        ("search", 2, "semsearch: Give a question or --questions FILE, one of the two.\n"),
        ("search fish --questions q.txt", 2, "semsearch: Give a question or --questions FILE, one of the two.\n"),
        ("search fish --year 2022:2018", 2, "semsearch: The years 2022:2018 are reversed.\nWrite 2018:2022.\n"),
        ("search fish --year soon", 2, "semsearch: 'soon' is no year and no range of years.\nWrite 2018, 2018:2022"),
        ("search fish --year :", 2, "semsearch: ':' is no year"),
        ("search fish --year 20182022", 2, "semsearch: '20182022' is no year"),
        ("search fish -k 0", 2, "semsearch: Invalid value for '--top-k' / '-k': "),
        ("search fish --format pdf", 2, "semsearch: Invalid value for '--format' / '-f': 'pdf' is not one of 'table'"),
        ("search fish --frobnicate", 2, "semsearch: No such option: --frobnicate"),
        ("frobnicate", 2, "semsearch: No such command 'frobnicate'.\nSee: semsearch --help\n"),
        ("show", 2, "semsearch: Missing argument 'PAPER'.\n"),
        ("remove", 2, "semsearch: No paper is named.\n"),
        ("related roe2022fish --not roe2022fish", 2, "semsearch: roe2022fish is named both as like and as unlike.\n"),
        ("show lions", 1, "semsearch: There is no paper 'lions' in "),
        ("index /nowhere/at/all.jsonl", 3, "semsearch: /nowhere/at/all.jsonl does not exist.\n"),
        ("search --questions /nowhere.txt", 3, "semsearch: /nowhere.txt does not exist.\n"),
        ("search fish --id-file /nowhere.txt", 3, "semsearch: /nowhere.txt does not exist.\n"),
        ("info --index /nowhere", 4, "semsearch: There is no index in /nowhere.\n"),
    ],
)
def test_an_error_is_explained_on_stderr(run: Run, command: str, code: int, message: str) -> None:
    outcome = run(*shlex.split(command))
    assert outcome.code == code
    assert outcome.err.startswith(message)
    assert outcome.out == ""


def test_a_damaged_index_is_exit_code_4(run: Run, tmp_path: Path) -> None:
    (tmp_path / "papers.sqlite").write_bytes(b"no database" * 100)
    assert run("info", "--index", str(tmp_path)).code == 4


class OtherEncoder(HashedWordsEncoder):
    """Gives other vectors than the shipped fake, or so it says."""

    fingerprint = replace(HashedWordsEncoder.fingerprint, model="other-words", weights_sha256="1")


def test_another_encoder_is_exit_code_4(
    run: Run, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("semsearch.engine.encoder_choice.load_encoder", lambda _: OtherEncoder())
    folder = shutil.copytree(library, tmp_path / "index")
    (tmp_path / "papers.jsonl").write_text('{"title": "New"}')
    outcome = run("index", str(tmp_path / "papers.jsonl"), "-i", str(folder), "--model", "other-words")
    assert outcome.code == 4
    assert outcome.err.startswith(f"semsearch: {folder} was built with the model hashed-words, not with other-words.\n")


def test_a_locked_index_is_exit_code_5(run: Run, library: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(library, tmp_path / "index")
    with writing(folder):
        assert run("remove", "roe2022fish", "-i", str(folder)).code == 5


def test_without_a_command_the_help_is_shown_on_stderr(run: Run) -> None:
    outcome = run()
    assert (outcome.code, outcome.out) == (2, "")
    assert "Usage: semsearch" in outcome.err


def test_the_version_is_a_result(run: Run) -> None:
    assert run("--version").out == f"semsearch {semsearch.__version__}\n"


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Make opening any index fail."""

    def with_error(error: BaseException) -> None:
        def fail(*_: object, **__: object) -> NoReturn:
            raise error

        monkeypatch.setattr(Index, "open", fail)

    return with_error


def test_a_fault_is_one_line_and_what_to_do_about_it(run: Run, broken: Callable[[BaseException], None]) -> None:
    broken(RuntimeError("boom \x1b[31m"))
    outcome = run("info")
    assert outcome.code == 1
    assert outcome.err == (
        "semsearch: this is a fault in semsearch: RuntimeError: boom [31m\n"
        "Run the same command with --debug, and report what it prints.\n"
    )


@pytest.mark.parametrize("words", [("--debug", "info"), ("info", "--debug")])
def test_a_traceback_is_shown_only_for_debugging(
    run: Run, broken: Callable[[BaseException], None], words: tuple[str, ...]
) -> None:
    broken(RuntimeError("boom"))
    assert "Traceback (most recent call last)" in run(*words).err


@pytest.mark.usefixtures("library")
def test_a_question_may_look_like_an_option(run: Run) -> None:
    assert run("search", "-k", "1", "-f", "ids", "--", "--debug").code == 0


@pytest.mark.parametrize("error", [KeyboardInterrupt(), EOFError()])
def test_an_interruption_is_exit_code_130(
    run: Run, broken: Callable[[BaseException], None], error: BaseException
) -> None:
    broken(error)
    outcome = run("info")
    assert outcome.code == 130
    assert outcome.err.strip() == "semsearch: interrupted"


def test_an_interrupted_indexing_says_that_it_can_go_on_and_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(INDEX_VARIABLE, str(tmp_path / "index"))
    source = tmp_path / "papers.jsonl"
    source.write_text("".join(f'{{"id": "p{number}", "title": "Paper {number}"}}\n' for number in range(100)))

    def stop(progress: EncodingProgress) -> None:
        if progress.texts:
            raise KeyboardInterrupt

    def interrupted(folder: Path, papers: object, **_: object) -> None:
        update_index(folder, papers, model=FAKE_MODEL, progress=stop)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr("semsearch.engine.updating.update_index", interrupted)
        outcome = run("index", str(source))
    assert outcome.code == 130
    assert outcome.err == (
        "semsearch: interrupted\nWhat is encoded so far is kept: the same command goes on from there.\n"
    )
    again = run("index", str(source), "--model", FAKE_MODEL)
    assert again.err.startswith("going on from an interrupted run: 64 of 100 abstracts were already encoded\n")
    assert "100 papers (100 added) · encoded 36 abstracts" in again.err


def test_ctrl_c_stops_the_process_without_a_traceback(tmp_path: Path) -> None:
    running = start("index", "-", "-i", str(tmp_path / "index"), stdin=subprocess.PIPE)
    assert running.stdin is not None
    running.stdin.write('{"title": "One"}\n')
    running.stdin.flush()
    with suppress(subprocess.TimeoutExpired):
        running.wait(timeout=1)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, out) == (130, "")
    assert err == "semsearch: interrupted\n"


def test_a_reader_that_goes_away_is_no_error(library: Path) -> None:
    running = start("export", "-i", str(library))
    assert running.stdout is not None
    running.stdout.close()
    running.stdout = None
    _, err = running.communicate(timeout=20)
    assert (running.returncode, err) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_told(library: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "semsearch", "export", "-i", str(library)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, **PYTHON_PATH},
        )
    assert done.returncode == 1
    assert done.stderr.startswith("semsearch: The output cannot be written: No space left on device.\n")


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
