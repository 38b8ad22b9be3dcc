"""The large product of matrices by which the machine is measured."""

from __future__ import annotations

import numpy as np
import pytest

from semsearch.choices import Precision
from semsearch.encoding import arithmetic


@pytest.mark.parametrize("precision", [Precision.INT8, Precision.FLOAT32])
def test_the_product_is_the_product_of_both_matrices(precision: Precision) -> None:
    left = np.array([[1, 0, 0], [0, 2, 0], [1, 1, 1]], dtype=np.uint8 if precision is Precision.INT8 else np.float32)
    (product,) = arithmetic._product(3, precision).run(None, {"left": left})
    # The weights are 1 2 3 / 4 5 1 / 2 3 4.
    assert product.tolist() == [[1, 2, 3], [8, 10, 2], [7, 10, 8]]


@pytest.mark.parametrize("precision", [Precision.INT8, Precision.FLOAT32])
def test_any_machine_reaches_some_operations_a_second(precision: Precision, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arithmetic, "_SIDES", (16, 32))
    monkeypatch.setattr(arithmetic, "_MULTIPLICATIONS", 2**20)
    assert 0 < arithmetic.peak_operations_per_second(precision) < float("inf")
