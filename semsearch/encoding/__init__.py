"""Text to vectors. The only room that knows sentence-transformers and torch."""
