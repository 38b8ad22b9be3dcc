"""What a prepared model says of itself."""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from semsearch.choices import Precision
from semsearch.encoding.model_files import sha256_of
from semsearch.encoding.model_kinds import kind_told_by
from semsearch.errors import ModelDamagedError
from semsearch.fingerprints import as_fingerprint, encoder_key, fingerprint_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from semsearch.encoding.model_kinds import ModelKind
    from semsearch.records import Fingerprint

MANIFEST_FILE: Final = "manifest.json"
GRAPH_FILE: Final = "encoder.onnx"
TOKENIZER_FILE: Final = "tokenizer.json"

_KEY_DIGITS: Final = 16
_FORMAT: Final = 2  # of the folder; another one is made anew
_PLAIN: Final = {"str": str, "int": int, "float": float}  # kinds that JSON has too


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedModel:
    """A folder of the cache.

    Attributes:
        folder: With the manifest, and unless the precision is "reference", the graph and the tokenizer.
        fingerprint: Of the model it was made from, which an index carries too.
        source_sha256: Of the model's files, by which it is found without loading them.
        asked: The precision that was asked for.
        precision: The one that came out; a lower one was not like the reference.
        reason: Why it is another than asked for; empty if it is not.
        cosine: Of its vectors with those of the reference, the lowest over the texts that are compared; of a
            cross-encoder, the correlation of its scores with those of the reference.
        document_prompt: What is put before texts of papers.
        query_prompt: What is put before questions.
        multiplications: With weights, for each token.
        created: When it was made.
        content_bytes: Of all files but the manifest.
        content_sha256: Of the same.
    """

    folder: Path
    fingerprint: Fingerprint
    source_sha256: str
    asked: Precision
    precision: Precision
    reason: str
    cosine: float
    document_prompt: str
    query_prompt: str
    multiplications: int
    created: datetime
    content_bytes: int = 0
    content_sha256: str = ""

    @property
    def kind(self) -> ModelKind:
        """What it is for."""
        return kind_told_by(self.fingerprint)

    @property
    def key(self) -> str:
        """Enough of the fingerprint to tell models apart."""
        return encoder_key(self.fingerprint)[:_KEY_DIGITS]

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return _bytes_of(self.folder.iterdir())

    def called(self, name: str) -> PreparedModel:
        """The same under the name that its user gives it."""
        return replace(self, fingerprint=replace(self.fingerprint, model=name))

    def check_content(self) -> None:
        """Read all files, and see that they are what was prepared.

        Raises:
            ModelDamagedError: They are not.
        """
        if sha256_of(_content(self.folder)) != self.content_sha256:
            raise self.damaged("its files have changed")

    def damaged(self, reason: str) -> ModelDamagedError:
        """The error for files that are not what was prepared."""
        name = shlex.quote(self.fingerprint.model)
        return ModelDamagedError(
            f"The prepared model in {self.folder} is damaged: {reason}",
            fix=f"Prepare it again: semsearch models prepare {name} --precision {self.asked} --again",
        )


def write_manifest(prepared: PreparedModel) -> PreparedModel:
    """Write it into its folder, whose other files are complete; returns it with their size and hash."""
    content = _content(prepared.folder)
    prepared = replace(prepared, content_bytes=_bytes_of(content), content_sha256=sha256_of(content))
    told: dict[str, Any] = asdict(prepared) | {
        "format": _FORMAT,
        "fingerprint": json.loads(fingerprint_text(prepared.fingerprint)),
        "created": prepared.created.isoformat(timespec="seconds"),
    }
    del told["folder"]
    text = json.dumps(told, indent=2, sort_keys=True, ensure_ascii=False)
    (prepared.folder / MANIFEST_FILE).write_text(f"{text}\n", encoding="utf-8")
    return prepared


def read_manifest(folder: Path) -> PreparedModel | None:
    """Read it from its folder; None if it is of another format, or not all there."""
    try:
        told = json.loads((folder / MANIFEST_FILE).read_text(encoding="utf-8"))
        if told.pop("format") != _FORMAT:
            return None
        told["fingerprint"] = as_fingerprint(json.dumps(told["fingerprint"]))
        told["asked"], told["precision"] = Precision(told["asked"]), Precision(told["precision"])
        told["created"] = datetime.fromisoformat(told["created"])
        prepared = PreparedModel(folder=folder, **told)
        for field in fields(prepared):
            kind = _PLAIN.get(str(field.type), object)
            if not isinstance(getattr(prepared, field.name), kind):
                return None
        is_whole = _bytes_of(_content(folder)) == prepared.content_bytes
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return prepared if is_whole else None


def _content(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file() and path.name != MANIFEST_FILE)


def _bytes_of(paths: Iterable[Path]) -> int:
    return sum(path.stat().st_size for path in paths)
