"""Every error says what, where and what to do, and ends in its own exit code."""

from __future__ import annotations

import shlex
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

import pytest

import semsearch
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine.index import Index
from semsearch.engine.updating import update_index
from semsearch.settings import FAKE_MODEL, INDEX_VARIABLE
from semsearch.store.writer import writing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cli.running import Run
    from semsearch.reports import EncodingProgress


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        ("search ' '", 2, "semsearch: The question is empty.\nAsk one"),
        ("search", 2, "semsearch: Give either a question or --questions FILE.\n"),
        ("search fish --questions q.txt", 2, "semsearch: Give either a question or --questions FILE.\n"),
        ("search fish --year 2022:2018", 2, "semsearch: The years 2022:2018 are reversed.\nWrite 2018:2022.\n"),
        ("search fish --year soon", 2, "semsearch: 'soon' is not a year or a range of years.\nWrite 2018, 2018:2022"),
        ("search fish --year :", 2, "semsearch: ':' is not a year"),
        ("search fish --year 20182022", 2, "semsearch: '20182022' is not a year"),
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
        ("info --index ''", 2, "semsearch: The index folder has an empty name.\nWrite . for the current folder.\n"),
        ("info -i B\udcff", 2, "semsearch: The index folder B\\udcff has a name that is not UTF-8.\n"),
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
    monkeypatch.setattr("semsearch.engine.encoder_choice.load_encoder", lambda _, **__: OtherEncoder())
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
        "semsearch: interrupted\nWhat is encoded so far is kept: run the same command again to continue.\n"
    )
    again = run("index", str(source), "--model", FAKE_MODEL)
    assert again.err.startswith("continuing an interrupted run: 64 of 100 abstracts were already encoded\n")
    assert "100 papers (100 added) · encoded 36 abstracts" in again.err
