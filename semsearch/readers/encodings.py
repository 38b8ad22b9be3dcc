"""Which encoding a file is in, from its byte order mark, its own words, or its bytes."""

from __future__ import annotations

import codecs
import re
from typing import Final

_BOMS: Final = (  # UTF-32 first, since its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED: Final = re.compile(  # by JabRef and XML in the first line, and by JSTOR above each record
    rb"\A\s*%+ *Encoding: *(?P<bib>[\w.-]+)|^Content: text/plain; *charset=\"(?P<ris>[\w.-]+)\""
    rb"|\A\s*<\?xml\s[^>]*?\bencoding\s*=\s*[\"'](?P<xml>[\w.:-]+)[\"']",
    re.IGNORECASE | re.MULTILINE,
)
_HIGH_BYTES: Final = re.compile(rb"[\x80-\xff]+")
_CHINESE: Final = re.compile("[\u4e00-\u9fff]")
_OF_CHINESE_TEXT: Final = re.compile("[\u4e00-\u9fff\u3000-\u303f\uff00-\uffef\u2010-\u2026\xb7\xb0\xb1\xd7]")
_KANA: Final = re.compile("[\u3040-\u30ff]")
_COMMON: Final = frozenset(
    "的一是在了和有中大为这个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多"
    "定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合"
    "研究结果分析数据系统模型方法影响关不与及其"
)
_EVEN: Final = 0.95
_FEW, _MANY = 3, 50
_COMMON_SHARE: Final = 0.08  # Korean in its own double bytes, read as Chinese, has a third of that


def encoding_of(start: bytes) -> str:
    """Name the encoding of a text by its start; "utf-8" where nothing speaks for another one.

    A mark goes first. Text that is no UTF-8, or plain ASCII so far, is in the encoding that it declares; or in that
    of mainland China if its bytes make Chinese of it. UTF-16 without a mark shows in every second byte.
    """
    for mark, encoding in _BOMS:
        if start.startswith(mark):
            return encoding
    if b"\0" in start:
        return _utf_16(start) or "utf-8"
    is_ascii = start.isascii()
    if not is_ascii and _decoded(start, "utf-8") is not None:
        return "utf-8"
    declared = _declared(start)
    if declared and _decoded(start, declared) is not None:
        return declared
    return "gb18030" if not is_ascii and _is_chinese(start) else "utf-8"


def _utf_16(start: bytes) -> str:
    pairs = len(start) // 2
    for encoding, nulls, letters in (("utf-16-le", start[1::2], start[::2]), ("utf-16-be", start[::2], start[1::2])):
        if pairs > _FEW and nulls.count(0) > _EVEN * pairs and not letters.count(0):
            return encoding
    return ""


def _declared(start: bytes) -> str:
    found = _DECLARED.search(start)
    if not found:
        return ""
    try:
        name = codecs.lookup((found["bib"] or found["ris"] or found["xml"]).decode("ascii")).name
        b" ".decode(name, "replace")
    except (LookupError, ValueError):  # none that Python knows, or none of text
        return ""
    return "" if name.startswith(("utf", "ascii")) else name


def _decoded(start: bytes, encoding: str) -> str | None:
    """The text, whose last letter may be cut off; None if it is in another encoding."""
    try:
        return codecs.getincrementaldecoder(encoding)("strict").decode(start, final=False)
    except (UnicodeError, LookupError):
        return None


def _is_chinese(start: bytes) -> bool:
    """Whether letters come as pairs of high bytes, which are Chinese when read as such."""
    runs = _HIGH_BYTES.findall(start)
    if start.endswith(runs[-1]) and len(runs[-1]) % 2:  # the last letter may be cut off
        runs[-1] = runs[-1][:-1]
    if sum(len(run) for run in runs if len(run) % 2 == 0) < _EVEN * sum(map(len, runs)):
        return False
    text = _decoded(start, "gb18030")
    if text is None or _KANA.search(text):
        return False
    others = sum(not letter.isascii() for letter in text)
    if len(_OF_CHINESE_TEXT.findall(text)) < _EVEN * others:
        return False
    letters = _CHINESE.findall(text)
    return bool(letters) and (
        len(letters) < _MANY or sum(letter in _COMMON for letter in letters) > _COMMON_SHARE * len(letters)
    )
