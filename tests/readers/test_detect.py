from __future__ import annotations

import pytest

from semsearch.choices import InputFormat
from semsearch.readers.detect import detect


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ('{"title": "A"}', "a", InputFormat.JSONL),
        ("[\n {", "a.txt", InputFormat.JSONL),
        ("{\n", "a.json", InputFormat.JSONL),
        ("{title: 1}", "a.json", InputFormat.JSONL),
        ('"Title","Abstract"\n', "a", InputFormat.CSV),
        ("Title\tYear\n", "a.txt", InputFormat.CSV),
        ("# my list\n\nTitle\tYear\n", "a.txt", InputFormat.CSV),
        ("a\nb\nc\nd\ne\nTitle\tYear\n", "a.txt", InputFormat.TEXT),
        ("abstract\nSome text.\n", "a.csv.gz", InputFormat.CSV),
        ("abstract\nSome text.\n", "a.txt", InputFormat.TEXT),
        ("[1] We propose bees.\n", "a.txt", InputFormat.TEXT),
        ("{\\bf Bees} are great.", "a.txt", InputFormat.TEXT),
        ("<?xml version='1.0'?>\n<PubmedArticleSet>", "a", InputFormat.PUBMED_XML),
        ("<PubmedBookArticle>\n", "a.txt", InputFormat.PUBMED_XML),
        ("<feed xmlns='http://www.w3.org/2005/Atom'><id>http://arxiv.org/api/x</id>", "a.xml", InputFormat.ARXIV_ATOM),
        ("\ufeff<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'>", "a.xml", InputFormat.ARXIV_OAI),
        ("<?xml version='1.0'?>\n<collection id='P19'>\n<volume id='1'>", "P19.xml", InputFormat.ACL_XML),
        ("---\ntitle: Bees\nabstract: They dance.\n---\n", "2020-07-01-bee20a.md", InputFormat.PMLR),
        ("---\nlayout: inproceedings\nauthor:\n- given: Ann\ntitle: Bees\n---\n", "a.md", InputFormat.PMLR),
        ("---\ntitle: My page\nlayout: post\n---\nabstract: no\n", "a.md", InputFormat.TEXT),
        ("Bees buzz, wasps sting.\n", "a.txt", InputFormat.TEXT),
        ("a.b@c.org wrote this\n", "a.txt", InputFormat.TEXT),
    ],
)
def test_the_format_follows_from_the_content(text: str, name: str, expected: InputFormat) -> None:
    assert detect(text, name=name).format is expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a\0b", "is a binary file, not text"),
        ("{\\rtf1 Bees}", "is an RTF document, which cannot be read yet"),
        (
            "<feed xmlns='http://www.w3.org/2005/Atom'><id>http://x.org/</id>",
            "is an XML file, which cannot be read yet",
        ),
        ("\\documentclass{article}", "is a LaTeX document, which cannot be read yet"),
        ('<?xml version="1.0"?>', "is an XML file, which cannot be read yet"),
        (
            "version https://git-lfs.github.com/spec/v1\n",
            "is only a pointer to a file in Git LFS, which cannot be read yet",
        ),
    ],
)
def test_other_formats_are_called_by_their_names(text: str, reason: str) -> None:
    assert detect(text, name="papers.txt").reason == reason
