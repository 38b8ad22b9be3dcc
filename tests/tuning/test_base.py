"""Which models can be tuned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from making import save_small_cross_encoder
from semsearch.errors import ModelNotFoundError, UsageError
from semsearch.settings import FAKE_MODEL
from semsearch.tuning import extra
from semsearch.tuning.base import base_source, load_base
from semsearch.tuning.extra import check_extra

if TYPE_CHECKING:
    from pathlib import Path


def test_the_fake_encoder_has_nothing_to_tune() -> None:
    with pytest.raises(UsageError, match="hashed-words has no weights") as caught:
        base_source(FAKE_MODEL)
    assert "--model" in caught.value.fix


def test_a_cross_encoder_is_no_encoder(tmp_path: Path) -> None:
    with pytest.raises(ModelNotFoundError, match="is a cross-encoder"):
        base_source(str(save_small_cross_encoder(tmp_path)))


def test_a_model_is_never_looked_up_while_it_is_tuned(small_model: Path) -> None:
    assert load_base(base_source(str(small_model))).model_card_data.local_files_only


def test_without_the_extra_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    check_extra()
    monkeypatch.setattr(extra, "find_spec", lambda name: None if name == "datasets" else object())
    with pytest.raises(UsageError, match="Tuning needs datasets, which semsearch does not install") as caught:
        check_extra()
    assert caught.value.fix == 'Install the extra: pip install "semsearch[tune]"'
