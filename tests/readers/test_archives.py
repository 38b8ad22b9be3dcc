from __future__ import annotations

import gzip
import io
import zipfile
from typing import TYPE_CHECKING

import pytest

from semsearch.errors import SourceError
from semsearch.readers import unpacking
from semsearch.readers.report import LeftOut, ReadingReport
from semsearch.readers.sources import read_papers

if TYPE_CHECKING:
    from pathlib import Path

BEES = "@misc{bees, title = {Bees}}\n"
WASPS = '{"id": "wasps", "title": "Wasps"}\n'


def _zip(path: Path, **members: str | bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "."), content)
    return path


def test_each_file_of_an_archive_is_read_as_a_file_of_its_own(tmp_path: Path) -> None:
    path = _zip(tmp_path / "all.zip", a__bib=BEES, b__jsonl__gz=gzip.compress(WASPS.encode()), c__pdf=b"%PDF-1.7 \0")
    report = ReadingReport()
    for source in (path, tmp_path):
        papers = list(read_papers([source], report=report))
        assert [(paper.paper_id, paper.source) for paper in papers] == [
            ("bees", f"{path}/a.bib"),
            ("wasps", f"{path}/b.jsonl.gz"),
        ]
    assert report.left_out == [LeftOut(f"{path}/c.pdf", "is a PDF")] * 2


def test_the_list_of_files_in_an_archive_is_not_read_again_for_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(20):
            archive.writestr(f"{number}.bib", BEES)
    opened = []
    whole = zipfile.ZipFile

    def counted(raw: io.BytesIO) -> zipfile.ZipFile:
        opened.append(raw)
        return whole(raw)

    monkeypatch.setattr(zipfile, "ZipFile", counted)
    assert len(list(read_papers([path]))) == 20
    assert len(opened) == 2


def test_hidden_files_of_an_archive_are_passed_over(tmp_path: Path) -> None:
    report = ReadingReport()
    path = _zip(tmp_path / "a.zip", a__bib=BEES, __DS_Store="x", **{"__MACOSX/a__bib": "x"})
    assert len(list(read_papers([path], report=report))) == 1
    assert report.left_out == []


def test_an_archive_may_come_from_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = _zip(tmp_path / "a.zip", a__bib=BEES).read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert [(paper.paper_id, paper.source) for paper in read_papers(["-"])] == [("bees", "-")]


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({}, "is an empty zip archive"),
        ({"[Content_Types]__xml": "<Types/>"}, "is an office document"),
        ({"a__pdf": b"%PDF-1.7 \0"}, r"holds no file of papers: .*a\.pdf is a PDF"),
        ({"in__zip": b"PK\x03\x04"}, "is a zip archive or an office document"),
        ({"a__bib": BEES + " " * (1 << 25)}, "unpacks to 1 files with 33,554,460 bytes, as no archive of papers does"),
    ],
)
def test_an_archive_without_papers_or_that_is_a_bomb_is_refused(
    tmp_path: Path, members: dict[str, str | bytes], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("semsearch.readers.archives._PLENTY", 1 << 20)
    with pytest.raises(SourceError, match=said):
        list(read_papers([_zip(tmp_path / "a.zip", **members)]))


def test_an_encrypted_archive_is_refused(tmp_path: Path) -> None:
    content = bytearray(_zip(tmp_path / "a.zip", a__bib=BEES).read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1  # in the directory, where zipfile looks
    (tmp_path / "a.zip").write_bytes(content)
    with pytest.raises(SourceError, match=r"a\.zip is encrypted"):
        list(read_papers([tmp_path / "a.zip"]))


def test_a_damaged_archive_gives_what_can_be_read(tmp_path: Path) -> None:
    path = _zip(tmp_path / "a.zip", a__jsonl=WASPS, b__jsonl=WASPS.replace("wasps", "hornets"))
    content = path.read_bytes()
    path.write_bytes(content[:-30])
    with pytest.raises(SourceError, match="is damaged or incomplete"):
        list(read_papers([path]))
    at = content.index(b"b.jsonl") + 12
    path.write_bytes(content[:at] + b"\xff\xff\xff" + content[at + 3 :])
    report = ReadingReport()
    assert [paper.paper_id for paper in read_papers([path], report=report)][:1] == ["wasps"]
    assert [left.is_damaged for left in report.left_out] == [True]


def test_gzip_that_grows_beyond_all_measure_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "_PLENTY", 1 << 20)
    path = tmp_path / "a.bib.gz"
    path.write_bytes(gzip.compress((BEES + "\n" * (1 << 24)).encode()))
    with pytest.raises(SourceError, match=r"a\.bib\.gz unpacks to more than 200 times its size"):
        list(read_papers([path]))
