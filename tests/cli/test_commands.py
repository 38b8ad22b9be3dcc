"""Each command on a small library: results on stdout, all else on stderr."""

from __future__ import annotations

import io
import json
import shlex
from typing import TYPE_CHECKING

import pytest

from semsearch.settings import FAKE_MODEL

if TYPE_CHECKING:
    from pathlib import Path

    from cli.running import Run


@pytest.mark.usefixtures("library")
def test_search_prints_the_answer_alone_on_stdout(run: Run) -> None:
    outcome = run("search", "cheaper attention in language models", "--format", "ids", "--top-k", "1")
    assert outcome.out == "sato2020chuui\n"
    assert outcome.err == ""
    assert outcome.code == 0


@pytest.mark.usefixtures("library")
def test_search_reads_its_question_from_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("how do fish swim\n"))
    hit = json.loads(run("search", "-", "-k", "1", "--format", "jsonl").out)
    assert hit["paper_id"] == "roe2022fish"
    assert hit["best_sentence"] == "How fish swim in cold water, measured with cameras."


@pytest.mark.usefixtures("library")
def test_bytes_that_are_no_text_in_a_question_are_passed_over(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("search", "fish swim\udcff", "-k", "1", "-f", "ids").out == "roe2022fish\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"fish swim \xff"), encoding="utf-8"))
    assert run("search", "-", "-k", "1", "-f", "ids").out == "roe2022fish\n"


@pytest.mark.usefixtures("library")
def test_search_shows_no_best_sentence_if_told_so(run: Run) -> None:
    hit = json.loads(run("search", "fish", "-k", "1", "--format", "jsonl", "--no-snippets").out)
    assert hit["best_sentence"] is None


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("options", "found"),
    [
        (("--year", "2018:2020"), {"doe2018lamps", "sato2020chuui"}),
        (("--year", "2022:"), {"roe2022fish"}),
        (("--year", ":2018"), {"doe2018lamps"}),
        (("--year", "2020"), {"sato2020chuui"}),
        (("--venue", "lamps", "--venue", "言語処理学会"), {"doe2018lamps", "sato2020chuui"}),
        (("--author", "Poe, Ann"), {"doe2018lamps"}),
        (("--keyword", "lamps"), {"doe2018lamps"}),
    ],
)
def test_search_keeps_to_its_filters(run: Run, options: tuple[str, ...], found: set[str]) -> None:
    assert set(run("search", "anything", "--format", "ids", *options).out.split()) == found


@pytest.mark.usefixtures("library")
def test_search_keeps_to_the_ids_of_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ids").write_text("roe2022fish\n")
    assert run("search", "lamps", "--id-file", str(tmp_path / "ids"), "-f", "ids").out == "roe2022fish\n"


@pytest.mark.usefixtures("library")
def test_nothing_found_is_a_note_and_exit_code_1(run: Run) -> None:
    outcome = run("search", "lamps", "--year", "1800")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == "nothing found: no paper passes these filters\n"


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("zzzqq --mode lexical", "no paper has these words"),
        ("zzzqq --mode lexical --year 2018", "no paper that passes these filters has these words"),
        ("'cameras -fish' --mode lexical", "no paper has these words without the words behind a minus"),
        ("'swim \"cold water\" -cameras'", "no paper has the phrases in quotes without the words behind a minus"),
        ('\'"cold water" "train lamps"\'', "no paper has the phrases in quotes"),
        ("'\"cold water\"' --year 2018", "no paper that passes these filters has the phrases in quotes"),
        ("'swim -fish' --year 2022", "no paper that passes these filters is without the words behind a minus"),
        ("'swim -fish' --year 1800 --mode semantic", "no paper passes these filters"),
    ],
)
def test_nothing_found_is_for_a_reason_that_is_true(run: Run, words: str, reason: str) -> None:
    outcome = run("search", *shlex.split(words), "-f", "ids")
    assert (outcome.code, outcome.out, outcome.err) == (1, "", f"nothing found: {reason}\n")


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("lines", "words", "reason"),
    [
        ("zzzqq", "--mode lexical", "no paper has these words"),
        ("zzzqq\nxxyy", "--mode lexical", "no paper has these words"),
        ("zzzqq\ncameras -fish", "--mode lexical", "no paper has what these questions ask for"),
        ('cameras\n"cold water"', "--year 1800", "no paper passes these filters"),
    ],
)
def test_questions_of_a_file_find_nothing_for_what_all_of_them_lack(
    run: Run, tmp_path: Path, lines: str, words: str, reason: str
) -> None:
    (tmp_path / "questions").write_text(lines)
    outcome = run("search", "--questions", str(tmp_path / "questions"), *words.split(), "-f", "ids")
    assert (outcome.code, outcome.out, outcome.err) == (1, "", f"nothing found: {reason}\n")


def test_an_empty_index_finds_nothing_and_says_so(run: Run, sources: Path) -> None:
    run("index", str(sources), "--model", FAKE_MODEL)
    assert run("remove", "lamps", "fish", "moons", "bread").code == 0
    (sources.parent / "questions").write_text("one\ntwo\n")
    for words in ("lamps", "lamps --year 2020", f"--questions {sources.parent / 'questions'} -f ids"):
        outcome = run("search", *words.split())
        assert (outcome.code, outcome.out, outcome.err) == (1, "", "nothing found: the index is empty\n")


@pytest.mark.usefixtures("library")
def test_nothing_found_in_json_is_still_an_answer(run: Run) -> None:
    outcome = run("search", "lamps", "--year", "1800", "--format", "json")
    assert outcome.code == 1
    assert json.loads(outcome.out)["hits"] == []


@pytest.mark.usefixtures("library")
def test_a_long_question_is_answered_with_a_note_on_stderr(run: Run) -> None:
    outcome = run("search", "fish " * 300, "--format", "ids", "-k", "1")
    assert outcome.out == "roe2022fish\n"
    assert outcome.err == "The question is longer than 256 tokens; its end was not seen.\n"


@pytest.fixture
def questions(tmp_path: Path) -> str:
    path = tmp_path / "questions.jsonl"
    path.write_text('{"query_id": "q1", "text": "how do fish swim"}\n{"query_id": "q2", "text": "lamps that shine"}\n')
    return str(path)


@pytest.mark.usefixtures("library")
def test_questions_of_a_file_are_answered_one_a_line(run: Run, questions: str) -> None:
    lines = [
        json.loads(line)
        for line in run("search", "--questions", questions, "-k", "1", "-f", "jsonl").out.split("\n")[:-1]
    ]
    assert [(line["query_id"], line["question"], line["hits"][0]["paper_id"]) for line in lines] == [
        ("q1", "how do fish swim", "roe2022fish"),
        ("q2", "lamps that shine", "doe2018lamps"),
    ]
    assert next(iter(lines[0])) == "query_id"
    assert lines[0]["hits"][0]["best_sentence"] is None


@pytest.mark.usefixtures("library")
def test_questions_of_a_file_are_headings_of_the_table(run: Run, questions: str) -> None:
    out = run("search", "--questions", questions, "-k", "1").out
    assert [line for line in out.split("\n") if line.startswith("q")] == [
        "q1  how do fish swim",
        "q2  lamps that shine",
    ]


@pytest.mark.usefixtures("library")
def test_questions_of_which_none_finds_a_paper_end_in_exit_code_1(run: Run, questions: str) -> None:
    outcome = run("search", "--questions", questions, "--year", "1800", "-f", "ids")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == "nothing found: no paper passes these filters\n"


@pytest.mark.usefixtures("library")
def test_a_note_on_one_of_many_questions_names_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "long.jsonl").write_text(json.dumps({"query_id": "q9", "text": "fish " * 300}))
    outcome = run("search", "--questions", str(tmp_path / "long.jsonl"), "-f", "ids", "-k", "1")
    assert outcome.err == "q9: The question is longer than 256 tokens; its end was not seen.\n"


@pytest.mark.usefixtures("library")
def test_related_leaves_out_what_it_was_given(run: Run) -> None:
    assert run("related", "roe2022fish", "--not", "sato2020chuui", "-f", "ids").out == "doe2018lamps\n"


@pytest.mark.usefixtures("library")
def test_papers_go_by_their_doi_too(run: Run, tmp_path: Path) -> None:
    assert "doe2018lamps" not in run("related", "https://doi.org/10.1000/lamps", "-f", "ids").out.split()
    (tmp_path / "dois").write_text("10.1000/LAMPS\n")
    assert run("export", "--id-file", str(tmp_path / "dois"), "-f", "ids").out == "doe2018lamps\n"


@pytest.mark.usefixtures("library")
def test_related_to_all_papers_there_is_nothing(run: Run) -> None:
    outcome = run("related", "roe2022fish", "sato2020chuui", "doe2018lamps")
    assert (outcome.code, outcome.err) == (1, "nothing found: there are no other papers in the index\n")
    filtered = run("related", "roe2022fish", "--year", "1800")
    assert (filtered.code, filtered.err) == (1, "nothing found: no paper passes these filters\n")


@pytest.mark.usefixtures("library")
def test_show_prints_one_paper_as_an_object_and_several_as_an_array(run: Run) -> None:
    paper = json.loads(run("show", "10.1000/lamps", "--format", "json").out)
    assert paper["title"] == "Lamps that [bold]learn[/bold] to shine"
    assert paper["source"] == "/library/papers.jsonl"
    papers = json.loads(run("show", "roe2022fish", "doe2018lamps", "--format", "json").out)
    assert [each["paper_id"] for each in papers] == ["roe2022fish", "doe2018lamps"]


@pytest.mark.usefixtures("library")
def test_show_prints_nothing_if_one_of_the_papers_is_missing_and_names_the_nearest(run: Run) -> None:
    outcome = run("show", "doe2018lamps", "roe2022fisch")
    assert (outcome.code, outcome.out) == (1, "")
    assert "Did you mean roe2022fish" in outcome.err


@pytest.mark.usefixtures("library")
def test_export_prints_all_papers_so_that_they_can_be_indexed_again(run: Run, tmp_path: Path) -> None:
    exported = tmp_path / "exported.jsonl"
    exported.write_text(run("export").out)
    assert run("index", str(exported), "--model", FAKE_MODEL, "-i", str(tmp_path / "copy")).code == 0
    assert len(exported.read_text().splitlines()) == 3
    assert run("export", "-i", str(tmp_path / "copy")).out == exported.read_text()


@pytest.mark.usefixtures("library")
def test_export_prints_the_papers_of_a_file_of_ids_in_its_order(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ids").write_text("sato2020chuui\ndoe2018lamps\n")
    assert run("export", "--id-file", str(tmp_path / "ids"), "-f", "ids").out == "sato2020chuui\ndoe2018lamps\n"


def test_info_tells_what_the_index_is(run: Run, library: Path) -> None:
    facts = dict(line.split(maxsplit=1) for line in run("info").out.splitlines())
    assert facts["index"] == str(library)
    assert facts["papers"] == "3"
    assert facts["years"] == "2018 to 2022"
    assert facts["model"] == "hashed-words"
    assert json.loads(run("info", "-f", "json").out)["fingerprint"]["model"] == "hashed-words"
