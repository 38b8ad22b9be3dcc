"""The words of papers, found by BM25."""
