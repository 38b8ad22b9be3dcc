"""`semsearch models`, and the option that says how exactly an encoder computes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from making import export_here, save_small_model
from semsearch.encoding.prepared.cache import prepared_models
from semsearch.errors import PreparationError
from semsearch.settings import CACHE_VARIABLE, FAKE_MODEL
from semsearch.text import shown_bytes

if TYPE_CHECKING:
    from cli.running import Run


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of a small model."""
    return str(save_small_model(tmp_path_factory.mktemp("model")))


@pytest.fixture(autouse=True)
def _empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr("semsearch.encoding.prepared.preparation.export_apart", export_here)


def test_without_a_model_it_says_what_prepares_one(run: Run) -> None:
    outcome = run("models")
    assert outcome.code == 0
    assert outcome.out == "no model is prepared yet; semsearch index prepares the one it needs\n"
    assert json.loads(run("models", "--format", "json").out) == []


def test_a_model_is_prepared_and_listed(run: Run, model: str) -> None:
    outcome = run("models", "prepare", model)
    assert (outcome.code, outcome.out) == (0, "")
    assert outcome.err.startswith(f"preparing {model} for this CPU as int8, which takes up to a minute\n{model} · ")
    listed = run("models")
    first, second = listed.out.splitlines()
    (kept,) = prepared_models()
    assert first.startswith(f"{model} · int8 · ")
    assert f" · {kept.key} · made {kept.created.astimezone():%Y-%m-%d}" in first
    assert second == f"  cosine with the reference at least {kept.cosine:.4f}"
    assert outcome.err.endswith(listed.out)


def test_a_model_that_is_prepared_already_is_prepared_anew_only_with_again(run: Run, model: str) -> None:
    run("models", "prepare", model)
    assert "preparing" not in run("models", "prepare", model).err
    assert run("models", "prepare", model, "--again").err.startswith(f"preparing {model} ")
    assert len(prepared_models()) == 1


def test_a_relative_path_is_the_same_model(run: Run, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(model).parent)
    run("models", "prepare", "./model")
    assert [each.fingerprint.model for each in prepared_models()] == [model]
    assert run("models", "remove", "model").code == 0
    assert prepared_models() == []


def test_the_list_as_json_tells_all_there_is_to_know(run: Run, model: str) -> None:
    run("models", "prepare", model, "--precision", "float32")
    outcome = run("models", "-f", "json")
    (told,) = json.loads(outcome.out)
    (kept,) = prepared_models()
    assert (told["fingerprint"]["model"], told["precision"], told["asked"]) == (model, "float32", "float32")
    assert (told["key"], told["size"], told["folder"]) == (kept.key, kept.size, str(kept.folder))
    assert (told["reason"], told["created"]) == ("", kept.created.isoformat())
    assert outcome.err == ""


def test_the_reason_of_a_fallback_stands_in_the_list(run: Run, tmp_path: Path) -> None:
    odd = save_small_model(tmp_path, prompts={"query": "q "}, include_prompt=False)
    assert f"{odd} · reference · " in run("models", "prepare", str(odd)).err
    assert run("models").out.splitlines()[1] == "  its pooling leaves prompts out"


def test_models_are_removed_by_name_in_every_precision(run: Run, model: str) -> None:
    run("models", "prepare", model)
    run("models", "prepare", model, "--precision", "float32")
    size = sum(each.size for each in prepared_models())
    outcome = run("models", "remove", model)
    assert (outcome.code, outcome.out) == (0, "")
    assert outcome.err == (f"2 prepared models removed, {shown_bytes(size)} freed\n")
    assert prepared_models() == []


def test_models_are_removed_by_fingerprint(run: Run, model: str) -> None:
    run("models", "prepare", model)
    (kept,) = prepared_models()
    assert run("models", "remove", kept.key[:8]).err.startswith("1 prepared model removed, ")
    assert prepared_models() == []


def test_all_models_are_removed_with_all(run: Run, model: str) -> None:
    run("models", "prepare", model)
    assert run("models", "remove", "--all").err.startswith("1 prepared model removed, ")
    assert run("models", "remove", "--all").err == "0 prepared models removed, 0 B freed\n"


def test_a_model_that_is_not_prepared_cannot_be_removed(run: Run, model: str) -> None:
    run("models", "prepare", model)
    outcome = run("models", "remove", model, "nobody")
    assert (outcome.code, outcome.err) == (
        2,
        "semsearch: No prepared model is called 'nobody'.\nSee: semsearch models\n",
    )
    assert len(prepared_models()) == 1


@pytest.mark.parametrize("arguments", [[], ["--all", "nobody"]])
def test_nothing_is_removed_unless_it_is_clear_what(run: Run, model: str, arguments: list[str]) -> None:
    run("models", "prepare", model)
    outcome = run("models", "remove", *arguments)
    assert outcome.code == 2
    assert outcome.err.startswith("semsearch: Name models, or use --all, and not both.\n")
    assert len(prepared_models()) == 1


@pytest.mark.parametrize("arguments", [[FAKE_MODEL], ["all-MiniLM-L6-v2", "--precision", "reference"]])
def test_what_needs_no_preparing_is_refused(run: Run, arguments: list[str]) -> None:
    outcome = run("models", "prepare", *arguments)
    assert outcome.code == 2
    assert " cannot be prepared, and need not be.\n" in outcome.err


def test_a_model_that_is_not_there_is_wrong_usage(run: Run) -> None:
    outcome = run("models", "prepare", "./nothing")
    assert outcome.code == 2
    assert outcome.err.startswith("semsearch: There is no folder './nothing' with a model.\n")


def test_a_preparation_that_breaks_off_says_what_to_do(run: Run, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*_: object, **__: object) -> None:
        raise PreparationError("It broke off.", fix="Close other programs.")

    monkeypatch.setattr("semsearch.encoding.prepared.preparation.export_apart", die)
    outcome = run("models", "prepare", model)
    assert outcome.code == 4
    assert outcome.err.endswith("semsearch: It broke off.\nClose other programs.\n")


def test_a_cache_that_cannot_be_written_to_is_an_error_with_the_way_out(run: Run, model: str, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    outcome = run("models", "prepare", model)
    assert outcome.code == 4
    assert f"semsearch: {tmp_path / 'cache' / 'models'} cannot be written to: Not a directory.\n" in outcome.err
    assert "SEMSEARCH_CACHE" in outcome.err


@pytest.mark.parametrize("precision", ["int8", "float32"])
def test_index_and_search_compute_as_they_are_told(run: Run, sources: Path, model: str, precision: str) -> None:
    outcome = run("index", str(sources), "--model", model, "--precision", precision)
    assert outcome.code == 0, outcome.err
    assert [each.precision.value for each in prepared_models()] == [precision]
    found = run("search", "lamps", "--precision", precision, "-k", "2", "-f", "ids")
    assert (found.code, found.err) == (0, "")
    assert len(found.out.split()) == 2


def test_the_reference_prepares_nothing(run: Run, sources: Path, model: str) -> None:
    assert run("index", str(sources), "--model", model, "--precision", "reference").code == 0
    assert run("search", "lamps", "--precision", "reference", "-f", "ids").err == ""
    assert prepared_models() == []


def test_a_question_to_an_index_whose_model_is_not_prepared_is_answered_with_a_hint(
    run: Run, sources: Path, model: str
) -> None:
    run("index", str(sources), "--model", model)
    run("models", "remove", "--all")
    outcome = run("search", "lamps", "-f", "ids")
    assert outcome.code == 0
    assert len(outcome.out.split()) == 4
    said, hint = outcome.err.splitlines()
    assert said.startswith(f"{model} is not prepared ")
    assert hint.startswith(f"Prepare it once: semsearch models prepare {model}")


@pytest.mark.parametrize("command", ["index papers.jsonl", "search lamps", "related fish", "models prepare"])
def test_another_precision_is_wrong_usage(run: Run, command: str) -> None:
    outcome = run(*command.split(), "--precision", "int4")
    assert outcome.code == 2
    assert "'int4' is not one of 'int8', 'float32', 'reference'" in outcome.err
