"""How much this machine can compute, by large products of matrices in onnxruntime."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import TYPE_CHECKING, Final

import numpy as np

from semsearch.choices import Precision
from semsearch.encoding.devices import available_cores
from semsearch.encoding.sessions import open_session

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

_SIDES: Final = (512, 1024)  # of the matrices: mostly arithmetic, and within the caches of one or another processor
_MULTIPLICATIONS: Final = 2**31  # of a core each time, tens of milliseconds
_TIMES: Final = 6


def peak_operations_per_second(precision: Precision) -> float:
    """Multiplications and additions of all cores in a second, the best of several sizes and times.

    One session computes on one thread, in as many threads as there are cores, which is how `OnnxEncoder` does it.

    Args:
        precision: int8 for uint8 activations times int8 weights; anything else for float32.
    """
    return max(_operations_per_second(side, precision) for side in _SIDES)


def _operations_per_second(side: int, precision: Precision) -> float:
    cores, products = available_cores(), max(_MULTIPLICATIONS // side**3, 1)
    session = _product(side, precision)
    left = _matrix(side, np.uint8 if precision is Precision.INT8 else np.float32)

    def multiply(_core: int) -> None:
        for _ in range(products):
            session.run(None, {"left": left})

    best = float("inf")
    with ThreadPoolExecutor(cores, thread_name_prefix="semsearch-arithmetic") as workers:
        for _ in range(1 + _TIMES):  # one more, to start the threads
            start = perf_counter()
            list(workers.map(multiply, range(cores)))
            best = min(best, perf_counter() - start)
    return 2 * side**3 * products * cores / best


def _product(side: int, precision: Precision) -> InferenceSession:
    """A graph that multiplies what it is given with constant weights."""
    from onnx import TensorProto, helper, numpy_helper

    is_int8 = precision is Precision.INT8
    kind, left, result, right = (
        ("MatMulInteger", TensorProto.UINT8, TensorProto.INT32, _matrix(side, np.int8))
        if is_int8
        else ("MatMul", TensorProto.FLOAT, TensorProto.FLOAT, _matrix(side, np.float32))
    )
    graph = helper.make_graph(
        [helper.make_node(kind, ["left", "right"], ["product"])],
        "product",
        [helper.make_tensor_value_info("left", left, [side, side])],
        [helper.make_tensor_value_info("product", result, [side, side])],
        [numpy_helper.from_array(right, "right")],
    )
    # Versions that every onnxruntime of the last years reads.
    model = helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])
    return open_session(model.SerializeToString())


def _matrix(side: int, kind: type[np.generic]) -> NDArray[np.generic]:
    """(side, side) numbers from 1 to 5."""
    return (np.arange(side * side).reshape(side, side) % 5 + 1).astype(kind)
