"""Speeds and shares worked out by hand."""

from __future__ import annotations

import pytest

from semsearch.bench.encoding_speed import arithmetic_share
from semsearch.bench.records import EncodingSpeed, IndexSize


def test_the_share_counts_two_operations_for_each_weight_of_each_token() -> None:
    found = arithmetic_share(5000.0, multiplications=10_000_000, peak_per_second=400e9)
    assert found.per_second == pytest.approx(100e9)
    assert found.share == pytest.approx(0.25)


def test_a_speed_is_texts_and_tokens_by_seconds() -> None:
    speed = EncodingSpeed(texts=50, tokens=10_000, seconds=2.0, peak_bytes=None)
    assert (speed.texts_per_second, speed.tokens_per_second) == (25.0, 5000.0)


def test_a_paper_takes_its_part_of_store_and_vectors() -> None:
    assert IndexSize(papers=4, store_bytes=900, vector_bytes=100, lexical_bytes=200).bytes_per_paper == 300.0
