"""What an update encodes, stores, removes and refuses."""

from __future__ import annotations

import errno
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from making import SOURCE, make_paper
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine.index import Index
from semsearch.engine.updating import update_index
from semsearch.errors import (
    BadRecordError,
    EncoderMismatchError,
    FormatVersionError,
    IndexDamagedError,
    IndexFolderError,
    RemovalRefusedError,
    SourceError,
    UsageError,
)
from semsearch.identity import content_id
from semsearch.records import Paper
from semsearch.reports import EncodingProgress, Truncation, UpdateReport
from semsearch.vectors.exact import write_vectors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from semsearch.protocols import Vectors


class CountingEncoder(HashedWordsEncoder):
    """Remembers the texts that it was given."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return super().encode_documents(texts)


class OtherEncoder(HashedWordsEncoder):
    """The same vectors in the opposite direction, under another name."""

    fingerprint = replace(HashedWordsEncoder.fingerprint, model="other", pooling="negated")

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        return -super().encode_documents(texts)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def encoder() -> CountingEncoder:
    return CountingEncoder()


def ids(folder: Path) -> list[str]:
    with Index.open(folder) as index:
        return [paper.paper_id for paper in index.papers()]


def nearest(folder: Path, question: str) -> str:
    with Index.open(folder) as index:
        return index.search(question, top_k=1).hits[0].paper_id


def test_the_same_papers_again_encode_nothing(folder: Path, papers: list[Paper], encoder: CountingEncoder) -> None:
    first = update_index(folder, papers, encoder=encoder)
    assert (first.added, first.encoded, first.papers) == (5, 5, 5)
    encoder.texts.clear()
    again = update_index(folder, papers, encoder=encoder)
    assert again == UpdateReport(papers=5, unchanged=5, max_tokens=256)
    assert encoder.texts == []


def test_an_update_without_new_texts_does_not_even_load_the_encoder(
    folder: Path, papers: list[Paper], monkeypatch: pytest.MonkeyPatch
) -> None:
    update_index(folder, papers, model="hashed-words")
    monkeypatch.setattr("semsearch.engine.encoder_choice.load_encoder", lambda name: pytest.fail(f"loaded {name}"))
    report = update_index(folder, [replace(papers[0], venue="Elsewhere"), *papers[1:]])
    assert (report.details_changed, report.unchanged) == (1, 4)


def test_a_changed_text_is_encoded_again_and_found_by_its_new_words(
    folder: Path, papers: list[Paper], encoder: CountingEncoder
) -> None:
    update_index(folder, papers, encoder=encoder)
    encoder.texts.clear()
    changed = [replace(papers[4], abstract="Qubits and gates."), *papers[:4]]
    report = update_index(folder, changed, encoder=encoder)
    assert (report.changed, report.unchanged, report.encoded) == (1, 4, 1)
    assert encoder.texts == ["music. Qubits and gates."]
    assert nearest(folder, "qubits gates") == "music"


def test_changed_metadata_is_stored_without_encoding(
    folder: Path, papers: list[Paper], encoder: CountingEncoder
) -> None:
    update_index(folder, papers, encoder=encoder)
    encoder.texts.clear()
    report = update_index(folder, [replace(papers[0], year=1999)], encoder=encoder)
    assert (report.details_changed, report.encoded, encoder.texts) == (1, 0, [])
    with Index.open(folder) as index:
        assert index.paper("attention").year == 1999
        assert index.info().first_year == 1999


def test_papers_that_are_not_named_again_stay(folder: Path, papers: list[Paper], encoder: CountingEncoder) -> None:
    update_index(folder, papers[:2], encoder=encoder)
    update_index(folder, papers[2:], encoder=encoder)
    assert ids(folder) == ["attention", "labels", "music", "protein", "video"]


def test_the_same_text_twice_is_encoded_once(folder: Path, encoder: CountingEncoder) -> None:
    twins = [make_paper(name, "The same words.", title="Same", source=name) for name in ("a", "b")]
    assert update_index(folder, twins, encoder=encoder).encoded == 1
    report = update_index(folder, [make_paper("c", "The same words.", title="Same")], encoder=encoder)
    assert (report.added, report.encoded) == (1, 0)
    with Index.open(folder) as index:
        hits = index.search("same words", top_k=3).hits
        assert [hit.semantic_score for hit in hits] == pytest.approx([0.85] * 3, abs=0.01)
        assert len({hit.score for hit in hits}) == 1


def test_papers_without_an_id_are_given_one(folder: Path, encoder: CountingEncoder) -> None:
    without = Paper(title="Without", authors=("Ada Folder",))
    update_index(folder, [Paper(title="With DOI", doi="10.1/X"), without], encoder=encoder)
    assert set(ids(folder)) == {"doi:10.1/x", content_id(without)}


def test_removing_what_is_missing_only_touches_the_sources_at_hand(folder: Path, encoder: CountingEncoder) -> None:
    everything = [
        *(make_paper(f"a{number}", f"alpha {number}", source="/a/one.txt") for number in range(8)),
        make_paper("b", "beta", source="/a/two.txt"),
        make_paper("c", "gamma", source="/ab/three.txt"),
    ]
    update_index(folder, everything, encoder=encoder)
    report = update_index(folder, everything[1:8], encoder=encoder, remove_missing_from=["/a/one.txt"])
    assert report.removed == 1
    assert "a0" not in ids(folder)
    report = update_index(folder, everything[1:8], encoder=encoder, remove_missing_from=["/a"])
    assert report.removed == 1
    assert ids(folder) == ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "c"]


def test_a_paper_that_another_file_still_holds_is_not_missing(tmp_path: Path, encoder: CountingEncoder) -> None:
    folder, one, other = tmp_path / "index", tmp_path / "a.txt", tmp_path / "b.txt"
    one.touch()
    other.touch()
    shared = make_paper("shared", "alpha", source=str(one))
    others = [make_paper(f"a{number}", f"beta {number}", source=str(one)) for number in range(9)]
    update_index(folder, [shared, *others, replace(shared, source=str(other))], encoder=encoder)
    assert update_index(folder, others, encoder=encoder, remove_missing_from=[str(one)]).removed == 0
    assert "shared" in ids(folder)
    assert update_index(folder, [], encoder=encoder, remove_missing_from=[str(other)]).removed == 1
    assert "shared" not in ids(folder)


def test_a_file_that_is_gone_holds_nothing(tmp_path: Path, encoder: CountingEncoder) -> None:
    folder, before, now = tmp_path / "index", tmp_path / "old.txt", tmp_path / "new.txt"
    now.touch()
    many = [make_paper(f"a{number}", f"beta {number}", source=str(before)) for number in range(9)]
    moved = [replace(paper, source=str(now)) for paper in many]
    update_index(folder, many, encoder=encoder)
    assert update_index(folder, moved, encoder=encoder, remove_missing_from=[str(now)]).details_changed == 9
    assert update_index(folder, moved[1:], encoder=encoder, remove_missing_from=[str(now)]).removed == 1
    assert "a0" not in ids(folder)


def test_files_that_tell_different_things_of_a_paper_do_not_take_turns(folder: Path, encoder: CountingEncoder) -> None:
    one = make_paper("shared", "alpha", title="Same", source="/a.txt")
    other = make_paper("shared", "beta", title="Same", source="/b.txt")
    update_index(folder, [one], encoder=encoder)
    assert update_index(folder, [other], encoder=encoder).changed == 1
    for unchanged in (one, other):
        assert update_index(folder, [unchanged], encoder=encoder).encoded == 0
    with Index.open(folder) as index:
        assert index.paper("shared") == other


def test_more_than_a_quarter_is_not_removed_without_a_yes(
    folder: Path, papers: list[Paper], encoder: CountingEncoder
) -> None:
    """1 of 4 is exactly a quarter and goes; 2 of 4 do not."""
    update_index(folder, papers[:4], encoder=encoder)
    with pytest.raises(RemovalRefusedError, match=r"2 of 4 papers .* would be removed; nothing was changed\. .*--yes"):
        update_index(folder, [*papers[:2], papers[4]], encoder=encoder, remove_missing_from=[SOURCE])
    assert ids(folder) == ["attention", "labels", "protein", "video"]
    assert update_index(folder, papers[:3], encoder=encoder, remove_missing_from=[SOURCE]).removed == 1
    report = update_index(folder, papers[:1], encoder=encoder, remove_missing_from=[SOURCE], allow_large_removal=True)
    assert report.removed == 2
    assert ids(folder) == ["attention"]


def test_an_error_while_reading_leaves_the_index_as_it_was(
    folder: Path, papers: list[Paper], encoder: CountingEncoder
) -> None:
    def broken() -> Iterator[Paper]:
        yield replace(papers[0], abstract="Something else.")
        raise SourceError("The file ends in the middle.")

    update_index(folder, papers, encoder=encoder)
    with pytest.raises(SourceError):
        update_index(folder, broken(), encoder=encoder)
    with Index.open(folder) as index:
        assert index.paper("attention") == papers[0]


def test_a_source_that_fails_at_once_leaves_no_folder_behind(folder: Path) -> None:
    def broken() -> Iterator[Paper]:
        raise SourceError("There is no such file.")
        yield

    with pytest.raises(SourceError):
        update_index(folder, broken())
    assert not folder.exists()


def test_nothing_to_index_is_an_error_and_leaves_no_folder(folder: Path) -> None:
    with pytest.raises(UsageError, match="There is no paper to index"):
        update_index(folder, [])
    assert not folder.exists()


def test_a_paper_without_title_and_abstract_is_refused(folder: Path, encoder: CountingEncoder) -> None:
    with pytest.raises(BadRecordError, match="neither title nor abstract: x"):
        update_index(folder, [Paper(paper_id="x", title=" ")], encoder=encoder)
    assert not folder.exists()


def test_another_model_is_refused_and_a_rebuild_takes_it(folder: Path, papers: list[Paper]) -> None:
    update_index(folder, papers, encoder=HashedWordsEncoder())
    with pytest.raises(EncoderMismatchError, match=r"with the model hashed-words, not with other\. .*--rebuild"):
        update_index(folder, papers, encoder=OtherEncoder())
    report = update_index(folder, papers[:1], encoder=OtherEncoder(), rebuild=True)
    assert (report.encoded, report.papers, report.unchanged) == (5, 5, 1)
    with Index.open(folder, encoder=OtherEncoder()) as index:
        assert index.info().fingerprint.model == "other"
        assert index.search("flat video", top_k=1).hits[0].paper_id == "video"


def test_another_way_to_join_texts_asks_for_a_rebuild_that_counts_right(
    folder: Path, papers: list[Paper], monkeypatch: pytest.MonkeyPatch
) -> None:
    class NextVersion(HashedWordsEncoder):
        fingerprint = replace(HashedWordsEncoder.fingerprint, text_recipe="the next one")

    update_index(folder, papers, encoder=HashedWordsEncoder())
    monkeypatch.setattr("semsearch.store.columns.encoded_text", lambda paper: f"{paper.abstract} {paper.title}")
    with pytest.raises(EncoderMismatchError, match="text recipe"):
        update_index(folder, papers, encoder=NextVersion())
    report = update_index(folder, papers[:2], encoder=NextVersion(), rebuild=True)
    assert (report.changed, report.unchanged, report.encoded) == (5, 0, 5)


def test_the_same_model_with_other_files_names_the_difference(folder: Path, papers: list[Paper]) -> None:
    class Changed(HashedWordsEncoder):
        fingerprint = replace(HashedWordsEncoder.fingerprint, weights_sha256="55", max_tokens=9)

    update_index(folder, papers, encoder=HashedWordsEncoder())
    with pytest.raises(EncoderMismatchError, match=r"another hashed-words \(different weights, max tokens\)"):
        update_index(folder, papers, encoder=Changed())


def test_a_moved_model_with_the_same_files_goes_on_and_its_new_name_is_remembered(
    folder: Path, papers: list[Paper]
) -> None:
    class Moved(HashedWordsEncoder):
        fingerprint = replace(HashedWordsEncoder.fingerprint, model="/new/place")

    update_index(folder, papers[:4], encoder=HashedWordsEncoder())
    update_index(folder, papers, encoder=Moved())
    with Index.open(folder, encoder=Moved()) as index:
        assert index.info().fingerprint.model == "/new/place"


def test_a_moved_model_is_remembered_even_if_nothing_else_changed(folder: Path, papers: list[Paper]) -> None:
    class Moved(HashedWordsEncoder):
        fingerprint = replace(HashedWordsEncoder.fingerprint, model="/new/place")

    update_index(folder, papers, encoder=HashedWordsEncoder())
    update_index(folder, papers, encoder=Moved())
    with Index.open(folder, encoder=Moved()) as index:
        assert index.info().fingerprint.model == "/new/place"


@pytest.mark.parametrize("harm", ["lost", "cut", "of another index"])
def test_vectors_that_are_lost_or_damaged_are_made_again_by_the_next_update(
    folder: Path, papers: list[Paper], encoder: CountingEncoder, harm: str
) -> None:
    update_index(folder, papers[:4], encoder=encoder)
    path = folder / "vectors-1.faiss"
    if harm == "lost":
        path.unlink()
    elif harm == "cut":
        path.write_bytes(path.read_bytes()[:-100])
    else:
        write_vectors(path, [np.ones((3, 256), dtype=np.float16)], dim=256, size=3)
    with Index.open(folder) as index, pytest.raises(IndexDamagedError, match="--rebuild"):
        index.search("video")
    report = update_index(folder, papers[:4], encoder=encoder)
    assert (report.repaired, report.encoded, report.unchanged) == (True, 4, 4)
    assert nearest(folder, "flat video") == "video"
    assert not update_index(folder, papers[:4], encoder=encoder).repaired


def test_removing_from_an_index_without_its_vectors_says_what_to_do(
    folder: Path, papers: list[Paper], encoder: CountingEncoder
) -> None:
    update_index(folder, papers, encoder=encoder)
    (folder / "vectors-1.faiss").unlink()
    with Index.open(folder) as index, pytest.raises(IndexDamagedError, match="--rebuild"):
        index.remove(["video"])


def test_a_disk_that_fails_leaves_the_state_before(
    folder: Path, papers: list[Paper], encoder: CountingEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    update_index(folder, papers[:4], encoder=encoder)
    with monkeypatch.context() as patch:
        patch.setattr("semsearch.store.folder.os.fsync", full)
        with pytest.raises(IndexFolderError, match="No space left on device"):
            update_index(folder, papers, encoder=encoder)
    assert sorted(path.name for path in folder.glob("vectors-*")) == ["vectors-1.faiss"]
    assert ids(folder) == ["attention", "labels", "protein", "video"]
    assert update_index(folder, papers, encoder=encoder).added == 1


def test_rows_of_the_dead_are_dropped_when_they_are_many(folder: Path, encoder: CountingEncoder) -> None:
    many = [make_paper(f"p{number:03}", f"word{number}") for number in range(300)]
    update_index(folder, many, encoder=encoder)
    with Index.open(folder) as index:
        before = index.info().vector_bytes
        index.remove([f"p{number:03}" for number in range(90)])
        assert index.info().vector_bytes == before
        index.remove([f"p{number:03}" for number in range(90, 150)])
        assert index.info().vector_bytes == before - 150 * 256 * 2
        for number in (150, 222, 299):
            assert index.search(f"word{number}", top_k=1).hits[0].paper_id == f"p{number:03}"
    encoder.texts.clear()
    assert update_index(folder, many[150:], encoder=encoder).unchanged == 150
    assert encoder.texts == []


def test_progress_begins_with_nothing_and_ends_with_everything(folder: Path, encoder: CountingEncoder) -> None:
    many = [make_paper(f"p{number:03}", "word " * (number + 1)) for number in range(100)]
    steps: list[EncodingProgress] = []
    update_index(folder, many, encoder=encoder, progress=steps.append)
    assert [step.texts for step in steps] == [0, 64, 100]
    assert steps[0].characters == 0
    assert steps[-1].characters == steps[-1].total_characters == sum(len(text) for text in encoder.texts)
    assert [len(text) for text in encoder.texts] == sorted(map(len, encoder.texts), reverse=True)


def test_truncation_counts_what_the_encoder_did_not_see(folder: Path, encoder: CountingEncoder) -> None:
    """Titles are one word each: 257 words are 1 too many for a window of 256, 300 are 44."""
    lengths = {"a": 255, "b": 256, "c": 299}
    cut = [make_paper(name, "word " * length) for name, length in lengths.items()]
    report = update_index(folder, cut, encoder=encoder)
    assert report.truncation == Truncation(texts=3, cut_texts=2, tokens=256 + 257 + 300, cut_tokens=1 + 44)


def test_an_index_of_a_newer_format_is_left_alone(folder: Path, papers: list[Paper], encoder: CountingEncoder) -> None:
    import sqlite3

    update_index(folder, papers, encoder=encoder)
    connection = sqlite3.connect(folder / "papers.sqlite")
    connection.execute("UPDATE meta SET value = '9' WHERE key = 'format_version'")
    connection.commit()
    connection.close()
    for call in (lambda: Index.open(folder), lambda: update_index(folder, papers, encoder=encoder)):
        with pytest.raises(FormatVersionError, match="format 9; this semsearch knows format 1"):
            call()


def test_a_store_that_is_none_is_reported_and_left_alone(folder: Path, papers: list[Paper]) -> None:
    folder.mkdir()
    (folder / "papers.sqlite").write_text("This is a letter to my grandmother, and nothing like a database. " * 50)
    for call in (lambda: Index.open(folder), lambda: update_index(folder, papers)):
        with pytest.raises(IndexDamagedError, match=r"papers\.sqlite is damaged"):
            call()
    assert (folder / "papers.sqlite").read_text().startswith("This is a letter")


def test_a_folder_that_cannot_be_made_is_a_plain_error(tmp_path: Path, papers: list[Paper]) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(IndexFolderError, match="cannot be written to"):
        update_index(tmp_path / "file" / "index", papers)
