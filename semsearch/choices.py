"""Closed choices, converted from text once, at the border."""

from __future__ import annotations

from enum import StrEnum


class Mode(StrEnum):
    """How papers are found: by meaning, by words, or by both."""

    HYBRID = "hybrid"
    SEMANTIC = "semantic"
    LEXICAL = "lexical"


class Fusion(StrEnum):
    """How meaning and words are brought together in the hybrid mode."""

    WEIGHTED_SUM = "weighted-sum"
    RRF = "rrf"


class Precision(StrEnum):
    """How exactly an encoder computes; REFERENCE is sentence-transformers itself."""

    INT8 = "int8"
    FLOAT32 = "float32"
    REFERENCE = "reference"


class InputFormat(StrEnum):
    """File formats that papers are read from."""

    TEXT = "text"
    JSONL = "jsonl"
    CSV = "csv"
    BIBTEX = "bibtex"
    RIS = "ris"
    NBIB = "nbib"
    ENDNOTE = "endnote"
    ENDNOTE_XML = "endnote-xml"
    REFWORKS = "refworks"
    WEB_OF_SCIENCE = "wos"
    OVID = "ovid"
    PUBMED_XML = "pubmed-xml"
    ARXIV_ATOM = "arxiv-atom"
    ARXIV_OAI = "arxiv-oai"
    ACL_XML = "acl-xml"
    PMLR = "pmlr"
    ZOTERO = "zotero"


class OutputFormat(StrEnum):
    """Text formats that papers are printed in."""

    TABLE = "table"
    JSON = "json"
    JSONL = "jsonl"
    IDS = "ids"
    CSV = "csv"
    TSV = "tsv"
    MARKDOWN = "markdown"


class ReportFormat(StrEnum):
    """Formats in which something is described that is not a paper."""

    TABLE = "table"
    JSON = "json"
