"""A tuned model comes into its place as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from semsearch.errors import IndexLockedError, SemsearchError, UsageError
from semsearch.tuning.places import at_work, free_place


def filled(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "weights").write_text("…")
    return folder


@pytest.mark.parametrize("is_there", [False, True])
def test_the_model_takes_the_place_of_nothing_or_of_an_empty_folder(tmp_path: Path, *, is_there: bool) -> None:
    output = tmp_path / "models" / "mine"
    if is_there:
        output.mkdir(parents=True)
    place = free_place(output)
    with at_work(place):
        filled(place.model)
        filled(place.checkpoints)
        place.put_in_place()
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")] == [
        "models",
        "models/mine",
        "models/mine/weights",
    ]


def test_what_is_there_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("…")
    (tmp_path / "link").symlink_to("nowhere")
    for output in (filled(tmp_path / "mine"), tmp_path / "file", tmp_path / "link"):
        with pytest.raises(UsageError, match="is there already") as caught:
            free_place(output)
        assert "--output" in caught.value.fix
    with pytest.raises(UsageError, match="cannot become a folder"):
        free_place(Path("/"))


def test_checkpoints_of_the_same_training_are_kept_and_others_forgotten(tmp_path: Path) -> None:
    place = free_place(tmp_path / "mine")
    with at_work(place):
        assert not place.keep_only("one")
        filled(place.checkpoints)
        filled(place.model)
        assert not place.keep_only("one")
        assert (place.checkpoints / "weights").exists()
        assert not place.model.exists()  # it may be half-written
        assert place.keep_only("other")
        assert not place.checkpoints.exists()
        assert not place.keep_only("other")


def test_two_processes_do_not_tune_for_the_same_place(tmp_path: Path) -> None:
    place = free_place(tmp_path / "mine")
    with at_work(place), pytest.raises(IndexLockedError), at_work(place):
        pass


def test_a_disk_that_fails_is_explained(tmp_path: Path) -> None:
    place = free_place(tmp_path / "mine")
    with pytest.raises(SemsearchError, match=r"mine\.unfinished cannot be written to: it broke"), at_work(place):
        raise OSError(5, "it broke")
