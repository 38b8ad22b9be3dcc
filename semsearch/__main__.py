"""Lets `python -m semsearch` do what `semsearch` does."""

from __future__ import annotations

import sys

from semsearch.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
