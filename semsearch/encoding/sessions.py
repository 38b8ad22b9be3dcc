"""How graphs are loaded into onnxruntime."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from onnxruntime import InferenceSession

# As one operation each, onnxruntime computes them number by number; spelled out, with vector instructions.
# Over whole abstracts that saves a tenth of the time.
_SLOWER_TOGETHER = ["LayerNormFusion", "SkipLayerNormFusion"]


def open_session(graph: Path | bytes, *, save_optimized: Path | None = None) -> InferenceSession:
    """Load a graph to run on one core of the CPU.

    Args:
        graph: A file, or its content.
        save_optimized: Write the graph there as onnxruntime changes it on loading, so that it need not do so again.

    Raises:
        Exception: The graph is missing or damaged; the faults of onnxruntime have no class in common.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False  # threads would wait for each other there, a tenth of the time of short texts
    options.log_severity_level = 4
    if save_optimized is not None:
        # Beyond that level, what is written suits this processor only.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
        options.optimized_model_filepath = str(save_optimized)
    return onnxruntime.InferenceSession(
        graph if isinstance(graph, bytes) else str(graph),
        options,
        providers=["CPUExecutionProvider"],
        disabled_optimizers=_SLOWER_TOGETHER,
    )
