from __future__ import annotations

import gzip
import io
import os
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.errors import SourceError
from semsearch.readers.files import SourceFile, head, opened, source_file

if TYPE_CHECKING:
    from pathlib import Path


def _content(file: SourceFile) -> str:
    with opened(file) as stream:
        return stream.read()


def _written(folder: Path, content: bytes, name: str = "papers.txt") -> SourceFile:
    path = folder / name
    path.write_bytes(content)
    return source_file(path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_the_encoding_of_a_file_is_recognized(tmp_path: Path, encoding: str) -> None:
    assert _content(_written(tmp_path, "Gödel’s café – 5 €".encode(encoding))) == "Gödel’s café – 5 €"


def test_stray_bytes_in_a_utf8_file_are_read_as_windows_1252(tmp_path: Path) -> None:
    content = "Zürich and ".encode() + "Zürich €".encode("cp1252") + " – fin".encode()
    assert _content(_written(tmp_path, content)) == "Zürich and Zürich € – fin"


@given(st.binary(min_size=1).filter(lambda content: b"\0" not in content))
def test_each_byte_that_is_no_utf8_gives_a_letter(content: bytes) -> None:
    text = content.decode("utf-8", "semsearch-stray-bytes")
    assert len(text) >= len(content.decode("utf-8", "ignore"))
    assert "\ufffd" not in text or "\ufffd".encode() in content


def test_gzip_is_recognized_by_content_not_by_name(tmp_path: Path) -> None:
    assert _content(_written(tmp_path, gzip.compress(b"packed"), "papers.txt")) == "packed"
    assert _content(_written(tmp_path, b"not packed", "papers.gz")) == "not packed"


def test_all_ends_of_lines_become_newlines(tmp_path: Path) -> None:
    assert _content(_written(tmp_path, b"one\r\ntwo\rthree\n")) == "one\ntwo\nthree\n"


def test_looking_at_the_head_leaves_the_stream_at_its_start(tmp_path: Path) -> None:
    with opened(_written(tmp_path, gzip.compress("\ufeffé\nrest".encode()))) as stream:
        assert head(stream) == "é\nrest"
        assert stream.readline() == "é\n"


def test_standard_input_can_be_read_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"from a pipe")))
    file = source_file("-")
    assert (file.name, _content(file), _content(file)) == ("-", "from a pipe", "from a pipe")


def test_a_named_pipe_can_be_read_twice(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_bytes, args=(b"piped",))
    writer.start()
    file = source_file(pipe)
    writer.join()
    assert (_content(file), _content(file)) == ("piped", "piped")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"%PDF-1.7 \0", "is a PDF"),
        (b"PK\x03\x04", "a zip archive or an office document"),
        (b"\x89PNG\r\n", "an image"),
        (b"SQLite format 3\0", "an SQLite database"),
        (b"some\0thing", "a binary file, not text"),
        (gzip.compress(b"some\0thing"), "a binary file, not text"),
    ],
)
def test_what_is_no_text_is_refused_by_its_kind(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(SourceError, match=said):
        _content(_written(tmp_path, content))


@pytest.mark.parametrize(
    "content",
    [gzip.compress(b"many words " * 5000)[:-20], b"\x1f\x8b broken"],
    ids=["cut off", "no gzip after all"],
)
def test_a_damaged_gzip_file_is_said_to_be_damaged(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(SourceError, match=r"papers\.txt is damaged or incomplete"):
        _content(_written(tmp_path, content))


def test_utf16_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="not the text it claims to be"):
        _content(_written(tmp_path, b"\xff\xfea\x00\x00\xdc\x00\xdc"))


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"gone\.txt does not exist") as missing:
        source_file(tmp_path / "gone.txt")
    assert missing.value.exit_code == 3
    with pytest.raises(SourceError, match="is a folder"):
        source_file(tmp_path)


def test_a_file_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = _written(tmp_path, b"secret")

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", denied)
    with pytest.raises(SourceError, match="cannot be read: Permission denied"):
        _content(file)


def test_a_path_that_no_system_knows_is_refused() -> None:
    with pytest.raises(SourceError, match="does not exist"):
        source_file("a\0b")


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null"])
def test_a_device_is_refused_without_reading_it(device: str) -> None:
    with pytest.raises(SourceError, match=f"{device} is a device, not a file"):
        source_file(device)


@pytest.mark.parametrize(
    "content",
    [
        "꿀벌은 춤으로 정보를 전달한다는 연구의 결과이다. ".encode("euc_kr") * 9,
        "Пчёлы танцуют".encode("cp1251"),
        gzip.compress("ミツバチのダンス".encode("shift_jis")),
    ],
    ids=["euc_kr", "cp1251", "packed shift_jis"],
)
def test_a_file_in_another_encoding_is_refused_instead_of_garbled(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(SourceError, match=r"papers\.txt is not UTF-8\. Save it as UTF-8\."):
        _content(_written(tmp_path, content))


def test_a_language_with_many_accents_is_read_as_windows_1252(tmp_path: Path) -> None:
    text = "Où l’été s’achève, là où naît l’hiver à Nîmes"
    assert _content(_written(tmp_path, text.encode("cp1252"))) == text
