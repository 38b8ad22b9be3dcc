"""Recognizing a file's format by its content, and files that hold no papers."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from semsearch.choices import InputFormat
from semsearch.readers.formats.headers import are_names, header_of

_OTHER_FORMATS: Final = (
    (re.compile(r"\A\s*<(?:!doctype html|html|head|body)\b", re.IGNORECASE), "is an HTML page"),
    (re.compile(r"\A\s*<(?:[?!]|[A-Za-z])"), "is an XML file"),
    (re.compile(r"\A\s*\{\\rtf"), "is an RTF document"),
    (re.compile(r"\A\s*\\(?:documentclass|begin|usepackage)\b"), "is a LaTeX document"),
    (re.compile(r"\A#!"), "is a script"),
    (re.compile(r"\Aversion https://git-lfs"), "is only a pointer to a file in Git LFS"),
)
_XML: Final = re.compile(r"\A[\s\ufeff]*<(?:[?!]|\w)")
_XML_FORMATS: Final = (
    (re.compile(r"<(?:Pubmed(?:Book)?Article(?:Set)?|MedlineCitation)[\s>]"), InputFormat.PUBMED_XML),
    (re.compile(r"<(?:\w+:)?OAI-PMH[\s>]"), InputFormat.ARXIV_OAI),
    (re.compile(r"\A(?=(?s:.*?)<(?:\w+:)?(?:feed|entry)\s)(?s:.*?)\barxiv\.org/"), InputFormat.ARXIV_ATOM),
    (re.compile(r"<xml>\s*<records>|<ref-type[\s>]"), InputFormat.ENDNOTE_XML),
    (re.compile(r"\A(?=(?s:.*?)<collection\s)(?s:.*?)<(?:volume|paper)[\s>]"), InputFormat.ACL_XML),
)
_FRONT_MATTER: Final = re.compile(  # of a page that tells of a paper, not of any page
    r"\A\ufeff?---[ \t]*\n(?=(?:(?!---)[^\n]*\n)*?title:)(?=(?:(?!---)[^\n]*\n)*?(?:abstract:|layout: inproceedings))"
)
_TAGGED: Final = (  # in this order, because PubMed and RIS share some tags
    (re.compile(r"^(?:PMID|STAT|DCOM)- |^OWN - ", re.MULTILINE), InputFormat.NBIB),
    (
        re.compile(r"^TY(?: {1,2}|\t)- ?|(?:^(?:A1|AU|T1|TI|JF|JO|PY|VL|UR|DO|ER|AB) {2}- ?[^\n]*\n){2}", re.MULTILINE),
        InputFormat.RIS,
    ),
    (re.compile(r"^(?:FN [^\n]+\nVR |PT [A-Z]\n)", re.MULTILINE), InputFormat.WEB_OF_SCIENCE),
    (re.compile(r"\A\s*%[0-9A-Z] \S"), InputFormat.ENDNOTE),
    (re.compile(r"^RT [A-Z]\w+(?: \w+)?\n(?:[A-Z][A-Z0-9] )", re.MULTILINE), InputFormat.REFWORKS),
    (re.compile(r"\A\s*<\d+>\s*\n", re.MULTILINE), InputFormat.OVID),
    (re.compile(r"^[ \t]*@[A-Za-z]\w*\s*[{(]", re.MULTILINE), InputFormat.BIBTEX),
)
_PROSE_ENDINGS: Final = frozenset({".md", ".markdown", ".rst"})
_CODE: Final = frozenset(
    ".bat .c .cc .cfg .conf .cpp .cs .css .env .go .h .hpp .ini .ipynb .java .jl .js .lock .lua .m .mjs .php .pl .ps1"
    " .py .pyi .r .rb .rs .sh .sql .swift .tex .toml .ts .tsx .yaml .yml".split()
)
_TEXT_ENDINGS: Final = frozenset({"", ".txt", ".text", ".md", ".markdown", ".asc", ".abstracts"})
_ABOUT: Final = re.compile(
    r"(?:readme|licen[cs]e|copying|changelog|changes|contributing|authors|notice|citation|code_of_conduct|makefile"
    r"|requirements|install|todo|security)(?:[._-].*)?",
    re.IGNORECASE,
)
_TABLE_ENDINGS: Final = frozenset({".csv", ".tsv"})
_MARKDOWN: Final = re.compile(r"[ \t]*(?:[-*+] |\d+\. |```|~~~|\||#{2,} )|.*\]\(\S+\)")
_MARKDOWN_SHARE: Final = 0.2
_JSON_START: Final = re.compile(r"\s*(?:\{\s*[\"'}]|\{\s*\Z|\[\s*[\[{\"\]]|\[\s*\Z|\{\s*\w+\s*:)")
_QRELS: Final = re.compile(r"(?:\S+[ \t]+){1,3}\S+[ \t]+-?\d+\Z")
_QUESTIONS_NAME: Final = re.compile(r"(?:queries|questions)\b.*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Detected:
    """What a file is: a format to read, or the reason why it holds no papers, as "is an HTML page"."""

    format: InputFormat | None
    reason: str = ""


def detect(text: str, *, name: str, in_folder: bool = False) -> Detected:
    """Recognize the format of a file by the start of its text.

    Args:
        text: The start of the file.
        name: Its name, which decides only where the content does not.
        in_folder: The user did not name the file itself, so prose in it is not read as abstracts.
    """
    path = PurePath(name.removesuffix(".gz"))
    ending = path.suffix.lower()
    if not text.strip():
        return Detected(None, "is empty")
    if "\0" in text:
        return Detected(None, "is a binary file, not text")
    if ending in _CODE:
        return Detected(None, f"is a {ending} file, which holds no papers")
    if marked := _marked(text):
        return marked
    if tagged := _tagged(text, path, in_folder=in_folder):
        return Detected(tagged)
    if _JSON_START.match(text):
        return _json(text, path.stem)
    header = header_of(text)
    if are_names(header.names, at_least=1 if ending in _TABLE_ENDINGS else 2):
        return Detected(InputFormat.CSV)
    if ending in _TABLE_ENDINGS and len(header.names) > 1:
        return Detected(None, _table_reason(header.names))
    return _text(text, path, in_folder=in_folder)


def _marked(text: str) -> Detected | None:
    """What tags and marks tell, before anything is guessed from words."""
    if _FRONT_MATTER.match(text):
        return Detected(InputFormat.PMLR)
    if _XML.match(text):
        for pattern, known in _XML_FORMATS:
            if pattern.search(text):
                return Detected(known)
    for pattern, reason in _OTHER_FORMATS:
        if pattern.search(text):
            return Detected(None, f"{reason}, which cannot be read yet")
    return None


def _tagged(text: str, path: PurePath, *, in_folder: bool) -> InputFormat | None:
    """The format of records with tags; none for a README that says how to cite it."""
    ending = path.suffix.lower()
    if in_folder and (ending in _PROSE_ENDINGS or (not ending and _ABOUT.fullmatch(path.name))):
        return None
    return next((found for pattern, found in _TAGGED if pattern.search(text)), None)


def _table_reason(names: tuple[str, ...]) -> str:
    folded = {re.sub(r"[\W_]+", "", name.lower()) for name in names}
    if folded & {"queryid", "qid"}:
        return "holds judgments or questions, not papers"
    return "has no column for titles or abstracts"


def _json(text: str, stem: str) -> Detected:
    line = next(line for line in text.splitlines() if line.strip())
    try:
        first = json.loads(line)
    except (ValueError, RecursionError):
        return Detected(InputFormat.JSONL)
    keys = {key.lower() for key in first} if isinstance(first, dict) else set()
    is_question = "query_id" in keys or (keys <= {"_id", "id", "text", "metadata"} and _QUESTIONS_NAME.fullmatch(stem))
    if keys and is_question and not keys & {"title", "abstract"}:
        return Detected(None, "holds questions, not papers")
    return Detected(InputFormat.JSONL)


def _text(text: str, path: PurePath, *, in_folder: bool) -> Detected:
    lines = [line for line in text.splitlines() if line.strip()]
    if all(_QRELS.match(line.strip()) for line in lines[1:20]) and len(lines) > 2:  # noqa: PLR2004 - a header and two rows
        return Detected(None, "holds judgments or a run, not papers")
    if _ABOUT.fullmatch(path.name):
        return Detected(None, "is about the files next to it and holds no papers")
    if in_folder and path.suffix.lower() not in _TEXT_ENDINGS:
        return Detected(None, f"is a {path.suffix} file of no known format")
    marked = sum(bool(_MARKDOWN.match(line)) for line in lines)
    if in_folder and marked > _MARKDOWN_SHARE * len(lines):
        return Detected(None, "is prose with headings or lists, not abstracts")
    return Detected(InputFormat.TEXT)
