"""The folder of prepared models: what is found in it, put into it, and removed from it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from encoding.in_cache import FINGERPRINT, MODEL, put
from semsearch.choices import Precision
from semsearch.encoding.prepared import cache as prepared_cache
from semsearch.encoding.prepared.cache import (
    prepared_for,
    prepared_from,
    prepared_models,
    prepared_named,
    remove_prepared,
    remove_remains,
    unfinished_folder,
)
from semsearch.encoding.prepared.manifest import write_manifest
from semsearch.errors import CacheError, ModelNotFoundError
from semsearch.fingerprints import encoder_key
from semsearch.settings import CACHE_VARIABLE, cache_folder

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.records import Fingerprint

pytestmark = pytest.mark.usefixtures("cache")


def named(name: str, **changes: Any) -> Fingerprint:
    return replace(FINGERPRINT, model=name, weights_sha256=name, **changes)


def test_a_model_is_found_by_its_fingerprint_and_by_its_files(cache: Path) -> None:
    made = put()
    assert made.folder.parent == cache / "models"
    assert prepared_for(FINGERPRINT, Precision.INT8) == prepared_from("ab", Precision.INT8) == made
    assert [path.name for path in (cache / "models").iterdir()] == [f"{encoder_key(FINGERPRINT)[:16]}-ab-int8"]
    assert made.size == len(b"graph") + len(b"{}") + (made.folder / "manifest.json").stat().st_size


def test_a_model_is_found_under_another_name_but_not_by_another_fingerprint() -> None:
    made = put()
    assert prepared_for(replace(FINGERPRINT, model="elsewhere"), Precision.INT8) == made
    assert prepared_for(replace(FINGERPRINT, max_tokens=9), Precision.INT8) is None
    assert prepared_for(FINGERPRINT, Precision.FLOAT32) is None
    assert prepared_from("b", Precision.INT8) is None
    assert prepared_from("ab", Precision.FLOAT32) is None


def test_a_folder_under_the_name_of_another_model_is_not_taken_for_it() -> None:
    made = put()
    other = named("other")
    made.folder.rename(made.folder.with_name(f"{encoder_key(other)[:16]}-int8"))
    assert prepared_for(other, Precision.INT8) is None


def test_models_are_listed_by_name() -> None:
    for name in ("zebra", "ant"):
        put(fingerprint=named(name))
    put(fingerprint=named("ant"), asked=Precision.FLOAT32, precision=Precision.FLOAT32)
    found = [(each.fingerprint.model, each.asked.value) for each in prepared_models()]
    assert found == [("ant", "float32"), ("ant", "int8"), ("zebra", "int8")]


def test_models_are_named_by_name_or_by_the_start_of_the_fingerprint() -> None:
    one, other = put(), put(fingerprint=named("other"))
    assert prepared_named(["lab/one"]) == [one]
    assert prepared_named([one.key[:8], other.key, "other"]) == [one, other]
    for unknown in ("lab", "nobody", "", one.key[1:], f"{one.key}0"):
        with pytest.raises(ModelNotFoundError, match=f"No prepared model is called {unknown!r}"):
            prepared_named([one.key, unknown])


def test_a_removed_model_is_gone_and_can_be_removed_twice() -> None:
    made = put()
    size = made.size
    assert remove_prepared([made]) == size
    assert remove_prepared([made]) == 0
    assert prepared_models() == []
    assert not made.folder.exists()


def test_a_model_that_cannot_be_removed_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("not a folder")
    with pytest.raises(CacheError, match="cannot be written to"):
        remove_prepared([replace(MODEL, folder=path)])


def test_the_first_of_two_that_prepared_the_same_stays() -> None:
    first = put(graph=b"first")
    second = put(graph=b"second")
    assert second == first
    assert (first.folder / "encoder.onnx").read_bytes() == b"first"


def test_one_that_replaces_takes_the_place_of_the_other() -> None:
    put(graph=b"first")
    second = put(graph=b"second", replacing=True)
    assert (second.folder / "encoder.onnx").read_bytes() == b"second"
    assert len(prepared_models()) == 1


def test_what_is_not_a_model_makes_way_for_one() -> None:
    first = put()
    (first.folder / "manifest.json").write_text("{")
    assert (put(graph=b"second").folder / "encoder.onnx").read_bytes() == b"second"


def test_what_another_process_finished_in_the_meantime_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    first = put(graph=b"first")
    answers = iter([None, first])
    monkeypatch.setattr(prepared_cache, "read_manifest", lambda _: next(answers))
    monkeypatch.setattr("shutil.rmtree", lambda *_, **__: None)
    assert put(graph=b"second") == first


def test_nothing_of_an_unfinished_folder_is_left_whatever_happens(cache: Path) -> None:
    def break_off() -> None:
        with unfinished_folder() as folder:
            (folder / "encoder.onnx").write_bytes(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert list((cache / "models").iterdir()) == []


def test_an_unfinished_folder_is_no_model() -> None:
    with unfinished_folder() as folder:
        (folder / "encoder.onnx").write_bytes(b"graph")
        (folder / "tokenizer.json").write_bytes(b"{}")
        write_manifest(replace(MODEL, folder=folder))
        assert prepared_models() == []


def test_an_unfinished_folder_is_removed_once_nobody_is_at_work_on_it(cache: Path) -> None:
    for name in ("unfinished-left", "something-else"):
        (cache / "models" / name).mkdir(parents=True)
    with unfinished_folder() as first, unfinished_folder() as second:
        there = sorted(path for path in (cache / "models").iterdir() if path.is_dir())
        assert there == sorted([first, second, cache / "models" / "something-else"])
    assert [path.name for path in (cache / "models").iterdir()] == ["something-else"]


def test_an_unfinished_folder_that_another_process_removes_meanwhile_is_no_error(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepared_cache, "_folders", lambda: [cache / "models" / "unfinished-gone"])
    with unfinished_folder():
        pass


def test_what_does_not_fit_on_the_disk_is_not_begun(cache: Path) -> None:
    with pytest.raises(CacheError, match=r"needs 1073741824\.0 GiB for a while, but the disk has"):
        unfinished_folder(2**60).__enter__()
    assert list((cache / "models").iterdir()) == []


def test_what_is_left_of_models_is_removed_and_nothing_else(cache: Path) -> None:
    kept, broken = put(), put(fingerprint=named("other"))
    (broken.folder / "manifest.json").write_text("{")
    with unfinished_folder() as busy:
        for name in ("unfinished-left", "my-own-model"):
            (cache / "models" / name).mkdir()
            (cache / "models" / name / "weights").write_bytes(b"12345")
        assert remove_remains() == len("{graph{}") + len("12345")
        assert {path.name for path in (cache / "models").iterdir() if path.is_dir()} == {
            kept.folder.name,
            "my-own-model",
            busy.name,
        }
    assert remove_remains() == 0


def test_the_cache_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "elsewhere"))
    assert put().folder.is_relative_to(tmp_path / "elsewhere")
    monkeypatch.setenv(CACHE_VARIABLE, "")
    assert cache_folder().name == "semsearch"
