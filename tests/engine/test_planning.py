"""What an update takes is told before it is spent, and what cannot be written is not begun."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, NamedTuple

import pytest

from making import make_paper
from semsearch.encoding.hashed_words import HashedWordsEncoder
from semsearch.engine.index import Index
from semsearch.engine.planning import LONG_RUN, SAMPLE, UpdateNeeds, needs_of, plan_of, sample_first
from semsearch.engine.updating import update_index
from semsearch.errors import DiskSpaceError
from semsearch.reports import EncodingProgress
from semsearch.store.staging import PendingText
from semsearch.store.writer import writing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from semsearch.protocols import EncodedTexts
    from semsearch.records import Paper


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def pending(count: int) -> list[PendingText]:
    """Texts of count, count - 1, … 1 characters."""
    return [PendingText(f"{length}", length) for length in range(count, 0, -1)]


def papers(count: int) -> list[Paper]:
    return [make_paper(f"p{number}", f"word{number} " * (1 + number % 9)) for number in range(count)]


def test_few_texts_stay_in_their_order() -> None:
    assert sample_first(pending(LONG_RUN - 1)) == pending(LONG_RUN - 1)


@pytest.mark.parametrize("count", [LONG_RUN, LONG_RUN + 1, 1000, 1087])
def test_of_many_texts_a_sample_of_all_lengths_comes_first_and_none_is_lost(count: int) -> None:
    texts = pending(count)
    ordered = sample_first(texts)
    assert sorted(ordered, key=lambda text: -text.length) == texts
    lengths = [text.length for text in ordered[:SAMPLE]]
    assert sum(lengths) / SAMPLE == pytest.approx(count / 2, rel=0.08)
    rest = [text.length for text in ordered[SAMPLE:]]
    assert rest == sorted(rest, reverse=True)


def test_the_time_of_all_texts_follows_from_the_characters_of_the_first_ones(tmp_path: Path) -> None:
    """100 of 1,000 characters took 2 s, so all take 20 s."""
    so_far = EncodingProgress(texts=64, total_texts=700, characters=100, total_characters=1000)
    plan = plan_of(so_far, 2.0, UpdateNeeds(disk_bytes=7, vector_bytes=5), tmp_path)
    assert (plan.texts, plan.seconds, plan.disk_bytes) == (700, 20.0, 7)
    assert plan.free_bytes == pytest.approx(shutil.disk_usage(tmp_path).free, rel=0.05)
    assert plan.memory_bytes >= 5


def test_a_long_encoding_tells_its_plan_once(tmp_path: Path) -> None:
    told: list[EncodingProgress] = []
    update_index(tmp_path, papers(LONG_RUN), encoder=HashedWordsEncoder(), progress=told.append)
    assert [progress.texts for progress in told if progress.plan] == [SAMPLE]
    assert told[-1].texts == LONG_RUN


def test_a_short_encoding_has_no_plan(tmp_path: Path) -> None:
    told: list[EncodingProgress] = []
    update_index(tmp_path, papers(LONG_RUN - 1), encoder=HashedWordsEncoder(), progress=told.append)
    assert not any(progress.plan for progress in told)


def test_the_space_told_is_not_less_than_what_the_index_takes(tmp_path: Path) -> None:
    plans = []

    def note(progress: EncodingProgress) -> None:
        if progress.plan:
            plans.append(progress.plan)

    update_index(tmp_path, papers(3000), encoder=HashedWordsEncoder(), progress=note)
    assert plans[0].disk_bytes >= sum(path.stat().st_size for path in tmp_path.iterdir())


def test_vectors_of_papers_that_are_there_count_too(tmp_path: Path) -> None:
    """Because the whole file is written again: 300 rows of 256 numbers of 2 bytes."""
    update_index(tmp_path, papers(300), encoder=HashedWordsEncoder())
    with writing(tmp_path) as store:
        assert needs_of(store, texts=1, resumed=2, everything=False, dim=256).vector_bytes == 303 * 256 * 2


def test_where_everything_is_encoded_again_papers_do_not_count_twice(tmp_path: Path) -> None:
    update_index(tmp_path, papers(300), encoder=HashedWordsEncoder())
    with writing(tmp_path) as store:
        assert needs_of(store, texts=290, resumed=10, everything=True, dim=256).vector_bytes == 300 * 256 * 2


def test_without_room_on_the_disk_nothing_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Unused(HashedWordsEncoder):
        def encode_stream(self, parts: Iterable[Sequence[str]]) -> Iterator[EncodedTexts]:
            raise AssertionError(parts)

    update_index(tmp_path, papers(3), encoder=HashedWordsEncoder())
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9, 1000))
    with pytest.raises(DiskSpaceError, match=r"needs 1\d\.\d MiB more, but the disk has 1000 B; nothing was changed"):
        update_index(tmp_path, papers(5), encoder=Unused())
    with Index.open(tmp_path) as index:
        assert index.info().papers == 3


def test_what_needs_no_encoding_needs_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    update_index(tmp_path, papers(3), encoder=HashedWordsEncoder())
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9, 1000))
    assert update_index(tmp_path, papers(3), encoder=HashedWordsEncoder()).unchanged == 3
