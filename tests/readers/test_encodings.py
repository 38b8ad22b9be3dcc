from __future__ import annotations

import codecs

import pytest

from semsearch.readers.encodings import encoding_of

BEES = "蜜蜂通过舞蹈传递信息的研究，结果表明舞蹈的方向与距离有关。"
LATIN = "@misc{a, author = {Müller, Jörg}, title = {Où l’été s’achève à Nîmes}}"


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (b"plain", "utf-8"),
        ("Gödel".encode(), "utf-8"),
        ("Gödel".encode()[:2], "utf-8"),
        (codecs.BOM_UTF8 + b"x", "utf-8-sig"),
        ("é".encode("utf-16"), "utf-16"),
        ("@misc{é}".encode("utf-16-le"), "utf-16-le"),
        ("@misc{é}".encode("utf-16-be"), "utf-16-be"),
        (BEES.encode("gbk"), "gb18030"),
        (f"@misc{{a, author = {{张三}}, title = {{{'Bees dance. ' * 50}}}}}".encode("gb2312"), "gb18030"),
        ((BEES * 40).encode("gbk")[:-1], "gb18030"),
        (LATIN.encode("cp1252"), "utf-8"),
        ("Pszczoły tańczą w ulu i przekazują".encode("cp1250"), "utf-8"),
        ("꿀벌은 춤으로 정보를 전달한다는 연구의 결과이다. ".encode("euc_kr") * 9, "utf-8"),
        ("ミツバチのダンスは情報を伝える。".encode("euc_jp"), "utf-8"),
        (b"a\0b", "utf-8"),
    ],
)
def test_the_encoding_shows_in_the_bytes(content: bytes, encoding: str) -> None:
    assert encoding_of(content) == encoding


@pytest.mark.parametrize(
    ("start", "encoding"),
    [
        ("% Encoding: Cp1250\n", "cp1250"),
        ("%Encoding: ISO8859_2\n", "iso8859-2"),
        ('Provider: X\nContent: text/plain; charset="windows-1250"\n', "cp1250"),
        ("% Encoding: UTF-8\n", "utf-8"),
        ("% Encoding: rot13\n", "utf-8"),
        ("% Encoding: no-such\n", "utf-8"),
        ("<?xml version='1.0' encoding='windows-1250'?>\n", "cp1250"),
        ('<?xml version="1.0" encoding="hex"?>\n', "utf-8"),
        ("<?xml version='1.0' encoding='utf-16'?>\n", "utf-8"),
    ],
)
def test_an_encoding_may_be_declared_where_the_bytes_are_no_utf8(start: str, encoding: str) -> None:
    assert encoding_of(start.encode() + "ł".encode("cp1250")) == encoding
    assert encoding_of(start.encode() + "ł".encode()) == "utf-8"


def test_what_is_plain_ascii_so_far_is_in_the_encoding_that_it_declares() -> None:
    assert encoding_of(b"<?xml version='1.0' encoding='gbk'?><a>Bee</a>") == "gbk"
    assert encoding_of(b"% Encoding: UTF-8\n@misc{a}") == "utf-8"
