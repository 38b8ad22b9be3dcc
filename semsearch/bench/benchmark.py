"""The whole benchmark of an index, on the machine of its user."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from semsearch.bench.encoding_speed import arithmetic_share, encoding_speeds
from semsearch.bench.machine import this_machine
from semsearch.bench.questions import cold_question, open_ms, warm_questions
from semsearch.bench.records import Benchmark, EncoderUsed, IndexSize
from semsearch.bench.samples import spread_places
from semsearch.choices import Precision
from semsearch.engine.index import Index
from semsearch.errors import SemsearchError, UsageError
from semsearch.settings import FAKE_MODEL
from semsearch.store.reader import StoreReader
from semsearch.text import clean, encoded_text

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.bench.records import ArithmeticShare, EncodingSpeed
    from semsearch.protocols import Encoder
    from semsearch.records import Fingerprint, Paper

_ON_QUESTIONS: Final = "The questions are titles of papers of this index, spread over it."
_ON_THE_SHARE: Final = (
    "The share counts a product and a sum for each of the {weights:,} weights that a token meets; what attention "
    "computes between tokens is left out."
)
_ON_THE_PEAK: Final = (
    "The peak is the best that onnxruntime reached here with large {precision} products of matrices, on all cores."
)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of the encoder: multiplications are those of a prepared model, else None."""

    used: EncoderUsed
    multiplications: int | None


def measure(
    folder: Path,
    *,
    papers: int,
    questions: int,
    precision: Precision | None = None,
    against_reference: bool = False,
) -> Benchmark:
    """Measure encoding, answers, memory and size of an index; nothing in it is changed.

    Args:
        folder: Of the index.
        papers: How many of its abstracts to encode, spread over the index.
        questions: How many to ask.
        precision: How exactly the encoder computes; by default as `semsearch index` and `semsearch search` choose.
        against_reference: Encode the same texts with sentence-transformers, too.

    Raises:
        IndexMissingError: There is none.
        UsageError: There is no reference to compare with.
        SemsearchError: The index is empty, or something that was measured failed.
    """
    with Index.open(folder, precision=precision) as index:
        info = index.info()
        if not info.papers:
            raise SemsearchError(f"{folder} holds no papers to measure with.", fix="Add some: semsearch index FILE.")
        if against_reference and info.fingerprint.model == FAKE_MODEL:
            raise UsageError(f"{FAKE_MODEL} has no reference to compare with.", fix="Leave out --against-reference.")
        known = _encoder(folder, info.fingerprint, precision)
        asked = [clean(paper.title) or clean(paper.abstract) for paper in _spread_papers(index, questions)]
        cold = cold_question(asked[len(asked) // 2], folder=folder, precision=precision)
        encoding, *references = encoding_speeds(
            [encoded_text(paper) for paper in _spread_papers(index, papers)],
            folder=folder,
            fingerprint=info.fingerprint,
            precision=precision,
            against_reference=against_reference,
        )
        arithmetic = _arithmetic(known, encoding)
        return Benchmark(
            machine=this_machine(),
            encoder=known.used,
            index=IndexSize(
                papers=info.papers,
                store_bytes=info.store_bytes,
                vector_bytes=info.vector_bytes,
                lexical_bytes=info.lexical_bytes,
            ),
            encoding=encoding,
            reference=references[0] if references else None,
            times_as_fast=references[0].seconds / encoding.seconds if references else None,
            arithmetic=arithmetic,
            cold_question=cold,
            warm_questions=warm_questions(index, asked),
            open_ms=open_ms(folder),
            notes=_notes(known, arithmetic),
        )


def _encoder(folder: Path, fingerprint: Fingerprint, precision: Precision | None) -> _Known:
    """Load the encoder once, so that it is prepared before anything is timed."""
    from semsearch.encoding.onnx_encoder import OnnxEncoder
    from semsearch.engine.encoder_choice import paper_encoder

    encoder = paper_encoder(folder, must_match=fingerprint, precision=precision).load()
    if isinstance(encoder, OnnxEncoder):
        return _Known(_used(encoder, encoder.prepared.precision), encoder.prepared.multiplications)
    return _Known(_used(encoder, None if fingerprint.model == FAKE_MODEL else Precision.REFERENCE), None)


def _used(encoder: Encoder, precision: Precision | None) -> EncoderUsed:
    return EncoderUsed(
        model=encoder.fingerprint.model, precision=precision, max_tokens=encoder.max_tokens, dim=encoder.dim
    )


def _spread_papers(index: Index, count: int) -> list[Paper]:
    store = StoreReader.open(index.folder)
    try:
        paper_ids = list(store.paper_ids())
    finally:
        store.close()
    return list(index.papers([paper_ids[place] for place in spread_places(len(paper_ids), count)]))


def _arithmetic(known: _Known, encoding: EncodingSpeed) -> ArithmeticShare | None:
    if known.multiplications is None or known.used.precision is None:
        return None
    from semsearch.encoding.arithmetic import peak_operations_per_second

    return arithmetic_share(
        encoding.tokens_per_second,
        multiplications=known.multiplications,
        peak_per_second=peak_operations_per_second(known.used.precision),
    )


def _notes(known: _Known, arithmetic: ArithmeticShare | None) -> tuple[str, ...]:
    if arithmetic is None:
        return (_ON_QUESTIONS,)
    on_the_share = _ON_THE_SHARE.format(weights=known.multiplications)
    return (_ON_QUESTIONS, on_the_share, _ON_THE_PEAK.format(precision=known.used.precision))
