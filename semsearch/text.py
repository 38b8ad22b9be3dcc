"""Text as people and encoders read it: cleaning, folding, sentences, and what of a paper is encoded."""

from __future__ import annotations

import hashlib
import html
import re
import unicodedata
from typing import TYPE_CHECKING, Final

from semsearch.latex import looks_like_latex, readable, without_case_braces

if TYPE_CHECKING:
    from semsearch.records import Paper

TEXT_RECIPE: Final = "title. abstract (1)"
"""Names how `encoded_text` joins a paper; part of every fingerprint, so change both together."""

_KILO = 1024
_UNITS = ("B", "KiB", "MiB", "GiB")

# Of category C, only line breaks and tabs, joiners (scripts need them) and private use may stay.
_UNSEEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad"
    r"\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    r"\ud800-\udfff\U000e0000-\U000e007f]"
)

# Only tags that publishers use, so that "a <claim, sentence> pair" and "a<b and c>d" survive.
_TAG = re.compile(
    r"<(?P<end>/?)(?:jats:|mml:|m:)?(?P<name>p|br|div|span|section|sec|title|label|list|list-item|ul|ol|li|h[1-6]"
    r"|i|b|u|em|strong|italic|bold|underline|monospace|roman|sc|small|tt|code|font|a|ext-link|xref"
    r"|sub|sup|inf|math|semantics|mrow|mi|mo|mn|ms|msub|msup|msubsup|mfrac|msqrt|mover|munder|mtext|mspace"
    r"|mstyle|inline-formula|tex-math|alternatives|abstract|abstracttext|scp)"
    r"(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s<>\"']+))*\s*/?>",
    re.IGNORECASE,
)
_INLINE = re.compile(r"i|b|u|em|strong|italic|bold|underline|monospace|roman|sc|small|tt|code|font|a|sub|inf|scp")

_ESCAPED_TWICE = re.compile(r"&amp;(?=(?:[a-zA-Z]{2,8}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});)")

_SENTENCE_END = re.compile(
    r"[.!?…][\"'\u201d\u2019)\]]*(?P<reference>\[[\d,;\s\u2013-]+\])?\s+(?=[\"'\u201c\u2018(\[]*[A-Z0-9\u00c0-\u00de\u0370-\uffff])"
    r"|[\u3002\uff01\uff1f][\u201d\u2019\u300d\u300f\uff09]*\s*(?=\S)"  # Chinese and Japanese have no space there
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|al|etc|resp|approx|ca|viz|Fig|Figs|Eq|Eqs|Sec|Ref|Refs|No|Dr|Prof|Mr|Mrs|Ms|St|Inc|w\.r\.t)"
    r"|(?:^|[\s(])[A-Z])\.$"
)

_WORD = re.compile(r"\w+")
_ACCENT = re.compile(r"[\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")
# Letters that Unicode does not take apart into a base letter and an accent.
_LETTERS = str.maketrans(
    dict(zip("øłđð\u0131ħŧ", "olddiht", strict=True)) | {"þ": "th", "æ": "ae", "œ": "oe"},
)


def without_controls(text: str) -> str:
    """Drop the characters that no eye sees but a terminal or a database may stumble over."""
    return _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def clean(text: str) -> str:
    """Make a field readable: LaTeX, HTML, JATS and entities become plain text, in one line.

    What only looks like markup, as "<claim, sentence>" or "$5", stays.
    """
    if "<" in text:
        text = _TAG.sub(_tag_as_text, text)
    if "&" in text:
        text = html.unescape(_ESCAPED_TWICE.sub("&", text))
        if "<" in text:  # markup that was escaped once
            text = _TAG.sub(_tag_as_text, text)
    if looks_like_latex(text):
        text = readable(text)
    elif "{" in text:
        text = without_case_braces(text)
    return " ".join(unicodedata.normalize("NFC", without_controls(text)).split())


def _tag_as_text(match: re.Match[str]) -> str:
    name = match["name"].lower()
    if name == "sup":
        return "" if match["end"] else "^"
    return "" if _INLINE.fullmatch(name) else " "


def fold(text: str) -> str:
    """Reduce a text to its words, without case and accents, joined by single spaces."""
    letters = text.casefold()
    if not letters.isascii():
        # Taken apart first and last: what is taken apart may be a capital, and a small letter may come apart.
        letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
        letters = _ACCENT.sub("", letters).translate(_LETTERS)
    return " ".join(_WORD.findall(letters))


def encoded_text(paper: Paper) -> str:
    """Join what the encoder sees of a paper: "title. abstract", cleaned, without a made title."""
    title = "" if paper.title_is_made else clean(paper.title)
    abstract = clean(paper.abstract)
    if title and abstract and title[-1] not in ".!?":
        title += "."
    return f"{title} {abstract}".strip()


def lexical_text(paper: Paper) -> str:
    """Join all words by which a paper is found: of its title, its abstract and its authors."""
    return " ".join([encoded_text(paper), *map(clean, paper.authors)])


def text_hash(text: str) -> str:
    """Name a text by its content: 32 hexadecimal digits."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def sentences(text: str) -> list[str]:
    """Split cleaned text into sentences; abbreviations such as "et al." and "e.g." end none."""
    found = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        end = match.start("reference") if match["reference"] else match.end()
        if not _ABBREVIATION.search(text[start:end].rstrip()):
            found.append(text[start : match.end()].rstrip())
            start = match.end()
    found.append(text[start:].strip())
    return [sentence for sentence in found if sentence]


def shown_bytes(number: float) -> str:
    """A number of bytes for the eye: "22.4 MiB"."""
    for unit in _UNITS[:-1]:
        if number < _KILO:
            return f"{number:.0f} {unit}" if unit == "B" else f"{number:.1f} {unit}"
        number /= _KILO
    return f"{number:.1f} {_UNITS[-1]}"
