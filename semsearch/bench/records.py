"""What a benchmark found. None stands for what cannot be measured on this system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from semsearch.choices import Precision


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """Where it was measured.

    Attributes:
        cpu: The processor's name.
        cores: That this process may use.
        system: The operating system and the kind of processor.
        python: Version.
        onnxruntime: Version; empty if it is not installed.
        semsearch: Version.
    """

    cpu: str
    cores: int
    system: str
    python: str
    onnxruntime: str
    semsearch: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderUsed:
    """What encoded.

    Attributes:
        model: Its name.
        precision: The one that is used, whatever was asked for; None if the encoder has none.
        max_tokens: Where it cuts a text.
        dim: Length of a vector.
    """

    model: str
    precision: Precision | None
    max_tokens: int
    dim: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexSize:
    """What the index takes on disk: its papers, their vectors and their words."""

    papers: int
    store_bytes: int
    vector_bytes: int
    lexical_bytes: int

    @property
    def bytes_per_paper(self) -> float:
        """All three together."""
        return (self.store_bytes + self.vector_bytes + self.lexical_bytes) / self.papers


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodingSpeed:
    """How fast texts of papers are encoded.

    Attributes:
        texts: How many were encoded in each round.
        tokens: Of these texts, as far as the model sees them.
        seconds: Of one round, the median of several.
        peak_bytes: Most memory that a process took which did nothing but load the encoder and encode.
    """

    texts: int
    tokens: int
    seconds: float
    peak_bytes: int | None

    @property
    def texts_per_second(self) -> float:
        """Abstracts a second."""
        return self.texts / self.seconds

    @property
    def tokens_per_second(self) -> float:
        """Tokens a second."""
        return self.tokens / self.seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class ArithmeticShare:
    """How much of what the machine could compute goes into the encoding.

    Attributes:
        per_second: Multiplications and additions of the encoding in a second, those with weights only.
        peak_per_second: What onnxruntime reaches on this machine at its best.
    """

    per_second: float
    peak_per_second: float

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.per_second / self.peak_per_second


@dataclass(frozen=True, slots=True, kw_only=True)
class ColdQuestion:
    """A question as a process of its own, from its start to its end."""

    runs: int
    median_ms: float
    peak_bytes: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Milliseconds that half of the questions, and 95 % of them, do not exceed."""

    p50_ms: float
    p95_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class WarmQuestions:
    """Questions to an index that is open, one after another, answered by meaning and words.

    Attributes:
        questions: How many.
        encode: The question as a vector.
        semantic: Its nearest rows.
        lexical: The rows with its words, and the words of all candidates.
        fuse: Both brought together into one score.
        fetch: The papers of the best rows.
        total: All stages together, without best sentences.
        total_with_snippets: The same, with them.
    """

    questions: int
    encode: Spread
    semantic: Spread
    lexical: Spread
    fuse: Spread
    fetch: Spread
    total: Spread
    total_with_snippets: Spread


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """Everything that was measured.

    Attributes:
        machine: Where.
        encoder: With what.
        index: What the index takes on disk.
        encoding: Abstracts a second.
        reference: The same texts with sentence-transformers, if that was asked for.
        times_as_fast: As the reference, if it was measured.
        arithmetic: None unless the encoder is a prepared model.
        cold_question: A whole process.
        warm_questions: With the index open.
        open_ms: Opening the index and mapping its vectors, the median of several.
        notes: How figures came about that do not explain themselves.
    """

    machine: Machine
    encoder: EncoderUsed
    index: IndexSize
    encoding: EncodingSpeed
    reference: EncodingSpeed | None
    times_as_fast: float | None
    arithmetic: ArithmeticShare | None
    cold_question: ColdQuestion
    warm_questions: WarmQuestions
    open_ms: float
    notes: tuple[str, ...]
