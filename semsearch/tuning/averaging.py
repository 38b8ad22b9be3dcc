"""Weights between those of the base and those of the tuned model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeAlias

    from torch import Tensor

    State: TypeAlias = Mapping[str, Tensor]

SHARES: Final = (1.0, 0.75, 0.5, 0.25)
"""Of the tuned weights, those that are tried."""


def averaged(base: State, tuned: State, share: float) -> dict[str, Tensor]:
    """(1 - share) · base + share · tuned, weight by weight (WiSE-FT, Wortsman et al. 2022).

    What was learned is kept in good part while what the base knew of other fields comes back, since both models lie in
    one valley of the loss. What is not a fractional number, as a table of positions, is that of the tuned model.

    Args:
        base: From the name of each tensor to the tensor; left as it is.
        tuned: The same names and shapes.
        share: From 0 to 1, which give the base and the tuned weights exactly.

    Raises:
        ValueError: The names or shapes differ, or the share is out of range.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"{share} is not a share")
    if base.keys() != tuned.keys():
        raise ValueError(f"the models differ in {min(base.keys() ^ tuned.keys())}")
    for name, tensor in base.items():
        if tensor.shape != tuned[name].shape:
            raise ValueError(f"the models differ in the shape of {name}")
    return {
        name: tensor.lerp(tuned[name], share) if tensor.is_floating_point() else tuned[name].clone()
        for name, tensor in base.items()
    }
