"""Text to vectors. The only room that knows torch, onnxruntime and what is built on them."""
