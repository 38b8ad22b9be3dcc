"""Lets `python -m semsearch` do what `semsearch` does."""

from __future__ import annotations

from semsearch.cli.main import start

if __name__ == "__main__":
    start()
