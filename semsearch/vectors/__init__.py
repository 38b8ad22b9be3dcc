"""Vectors by row, searched by inner product. The only room that knows FAISS."""
