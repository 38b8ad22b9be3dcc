"""Commands that write: what they do, say, and refuse."""

from __future__ import annotations

import gzip
import io
import json
from typing import TYPE_CHECKING

from semsearch.settings import FAKE_MODEL

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from cli.running import Run


def test_index_says_what_it_did_on_stderr_and_nothing_on_stdout(run: Run, sources: Path) -> None:
    outcome = run("index", str(sources), "--model", FAKE_MODEL)
    assert outcome.out == ""
    assert f"{sources.parent / 'index'}: 4 papers (4 added) · encoded 4 abstracts in " in outcome.err
    again = run("index", str(sources))
    assert again.err == f"{sources.parent / 'index'}: 4 papers (4 unchanged) · nothing to encode\n"


def test_index_names_the_records_that_it_skips(run: Run, sources: Path) -> None:
    with sources.open("a") as file:
        file.write('{"id": "empty", "title": "", "abstract": " "}\n')
    outcome = run("index", str(sources), "--model", FAKE_MODEL)
    assert outcome.code == 0
    assert outcome.err.startswith(f"1 record skipped:\n  {sources}:5: has neither title nor abstract\n")


def test_index_stops_at_a_bad_record_if_it_is_strict(run: Run, sources: Path) -> None:
    with sources.open("a") as file:
        file.write('{"id": "empty", "title": "", "abstract": " "}\n')
    outcome = run("index", str(sources), "--model", FAKE_MODEL, "--strict")
    assert outcome.code == 3
    assert f"{sources}:5 has neither title nor abstract." in outcome.err
    assert run("info").code == 4  # no index was left behind


def test_index_says_how_much_of_the_texts_it_did_not_see(run: Run, sources: Path) -> None:
    with sources.open("a") as file:
        file.write(json.dumps({"id": "long", "abstract": "word " * 512}))
    outcome = run("index", str(sources), "--model", FAKE_MODEL)
    # 256 of the 512 words, beside 4 titles of 2 words: 256/520
    assert "\n1 of 5 abstracts is longer than 256 tokens; 49 % of all tokens were not seen\n" in outcome.err


def test_index_removes_papers_that_are_gone_from_their_source(run: Run, sources: Path) -> None:
    run("index", str(sources), "--model", FAKE_MODEL)
    sources.write_text("".join(sources.read_text().splitlines(keepends=True)[:3]))
    assert "3 papers (3 unchanged, 1 removed)" in run("index", str(sources), "--remove-missing").err
    assert run("export", "-f", "ids").out == "fish\nlamps\nmoons\n"


def test_index_removes_more_than_a_quarter_only_if_told_so(run: Run, sources: Path) -> None:
    run("index", str(sources), "--model", FAKE_MODEL)
    sources.write_text("".join(sources.read_text().splitlines(keepends=True)[:2]))
    refused = run("index", str(sources), "--remove-missing")
    assert refused.code == 1
    assert "--yes" in refused.err
    assert run("export", "-f", "ids").out == "bread\nfish\nlamps\nmoons\n"
    assert run("index", str(sources), "--remove-missing", "--yes").code == 0
    assert run("export", "-f", "ids").out == "fish\nlamps\n"


def test_index_removes_nothing_while_a_record_cannot_be_read_unless_told_so(run: Run, sources: Path) -> None:
    run("index", str(sources), "--model", FAKE_MODEL)
    lines = sources.read_text().splitlines(keepends=True)
    sources.write_text("".join([*lines[:3], "{ broken\n", '{"id": "new", "title": "New"}\n']))
    refused = run("index", str(sources), "--remove-missing")
    assert refused.code == 1
    assert "1 record could not be read; nothing was removed or changed." in refused.err
    assert run("export", "-f", "ids").out == "bread\nfish\nlamps\nmoons\n"
    assert run("index", str(sources), "--remove-missing", "--yes").code == 0
    assert run("export", "-f", "ids").out == "fish\nlamps\nmoons\nnew\n"


def test_index_removes_nothing_while_a_file_of_the_folder_is_damaged(run: Run, sources: Path) -> None:
    packed = sources.with_name("more.jsonl.gz")
    packed.write_bytes(gzip.compress(b'{"id": "stars", "title": "Stars"}\n'))
    run("index", str(sources.parent), "--model", FAKE_MODEL)
    packed.write_bytes(packed.read_bytes()[:-9])
    refused = run("index", str(sources.parent), "--remove-missing")
    assert refused.code == 1
    assert "1 file could not be read; nothing was removed or changed." in refused.err
    assert "stars" in run("export", "-f", "ids").out


def test_papers_from_standard_input_can_go_missing_too(
    run: Run, sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = sources.read_text().splitlines(keepends=True)
    for count in (4, 3):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("".join(lines[:count]).encode())))
        assert run("index", "-", "--model", FAKE_MODEL, "--remove-missing").code == 0
    assert run("export", "-f", "ids").out == "fish\nlamps\nmoons\n"


def test_rebuild_encodes_all_papers_again_without_a_source(run: Run, sources: Path) -> None:
    run("index", str(sources), "--model", FAKE_MODEL)
    sources.unlink()
    outcome = run("index", "--rebuild")
    assert outcome.code == 0
    assert "4 papers" in outcome.err
    assert "encoded 4 abstracts" in outcome.err
    assert run("export", "-f", "ids").out == "bread\nfish\nlamps\nmoons\n"


def test_the_help_of_index_says_that_a_rebuild_needs_no_source(run: Run) -> None:
    text = " ".join(run("index", "--help").out.split())
    assert text.startswith("Usage: semsearch index [OPTIONS] [SOURCE]...")
    assert "needs no SOURCE" in text
    assert run("index").code == 2


def test_remove_says_how_many_papers_are_left(run: Run, sources: Path) -> None:
    run("index", str(sources), "--model", FAKE_MODEL)
    (sources.parent / "ids").write_text("fish\n")
    outcome = run("remove", "lamps", "--id-file", str(sources.parent / "ids"))
    assert (outcome.out, outcome.err) == ("", f"{sources.parent / 'index'}: 2 papers removed, 2 left\n")
    assert run("export", "-f", "ids").out == "bread\nmoons\n"


def test_remove_takes_all_or_none(run: Run, sources: Path) -> None:
    run("index", str(sources), "--model", FAKE_MODEL)
    assert run("remove", "lamps", "lions").code == 1
    assert run("export", "-f", "ids").out == "bread\nfish\nlamps\nmoons\n"
