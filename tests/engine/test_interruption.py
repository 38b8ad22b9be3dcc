"""Killed at any step, an index is in the state before or in the state after, and the next update goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from making import make_paper
from semsearch.choices import Mode
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine.index import Index
from semsearch.engine.state_lexical import open_lexical
from semsearch.engine.updating import update_index
from semsearch.errors import IndexMissingError, UsageError
from semsearch.records import Ranking
from semsearch.reports import EncodingProgress, UpdateReport
from semsearch.store.reader import StoreReader

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from semsearch.protocols import EncodedTexts, Vectors
    from semsearch.records import Paper

OLD = [make_paper(f"old{number:03}", f"word{number} of old") for number in range(200)]
NEW = [make_paper(f"new{number:03}", f"word{number} of new") for number in range(200)]
CHANGED = [make_paper(paper.paper_id, f"{paper.abstract} changed") for paper in OLD[:50]]

STEPS = {
    "while papers are read": ("semsearch.store.staging:Staging:stage", 30),
    "before the first vectors are saved": ("semsearch.store.writer:StoreWriter:save_progress", 1),
    "after some vectors were saved": ("semsearch.store.writer:StoreWriter:save_progress", 3),
    "before the vector file is written": ("semsearch.engine.updating:write_vectors", 1),
    "when it is written but not in place": ("semsearch.store.folder:os:fsync", 1),
    "when it is in place but not committed": ("semsearch.store.writer:StoreWriter:_remove_leaving", 1),
    "in the middle of the transaction": ("semsearch.store.writer:StoreWriter:_store_incoming", 1),
    "just before the commit": ("semsearch.store.writer:write_state", 1),
    "after the commit, before tidying up": ("semsearch.store.writer:remove_leftovers", 2),
    "after the commit, before the words are written": ("semsearch.engine.state_lexical:update_lexical", 1),
    "after the commit, in the middle of the words": ("semsearch.engine.state_lexical:_document", 100),
}


def update_and_die(folder: Path, step: str, *, which: str) -> None:
    """Update in a process of its own, which kills itself at that step."""
    done = subprocess.run(
        [sys.executable, __file__, step, str(folder), which],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr


def die_while_updating(step: str, folder: Path, which: str) -> None:
    target, nth = STEPS[step]
    module_name, *owners, name = target.split(":")
    owner = import_module(module_name)
    for each in owners:
        owner = getattr(owner, each)
    original = getattr(owner, name)
    calls = 0

    def deadly(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == nth:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(*args, **kwargs)

    setattr(owner, name, deadly)
    papers = {"build": OLD, "update": [*OLD[50:], *CHANGED, *NEW]}[which]
    update_index(folder, papers, encoder=HashedWordsEncoder())


def answers(folder: Path) -> dict[str, str]:
    """All papers of the index, with their abstracts; each must be found by a search as well."""
    with Index.open(folder) as index:
        papers = {paper.paper_id: paper.abstract for paper in index.papers()}
        found = [hit.paper_id for hit in index.search("word7 of", top_k=len(papers), snippets=False).hits]
        assert sorted(found) == sorted(papers)
        for paper_id in list(papers)[::40]:
            question, meaning = f"{paper_id}. {papers[paper_id]}", Ranking(mode=Mode.SEMANTIC)
            # By meaning, since words may still lack what the killed update added.
            assert index.search(question, top_k=1, ranking=meaning).hits[0].paper_id == paper_id
    return papers


def check_words(folder: Path) -> None:
    """The words are those of the papers as they are now and no others, and lead to their papers in both modes."""
    store = StoreReader.open(folder)
    words = open_lexical(folder, store.state)
    assert words is not None
    assert words.rows().tolist() == store.rows()
    store.close()
    with Index.open(folder) as index:
        for mode in (Mode.HYBRID, Mode.LEXICAL):
            for question, first in FIRST.items():
                results = index.search(question, top_k=3, ranking=Ranking(mode=mode), snippets=False)
                assert (results.hits[0].paper_id, results.mode) == (first, mode)
                assert not any("words are missing" in note for note in results.notes)
        by_words = index.search("word7", ranking=Ranking(mode=Mode.LEXICAL)).hits
        assert sorted(hit.paper_id for hit in by_words) == ["new007", "old007"]
        changed = index.search("changed", top_k=400, ranking=Ranking(mode=Mode.LEXICAL), snippets=False).hits
        assert sorted(hit.paper_id for hit in changed) == [paper.paper_id for paper in CHANGED]


def texts(*papers: Paper) -> dict[str, str]:
    return {paper.paper_id: paper.abstract for paper in papers}


BEFORE = texts(*OLD)
AFTER = texts(*OLD[50:], *CHANGED, *NEW)
FIRST = {"word7 new": "new007", "word7 changed": "old007", "word77 old": "old077", "new123": "new123"}
"""Which paper comes first after the update."""


@pytest.mark.parametrize("step", STEPS)
def test_a_killed_update_leaves_the_state_before_or_after_and_is_finished_by_the_next(
    step: str, tmp_path: Path
) -> None:
    update_index(tmp_path, OLD, encoder=HashedWordsEncoder())
    update_and_die(tmp_path, step, which="update")
    assert answers(tmp_path) == (AFTER if step.startswith("after the commit") else BEFORE)

    update_index(tmp_path, [*OLD[50:], *CHANGED, *NEW], encoder=HashedWordsEncoder())
    assert answers(tmp_path) == AFTER
    check_words(tmp_path)
    assert [path.name for path in tmp_path.glob("vectors-*")] == ["vectors-2.faiss"]


def test_a_build_killed_while_encoding_goes_on_from_the_last_commit_and_says_so(tmp_path: Path) -> None:
    """Two parts of 64 were committed before the third was about to be."""
    update_and_die(tmp_path, "after some vectors were saved", which="build")
    steps: list[EncodingProgress] = []
    report = update_index(tmp_path, OLD, encoder=HashedWordsEncoder(), progress=steps.append)
    assert (steps[0].texts, steps[0].total_texts, steps[0].resumed_texts) == (0, 200 - 128, 128)
    assert (report.encoded, report.resumed, report.added) == (200 - 128, 128, 200)
    assert answers(tmp_path) == BEFORE


def test_ctrl_c_loses_only_the_part_at_hand(tmp_path: Path) -> None:
    class Impatient(HashedWordsEncoder):
        def __init__(self) -> None:
            self.parts = 0

        def encode_documents(self, texts: Sequence[str]) -> Vectors:
            self.parts += 1
            if self.parts == 3:
                raise KeyboardInterrupt
            return super().encode_documents(texts)

    with pytest.raises(KeyboardInterrupt):
        update_index(tmp_path, OLD, encoder=Impatient())
    report = update_index(tmp_path, OLD, encoder=HashedWordsEncoder())
    assert (report.encoded, report.resumed) == (72, 128)
    assert update_index(tmp_path, OLD) == UpdateReport(papers=200, unchanged=200, max_tokens=256)


def test_what_another_encoder_left_behind_is_not_taken_over(tmp_path: Path) -> None:
    class Other(HashedWordsEncoder):
        fingerprint = replace(HashedWordsEncoder.fingerprint, pooling="other")

    update_and_die(tmp_path, "after some vectors were saved", which="build")
    report = update_index(tmp_path, OLD, encoder=Other())
    assert (report.encoded, report.resumed) == (200, 0)


def test_an_interrupted_rebuild_survives_what_is_done_meanwhile(tmp_path: Path) -> None:
    class Other(HashedWordsEncoder):
        fingerprint = replace(HashedWordsEncoder.fingerprint, pooling="other")

    class Impatient(Other):
        def encode_stream(self, parts: Iterable[Sequence[str]]) -> Iterator[EncodedTexts]:
            yield from islice(super().encode_stream(parts), 1)
            raise KeyboardInterrupt

    update_index(tmp_path, OLD, encoder=HashedWordsEncoder())
    with pytest.raises(KeyboardInterrupt):
        update_index(tmp_path, OLD, encoder=Impatient(), rebuild=True)
    with Index.open(tmp_path) as index:
        index.remove([OLD[0].paper_id])
    update_index(tmp_path, NEW[:3], encoder=HashedWordsEncoder())
    report = update_index(tmp_path, [], encoder=Other(), rebuild=True)
    assert report.resumed + report.encoded == report.papers == 202
    assert report.resumed >= 63  # of 64, one of which may have been removed


def test_an_interrupted_first_build_followed_by_nothing_is_no_index(tmp_path: Path) -> None:
    update_and_die(tmp_path, "after some vectors were saved", which="build")
    with pytest.raises(UsageError, match="There is no paper to index"):
        update_index(tmp_path, [])
    with pytest.raises(IndexMissingError):
        Index.open(tmp_path)


def test_what_an_interrupted_update_encoded_waits_while_others_come_and_go(tmp_path: Path) -> None:
    update_and_die(tmp_path, "after some vectors were saved", which="build")
    update_index(tmp_path, NEW[:1], encoder=HashedWordsEncoder())
    with Index.open(tmp_path) as index:
        assert index.info().pending_texts == 128
    assert update_index(tmp_path, OLD, encoder=HashedWordsEncoder()).resumed == 128


if __name__ == "__main__":
    die_while_updating(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
