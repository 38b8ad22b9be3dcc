"""Records of how an update goes, what it did, and what an index is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from semsearch.records import Fingerprint


@dataclass(frozen=True, slots=True)
class Truncation:
    """How much of the texts the encoder did not see, because they were longer than its window."""

    texts: int = 0
    cut_texts: int = 0
    tokens: int = 0
    cut_tokens: int = 0

    def __add__(self, other: Truncation) -> Truncation:
        """Both counts together."""
        return Truncation(
            self.texts + other.texts,
            self.cut_texts + other.cut_texts,
            self.tokens + other.tokens,
            self.cut_tokens + other.cut_tokens,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildPlan:
    """What an encoding will take, concluded from its first texts.

    Attributes:
        texts: To encode.
        seconds: For all of them.
        disk_bytes: Of disk, at the height of the update.
        free_bytes: Of disk.
        memory_bytes: At the height of the update.
    """

    texts: int
    seconds: float
    disk_bytes: int
    free_bytes: int
    memory_bytes: int


@dataclass(frozen=True, slots=True)
class EncodingProgress:
    """How far an encoding is. Time goes with characters, not with texts, since they differ in length.

    Attributes:
        texts: Encoded so far in this run.
        total_texts: To encode in this run.
        characters: Of the texts encoded so far.
        total_characters: Of all texts to encode.
        resumed_texts: Texts that need no encoding, because an interrupted run got so far.
        plan: Comes once, after the first texts of a long encoding.
    """

    texts: int
    total_texts: int
    characters: int
    total_characters: int
    resumed_texts: int = 0
    plan: BuildPlan | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateReport:
    """What one update did to an index.

    Attributes:
        papers: In the index afterwards.
        added: Papers that are new.
        changed: Papers whose text changed, so that they were encoded again.
        details_changed: Papers of which only other fields changed, so that they were only stored.
        unchanged: Papers that came again as they were.
        removed: Papers that were dropped.
        repeated: Records that gave a paper of this update once more.
        renamed: Papers whose own id belonged to another paper, as (own id, given id).
        encoded: Texts that were encoded now.
        resumed: Texts whose vectors an interrupted update had left.
        truncation: Over the texts encoded now.
        seconds: Time of the encoding.
        max_tokens: Where the encoder cuts a text.
        repaired: The vectors were lost or damaged, so all papers were encoded again.
    """

    papers: int
    added: int = 0
    changed: int = 0
    details_changed: int = 0
    unchanged: int = 0
    removed: int = 0
    repeated: int = 0
    renamed: tuple[tuple[str, str], ...] = ()
    encoded: int = 0
    resumed: int = 0
    truncation: Truncation = field(default_factory=Truncation)
    seconds: float = 0.0
    max_tokens: int = 0
    repaired: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexInfo:
    """What an index is, without opening its vectors.

    Attributes:
        folder: Where it is.
        format_version: Of the folder.
        papers: How many it holds.
        first_year: The earliest year of a paper, if any has one.
        last_year: The latest.
        fingerprint: Of its encoder.
        created: When it was first built.
        updated: When it was last written.
        store_bytes: Size of the store on disk.
        vector_bytes: Size of the vectors on disk.
        lexical_bytes: Size of the words on disk.
        pending_texts: Texts encoded by an interrupted update that waits to be finished.
    """

    folder: str
    format_version: int
    papers: int
    first_year: int | None
    last_year: int | None
    fingerprint: Fingerprint
    created: datetime
    updated: datetime
    store_bytes: int
    vector_bytes: int
    lexical_bytes: int
    pending_texts: int
