"""What an encoder must not do to others: no word to the outside, and no waiting after a fork."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from making import make_paper
from semsearch.choices import Precision
from semsearch.encoding.encoders import load_encoder
from semsearch.engine.index import Index
from semsearch.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.records import Paper

CODE = """
import os, sys
from semsearch.encoding.encoders import load_encoder
encoder = load_encoder(sys.argv[1])
encoder.encode_documents(["graph", "video"])
child = os.fork() if hasattr(os, "fork") else None
if child == 0:
    encoder.encode_documents(["graph", "video"])
    os._exit(0)
sys.exit(os.waitpid(child, 0)[1] if child else 0)
"""


def test_nothing_is_gathered_about_the_user_and_a_fork_encodes_too(small_model: Path, tmp_path: Path) -> None:
    load_encoder(str(small_model))  # prepares it
    places = {"XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(small_model)],
        env={**os.environ, **places},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_precision_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"There is no precision 'int4'\. Use int8, float32, reference\."):
        Index.build([_paper()], tmp_path, model="hashed-words", precision="int4")  # type: ignore[arg-type]


def test_a_precision_may_be_given_by_its_name(small_model: Path, tmp_path: Path) -> None:
    encoder = load_encoder(str(small_model), precision=Precision.FLOAT32)
    with Index.build([_paper()], tmp_path, model=str(small_model), precision="float32") as index:  # type: ignore[arg-type]
        assert index.search("graph", top_k=1).hits[0].paper_id == "one"
    assert encoder.dim == 32


def _paper() -> Paper:
    return make_paper("one", "A graph network.")
