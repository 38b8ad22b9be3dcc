"""Models prepared for CPUs: exported to ONNX, quantized, compared with the reference, kept in the user's cache."""
