"""What the pages say can be done, can be done."""

from __future__ import annotations

import re
import runpy
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.main import get_command

from semsearch.choices import InputFormat
from semsearch.cli.program import app

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "data" / "README.md", ROOT / "indexes" / "README.md"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = get_command(app).commands  # type: ignore[attr-defined]


def blocks(page: str) -> list[str]:
    return re.findall(r"^```\w*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def commands_in(page: str) -> Iterator[list[str]]:
    """The words of every semsearch command that stands on a line of its own, or after a pipe."""
    for line in re.findall(r"^(?: {4}|\$ )?(semsearch .*)$", page, re.MULTILINE):
        for part in re.split(r" [|>] | && ", line):
            if part.startswith("semsearch "):
                yield shlex.split(part)


def test_the_readme_begins_with_the_two_commands_to_try() -> None:
    first, *_ = blocks(README)
    assert [line.split("#")[0].strip() for line in first.splitlines()] == ["make demo", "make test"]


def test_the_makefile_has_the_targets_that_the_pages_name() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {name for page in PAGES for name in re.findall(r"`make ([a-z]+)", page.read_text(encoding="utf-8"))}
    assert {"demo", "test", "lint", "bench", "clean"} | named <= targets


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_readme_tells_of_every_command(name: str) -> None:
    assert f"`semsearch {name}" in README


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_on_a_page_has_the_options_it_is_shown_with(page: Path) -> None:
    for words in commands_in(page.read_text(encoding="utf-8")):
        command = COMMANDS[words[1]]
        if len(words) > 2 and words[2] in getattr(command, "commands", ()):  # as in semsearch models prepare
            command = command.commands[words[2]]
        known = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words[2:] if word.startswith("-") and word != "-"} <= known, words


def test_the_page_of_formats_names_all_of_them() -> None:
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert [each.value for each in InputFormat if f"`{each}`" not in page] == []


def test_the_readme_shows_commands() -> None:
    assert {"index", "search", "related", "show", "export"} <= {words[1] for words in commands_in(README)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?://)([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_to_a_heading_leads_to_one(page: Path) -> None:
    for link, anchor in re.findall(r"\]\((?!https?://)([^)#]*)#([^)]+)\)", page.read_text(encoding="utf-8")):
        target = (page.parent / link).read_text(encoding="utf-8") if link else page.read_text(encoding="utf-8")
        headings = re.findall(r"^#+ (.+)$", target, re.MULTILINE)
        assert anchor in {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_python_example_of_the_readme_runs(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    (tmp_path / "example.py").write_text(code, encoding="utf-8")
    shutil.copytree(sample, tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("semsearch.engine.encoder_choice.DEFAULT_MODEL", "hashed-words")  # the real one takes long
    runpy.run_path("example.py")
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in shown[:3]] == ["1", "2", "3"]
    assert shown[3].startswith("Exhaustive comparison of image descriptors")


def test_every_core_dependency_has_a_line_on_why_it_is_there() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["tune"]]
    names = {re.split(r"[<>=~\[ ]", requirement)[0] for requirement in wanted}
    page = (ROOT / "docs" / "dependencies.md").read_text()
    assert {name for name in names if not re.search(rf"^\|[^|]*\b{re.escape(name)}\b", page, re.MULTILINE)} == set()


def test_every_dependency_is_pinned() -> None:
    import tomllib

    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*pyproject["project"]["dependencies"], *pyproject["build-system"]["requires"]]
    wanted += pyproject["project"]["optional-dependencies"]["tune"]
    wanted += [each for group in pyproject["dependency-groups"].values() for each in group if isinstance(each, str)]
    pins = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
    assert [pin for pin in pins if not re.fullmatch(r"[\w.-]+==[\d.]+", pin)] == []
    pinned = {pin.partition("==")[0].lower().replace("_", "-") for pin in pins}
    assert {re.split(r"[<>=~\[ ]", each)[0] for each in wanted} <= pinned
