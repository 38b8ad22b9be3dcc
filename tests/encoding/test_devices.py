"""What a machine has to compute on, and whether a graphics card is trusted."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from semsearch.encoding import device_check, devices
from semsearch.encoding.encoders import load_encoder
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.encoding.loading import ModelSource
from semsearch.encoding.onnx_encoder import OnnxEncoder
from semsearch.encoding.rows import unit_rows
from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from semsearch.protocols import Vectors

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("quota", "cores"),
    [
        ("max 100000", 8),
        ("400000 100000", 4),
        ("250000 100000", 2),
        ("50000 100000", 1),
        ("1600000 100000", 8),
        ("", 8),
        ("many cores", 8),
    ],
)
def test_a_container_gets_the_cores_it_pays_for(
    quota: str, cores: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    monkeypatch.setattr(devices, "_QUOTA", tmp_path / "cpu.max")
    (tmp_path / "cpu.max").write_text(f"{quota}\n")
    assert devices.available_cores() == cores


def test_without_a_container_all_cores_that_the_process_is_bound_to_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "_QUOTA", tmp_path / "none")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 5, 7}, raising=False)
    assert devices.available_cores() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert devices.available_cores() == 1


def test_torch_for_the_cpu_is_not_loaded_to_look_for_a_card() -> None:
    code = (
        "import importlib.metadata, sys\nfrom semsearch.encoding import devices\n"
        "importlib.metadata.version = lambda _: '9.9.9+cpu'\ndevices._DRIVERS = ('/dev/null',)\n"
        "print(devices.accelerator(), 'torch' in sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == "None False\n"


@pytest.mark.parametrize(
    ("where", "build", "driver", "expected"),
    [
        ("linux x86_64", "2.9.0", "there", True),
        ("linux x86_64", "2.9.0", "", False),
        ("linux x86_64", "2.9.0+cpu", "there", False),
        ("darwin arm64", "2.9.0", "", True),
        ("darwin x86_64", "2.9.0", "there", False),
        ("win32 AMD64", "2.9.0", "", True),
        ("win32 AMD64", "2.9.0+cpu", "", False),
    ],
)
def test_a_card_is_looked_for_only_where_one_may_be(
    where: str, build: str, driver: str, expected: object, *, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system, machine = where.split()
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("platform.machine", lambda: machine)
    monkeypatch.setattr("importlib.metadata.version", lambda _: build)
    (tmp_path / "there").touch()
    monkeypatch.setattr(devices, "_DRIVERS", (str(tmp_path / (driver or "none")),))
    assert devices._may_have_one() is expected


@pytest.mark.parametrize(
    ("cuda", "mps", "expected"), [(True, False, "cuda"), (False, True, "mps"), (False, False, None)]
)
def test_torch_has_the_last_word_on_the_card(
    cuda: object, mps: object, expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    monkeypatch.setattr(devices, "_may_have_one", lambda: True)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: cuda)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: mps)
    assert devices.accelerator() == expected


class Card(HashedWordsEncoder):
    """An encoder whose vectors are changed as a card might change them."""

    def __init__(self, change: Callable[[Vectors], Vectors]) -> None:
        self.change = change

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        return unit_rows(self.change(super().encode_documents(texts)), model="card")


def with_one_wrong(vectors: Vectors) -> Vectors:
    """The last one turned until its cosine with itself is 0.998, and the mean of all of them is above 0.999."""
    changed = vectors.copy()
    aside = np.roll(changed[-1], 1)
    aside -= (aside @ changed[-1]) * changed[-1]
    changed[-1] += np.float32(np.tan(np.arccos(0.998)) / np.linalg.norm(aside)) * aside
    return changed


def test_a_card_that_rounds_coarsely_is_like_the_cpu_and_one_wrong_vector_is_not() -> None:
    on_cpu = HashedWordsEncoder()
    assert device_check.encodes_as_on_cpu(Card(lambda vectors: vectors.astype(np.float16).astype(np.float32)), on_cpu)
    assert not device_check.encodes_as_on_cpu(Card(with_one_wrong), on_cpu)


@pytest.fixture
def pretended_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that is the CPU under another name."""
    load = ModelSource.load
    monkeypatch.setattr(devices, "accelerator", lambda: "cuda")
    monkeypatch.setattr(ModelSource, "load", lambda self, kind: load(replace(self, device="cpu"), kind))


@pytest.mark.usefixtures("pretended_card")
def test_papers_are_encoded_on_a_card_that_computes_as_it_should(
    small_model: Path, notices: pytest.LogCaptureFixture
) -> None:
    encoder = load_encoder(str(small_model))
    assert isinstance(encoder, SentenceTransformerEncoder)
    assert encoder.source.device == "cuda"
    assert not [message for message in notices.messages if "wrong" in message]


@pytest.mark.usefixtures("pretended_card")
def test_papers_are_encoded_on_the_cpu_where_the_card_gives_wrong_vectors(
    small_model: Path, notices: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_check, "encodes_as_on_cpu", lambda *_: False)
    assert isinstance(load_encoder(str(small_model)), OnnxEncoder)
    assert notices.messages[-1] == f"{small_model} gives wrong vectors on cuda here; encoding on the CPU"


@pytest.mark.usefixtures("pretended_card")
@pytest.mark.parametrize("answer", ["a fault", "not a number"])
def test_papers_are_encoded_on_the_cpu_where_the_card_fails(
    small_model: Path, notices: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    encode = SentenceTransformerEncoder._vectors

    def as_on_a_bad_card(self: SentenceTransformerEncoder, *arguments: object) -> Vectors:
        if self.source.device == "cpu":
            return encode(self, *arguments)  # type: ignore[arg-type]
        if answer == "a fault":
            raise RuntimeError("CUDA error: no kernel image is available for execution on the device")
        return unit_rows(np.full((1, 32), np.nan, dtype=np.float32), model="card")

    monkeypatch.setattr(SentenceTransformerEncoder, "_vectors", as_on_a_bad_card)
    assert isinstance(load_encoder(str(small_model)), OnnxEncoder)
    assert notices.messages[-1].endswith("encoding on the CPU")
