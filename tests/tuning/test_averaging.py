"""Weights between two models, worked out by hand."""

from __future__ import annotations

import pytest
import torch

from semsearch.tuning.averaging import averaged

BASE = {"weight": torch.tensor([0.0, 4.0]), "positions": torch.tensor([0, 1])}
TUNED = {"weight": torch.tensor([1.0, 0.0]), "positions": torch.tensor([0, 2])}


@pytest.mark.parametrize(
    ("share", "weights"), [(0.0, [0.0, 4.0]), (0.25, [0.25, 3.0]), (0.75, [0.75, 1.0]), (1.0, [1.0, 0.0])]
)
def test_weights_lie_between_those_of_both_models(share: float, weights: list[float]) -> None:
    found = averaged(BASE, TUNED, share)
    assert found["weight"].tolist() == weights
    assert found["positions"].tolist() == [0, 2]


def test_both_models_stay_as_they_are() -> None:
    averaged(BASE, TUNED, 0.5)["positions"][0] = 7
    averaged(BASE, TUNED, 1.0)["weight"][0] = 7
    assert (BASE["weight"].tolist(), TUNED["weight"].tolist()) == ([0.0, 4.0], [1.0, 0.0])
    assert TUNED["positions"].tolist() == [0, 2]


def test_models_of_other_kinds_cannot_be_averaged() -> None:
    with pytest.raises(ValueError, match="differ in positions"):
        averaged(BASE, {"weight": TUNED["weight"]}, 0.5)
    with pytest.raises(ValueError, match="the shape of weight"):
        averaged(BASE, {**TUNED, "weight": torch.zeros(3)}, 0.5)


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_a_share_is_from_0_to_1(share: float) -> None:
    with pytest.raises(ValueError, match="is not a share"):
        averaged(BASE, TUNED, share)
