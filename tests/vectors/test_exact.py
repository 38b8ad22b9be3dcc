"""The contract of `VectorIndex`, and what the file on disk may do to it."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.errors import IndexDamagedError, IndexFolderError
from semsearch.vectors import exact
from semsearch.vectors.exact import ExactIndex, stored_blocks, write_vectors

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.protocols import Vectors


def unit(*rows: list[float]) -> Vectors:
    vectors = np.asarray(rows, dtype=np.float32)
    unit_vectors: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit_vectors


@pytest.fixture
def compass(tmp_path: Path) -> ExactIndex:
    """East, north, west, south, and north-east as row 4; numbers that float16 holds exactly."""
    path = tmp_path / "compass.faiss"
    halves = np.asarray([[1, 0], [0, 1], [-1, 0], [0, -1], [0.75, 0.75]], dtype=np.float16)
    write_vectors(path, [halves[:2], halves[2:]], dim=2, size=5)
    return ExactIndex.open(path)


def test_the_nearest_rows_come_best_first_with_their_inner_products(compass: ExactIndex) -> None:
    (found,) = compass.search(unit([1, 0]), 2)
    assert found.rows.tolist() == [0, 4]
    assert found.similarities.tolist() == [1.0, 0.75]


def test_each_query_gets_its_own_answer(compass: ExactIndex) -> None:
    east, south = compass.search(unit([1, 0], [0, -1]), 1)
    assert (east.rows.tolist(), south.rows.tolist()) == ([0], [3])


@pytest.mark.parametrize("narrow", [0, 10_000])
def test_only_allowed_rows_are_found_by_scan_and_row_by_row(
    compass: ExactIndex, narrow: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact, "_NARROW", narrow)
    (found,) = compass.search(unit([1, 0]), 10, allowed=np.asarray([1, 2, 4]))
    assert found.rows.tolist() == [4, 1, 2]
    assert found.similarities.tolist() == [0.75, 0.0, -1.0]


@pytest.mark.parametrize("narrow", [0, 10_000])
def test_equal_vectors_come_in_the_order_of_their_rows(
    tmp_path: Path, narrow: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact, "_NARROW", narrow)
    write_vectors(tmp_path / "equal.faiss", [np.ones((50, 2), dtype=np.float32)], dim=2, size=50)
    index = ExactIndex.open(tmp_path / "equal.faiss")
    for allowed in (None, np.arange(50)):
        (found,) = index.search(unit([1, 1]), 50, allowed=allowed)
        assert found.rows.tolist() == list(range(50))


def test_no_allowed_row_means_no_answer(compass: ExactIndex) -> None:
    (found,) = compass.search(unit([1, 0]), 10, allowed=np.empty(0, dtype=np.int64))
    assert found.rows.tolist() == []


def test_a_depth_beyond_the_size_finds_every_row_once(compass: ExactIndex) -> None:
    (found,) = compass.search(unit([0.9, 0.1]), 100)
    assert sorted(found.rows.tolist()) == [0, 1, 2, 3, 4]


def test_vectors_come_back_in_the_order_of_the_rows_asked_for(compass: ExactIndex) -> None:
    assert compass.vectors(np.asarray([3, 0])).tolist() == [[0.0, -1.0], [1.0, 0.0]]


def test_stored_blocks_copy_bit_by_bit_into_a_new_index(compass: ExactIndex, tmp_path: Path) -> None:
    path = tmp_path / "copy.faiss"
    write_vectors(path, stored_blocks(compass, np.asarray([4, 2])), dim=2, size=2)
    copy = ExactIndex.open(path)
    assert copy.halves.tolist() == [[0.75, 0.75], [-1.0, 0.0]]


def test_the_stored_vectors_outlive_the_object_that_gave_them(tmp_path: Path) -> None:
    write_vectors(tmp_path / "big.faiss", [np.ones((5000, 64), dtype=np.float16)], dim=64, size=5000)
    halves = ExactIndex.open(tmp_path / "big.faiss").halves
    gc.collect()
    assert float(halves.astype(np.float32).sum()) == 5000 * 64


def test_an_index_without_rows_answers_with_nothing(tmp_path: Path) -> None:
    write_vectors(tmp_path / "empty.faiss", [], dim=3, size=0)
    empty = ExactIndex.open(tmp_path / "empty.faiss")
    (found,) = empty.search(unit([1, 0, 0]), 5)
    assert (empty.size, empty.dim, found.rows.tolist(), empty.halves.shape) == (0, 3, [], (0, 3))


@given(seed=st.integers(0, 2**32 - 1), size=st.integers(1, 60), depth=st.integers(1, 70), narrow=st.booleans())
def test_exact_search_is_what_numpy_computes(
    tmp_path_factory: pytest.TempPathFactory, *, seed: int, size: int, depth: int, narrow: bool
) -> None:
    random = np.random.default_rng(seed)
    path = tmp_path_factory.mktemp("law") / "law.faiss"
    write_vectors(path, [random.standard_normal((size, 8)).astype(np.float32)], dim=8, size=size)
    index = ExactIndex.open(path)
    query = unit(random.standard_normal(8).tolist())
    allowed = np.flatnonzero(random.random(size) < 0.5) if narrow else None

    candidates = np.arange(size) if allowed is None else allowed
    similarities = index.halves.astype(np.float32)[candidates] @ query[0]
    best = np.argsort(-similarities, kind="stable")[:depth]
    (found,) = index.search(query, depth, allowed=allowed)
    assert found.rows.tolist() == candidates[best].tolist()
    np.testing.assert_allclose(found.similarities, similarities[best], atol=1e-5)


@pytest.mark.parametrize("kept", [0.0, 0.3, 0.99])
def test_a_file_cut_short_is_reported_as_damaged(tmp_path: Path, kept: float) -> None:
    path = tmp_path / "cut.faiss"
    write_vectors(path, [np.eye(16, dtype=np.float32)], dim=16, size=16)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * kept)])
    with pytest.raises(IndexDamagedError, match=r"cut\.faiss is missing or damaged.*--rebuild"):
        ExactIndex.open(path)


def test_a_missing_file_is_reported_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(IndexDamagedError, match="--rebuild"):
        ExactIndex.open(tmp_path / "none.faiss")


def test_an_index_of_another_kind_is_refused(tmp_path: Path) -> None:
    import faiss

    flat = faiss.IndexFlatL2(4)
    other_type = faiss.IndexScalarQuantizer(4, faiss.ScalarQuantizer.QT_bf16, faiss.METRIC_INNER_PRODUCT)
    for number, index in enumerate((flat, other_type)):
        faiss.write_index(index, str(tmp_path / f"{number}.faiss"))
        with pytest.raises(IndexDamagedError):
            ExactIndex.open(tmp_path / f"{number}.faiss")


def test_a_folder_that_cannot_be_written_is_our_error(tmp_path: Path) -> None:
    with pytest.raises(IndexFolderError, match="cannot be written"):
        write_vectors(tmp_path / "no" / "such" / "folder.faiss", [np.eye(2, dtype=np.float32)], dim=2, size=2)
