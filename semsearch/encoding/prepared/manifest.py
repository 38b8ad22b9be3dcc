"""What a prepared model says of itself."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from semsearch.choices import Precision
from semsearch.fingerprints import as_fingerprint, encoder_key, fingerprint_text

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.records import Fingerprint

MANIFEST_FILE: Final = "manifest.json"
GRAPH_FILE: Final = "encoder.onnx"
TOKENIZER_FILE: Final = "tokenizer.json"

_KEY_DIGITS: Final = 16
_FORMAT: Final = 1  # of the folder; another one is made anew


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
        cosine: Of its vectors with those of the reference, the lowest over the texts that are compared.
        document_prompt: What is put before texts of papers.
        query_prompt: What is put before questions.
        multiplications: With weights, for each token.
        created: When it was made.
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

    @property
    def key(self) -> str:
        """Enough of the fingerprint to tell models apart."""
        return encoder_key(self.fingerprint)[:_KEY_DIGITS]

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return sum(path.stat().st_size for path in self.folder.iterdir())


def write_manifest(prepared: PreparedModel) -> None:
    """Write it into its folder."""
    told: dict[str, Any] = asdict(prepared) | {
        "format": _FORMAT,
        "fingerprint": json.loads(fingerprint_text(prepared.fingerprint)),
        "created": prepared.created.isoformat(timespec="seconds"),
    }
    del told["folder"]
    text = json.dumps(told, indent=2, sort_keys=True, ensure_ascii=False)
    (prepared.folder / MANIFEST_FILE).write_text(f"{text}\n", encoding="utf-8")


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
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    needed = () if prepared.precision is Precision.REFERENCE else (GRAPH_FILE, TOKENIZER_FILE)
    return prepared if all((folder / name).is_file() for name in needed) else None
