"""Text to vectors. The only room that knows torch, onnxruntime and what is built on them."""

import os

# onnxruntime gathers what it calls telemetry, and tries to send it, unless told otherwise before it is loaded.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
