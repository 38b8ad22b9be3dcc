from __future__ import annotations

import io
from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.readers.formats import bibtex_blocks
from semsearch.readers.formats.bibtex import read_bibtex
from semsearch.readers.formats.bibtex_names import names_of
from semsearch.readers.formats.lines import TOO_LONG, lines_of
from semsearch.readers.sources import read_papers
from semsearch.records import Paper, SkippedRecord
from semsearch.text import clean

if TYPE_CHECKING:
    from pathlib import Path


def _read(text: str) -> list[Paper | SkippedRecord]:
    return list(read_bibtex(io.StringIO(text), source="/p.bib"))


def _paper(text: str) -> Paper:
    (paper,) = _read(text)
    assert isinstance(paper, Paper)
    return paper


def _titles(text: str) -> list[str]:
    return [record.title for record in _read(text) if isinstance(record, Paper)]


def _skipped(text: str) -> list[tuple[int, str]]:
    return [(record.line, record.problem) for record in _read(text) if isinstance(record, SkippedRecord)]


def test_an_entry_becomes_a_paper_and_what_has_no_place_stays_as_it_was_written() -> None:
    paper = _paper(
        "@InProceedings{bee20,\n"
        '  Title = "The {BEE} dance",\n'
        "  author = {Bee, Ann and Carl von Dee},\n"
        "  booktitle = {Proc. of {H}ives},\n"
        "  year = 2020, month = jan, pages = {1--9},\n"
        "  doi = {https://doi.org/10.1000/b\\_1}, url = {http://a.org/b\\_1},\n"
        "  keywords = {bees, honey}, note = {100\\% wax},\n"
        "  abstract = {Bees {\\em dance}.\n\n  Twice.}\n}"
    )
    assert (paper.paper_id, paper.title, paper.authors) == ("bee20", "The {BEE} dance", ("Ann Bee", "Carl von Dee"))
    assert (paper.year, paper.venue, paper.kind) == (2020, "Proc. of {H}ives", "inproceedings")
    assert (paper.doi, paper.url, paper.keywords) == ("10.1000/b_1", "http://a.org/b_1", ("bees", "honey"))
    assert paper.abstract == "Bees {\\em dance}.\n\n  Twice."
    assert paper.extra == {"month": "jan", "pages": "1--9", "note": "100\\% wax"}


def test_macros_and_concatenations_are_put_in_their_places() -> None:
    text = '@string{ACM = "Assoc. " # "Comp."}\n@STRING(jh = {Journal})\n'
    text += '@misc{a, title = "On " # {bees}, journal = jh # " of " # acm, month = "1~" # feb, note = unknown}'
    paper = _paper(text)
    assert (paper.title, paper.venue) == ("On bees", "Journal of Assoc. Comp.")
    assert paper.extra == {"month": "1~feb", "note": "unknown"}


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        ("@misc(a, title = {Bees :)})", "Bees :)"),
        ('@misc(a, title = "Bees (and wasps)")', "Bees (and wasps)"),
        ("@misc{a\n title = {Bees}\n year = 2020}", "Bees"),
        ("@misc{title = {Bees}}", "Bees"),
        ("@misc{, title = {Bees}, % a comment\n}", "Bees"),
        ("@misc{a, title = {Bees}}, year = {2020}}", "Bees"),
        ('@misc{a, title = "The \\"bees\\""}', 'The \\"bees\\"'),
        ("@misc{a, title = {Set \\{ open}}", "Set \\{ open"),
        ("@misc{a,\n title = {{Bees},\n year = {2020}\n}", "{Bees"),
        ("@misc{a, title = {Mail me @ {home}},\n}", "Mail me @ {home}"),
        ("@misc{a, title = {Bees}, title = {Wasps}}", "Bees"),
        ("@book{a, booktitle = {Bees}}", "Bees"),
    ],
)
def test_an_entry_that_breaks_the_rules_is_read_where_its_meaning_is_clear(entry: str, title: str) -> None:
    assert _titles(entry) == [title]
    assert not _skipped(entry)


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("@misc{b, title = {Ants, year = 2020\n", "is a BibTeX entry whose field 'title' is never closed"),
        ("@misc{b, title = {Ants}, year = {2020}\n", "is a BibTeX entry that is never closed"),
        ("@misc{b, title {Ants}}\n", "is a BibTeX entry with something else than a field after the key"),
        (
            "@misc{b, title = {Ants}, & }\n",
            "is a BibTeX entry with something else than a field after 'title'",
        ),
        ("@misc{b, year = {2020}}\n", "has neither title nor abstract"),
        ("@misc{b}\n", "has neither title nor abstract"),
    ],
)
def test_a_broken_entry_costs_no_other_and_is_named_with_its_line(entry: str, problem: str) -> None:
    text = f"@misc{{a, title = {{Bees}}}}\n\n{entry}@misc{{c, title = {{Wasps}}}} @misc{{d, title = {{Flies}}}}"
    assert _titles(text) == ["Bees", "Wasps", "Flies"]
    assert _skipped(text) == [(3, problem)]


def test_comments_are_no_entries() -> None:
    text = (
        "% Encoding: UTF-8\nFree text, me@home.org\n@comment{jabref-meta: saveOrder{x};}\n% @misc{a, title={Old}}\n"
        "@comment{\n@misc{b, title = {Older}}\n}\n@preamble{ {\\newcommand{\\x}{y}} }\n@comment of mine\n"
        "@misc{c, title = {Bees}}\n@comment{ never closed\n@misc{d, title = {Wasps}}\n"
    )
    assert _titles(text) == ["Bees", "Wasps"]
    assert not _skipped(text)


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("Bee, Ann and Carl Dee", ("Ann Bee", "Carl Dee")),
        ("van der Berg, Jan and de la Cruz, Jr, Ana", ("Jan van der Berg", "Ana de la Cruz Jr")),
        ("{Barnes and Noble} and {The Hive, Inc.}", ("Barnes and Noble", "The Hive, Inc.")),
        ('G{\\"o}del, K.~F.', ('K. F. G{\\"o}del',)),
        ("{\\'E}tienne Bee\n   AND  Anders and", ("{\\'E}tienne Bee", "Anders")),
        ("family=Simon, given=Julia, prefix=de", ("Julia de Simon",)),
        ("Bee, A., Dee, C.", ("A. Bee", "C. Dee")),
        ("Bee, Ann; Dee, Carl", ("Ann Bee", "Carl Dee")),
        ("", ()),
    ],
)
def test_names_become_given_and_family(field: str, names: tuple[str, ...]) -> None:
    assert names_of(field) == names


def test_others_are_no_author_but_stay_in_the_field() -> None:
    paper = _paper("@misc{a, title = {T}, author = {Bee, Ann and others}}")
    assert (paper.authors, paper.extra) == (("Ann Bee",), {"author": "Bee, Ann and others"})


@pytest.mark.parametrize(
    ("fields", "arxiv_id"),
    [
        ("eprint = {2101.00001}, archivePrefix = {arXiv}", "2101.00001"),
        ("eprint = {2101.00001v3}, eprinttype = {arxiv}", "2101.00001"),
        ("eprint = {cs/0112017}", "cs/0112017"),
        ("journal = {arXiv preprint arXiv:1706.03762}", "1706.03762"),
        ("doi = {10.48550/arXiv.1706.03762}", "1706.03762"),
        ("eprint = {12345}, eprinttype = {pubmed}", ""),
        ("eprint = {https://a.org/b.pdf}", ""),
    ],
)
def test_the_arxiv_id_is_found_where_the_entry_has_it(fields: str, arxiv_id: str) -> None:
    assert _paper(f"@misc{{a, title = {{T}}, {fields}}}").arxiv_id == arxiv_id


def test_what_a_field_takes_only_in_part_stays() -> None:
    paper = _paper("@misc{a, title={T}, date={2015-02-06}, year={in press}, eprint={2101.00001v2}, source={Scopus}}")
    assert (paper.year, paper.arxiv_id) == (2015, "2101.00001")
    assert paper.extra == {
        "date": "2015-02-06", "original_year": "in press", "eprint": "2101.00001v2", "original_source": "Scopus",
    }  # fmt: skip


def test_an_entry_beyond_all_measure_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bibtex_blocks, "LONGEST", 1000)
    monkeypatch.setattr(bibtex_blocks, "lines_of", partial(lines_of, longest=1000))
    lines = "more\n" * 300
    text = f"@misc{{a, title = {{{lines}}}}}\n@misc{{b, title = {{{'x' * 1500}}}}}\n@misc{{c, title = {{Bees}}}}"
    assert _titles(text) == ["Bees"]
    assert _skipped(text) == [(1, TOO_LONG), (302, TOO_LONG)]


@pytest.mark.parametrize(
    "text",
    ["@misc{k," + " " * 100_000 + "x", "@a{" * 50_000, "@misc{k,t=" + "{" * 100_000, "@comment{\n" * 20_000],
    ids=["spaces", "openings", "braces", "comments"],
)
def test_nonsense_is_read_in_no_time(text: str) -> None:
    assert all(isinstance(record, SkippedRecord) for record in _read(text))


@given(st.text(st.sampled_from('@misc{}(),="#%\\ \nab1'), max_size=60))
def test_no_text_is_too_broken(text: str) -> None:
    for record in _read(text):
        assert isinstance(record, SkippedRecord) or record.title


_value = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=30).filter(
    lambda text: text == " ".join(text.split()) and "\\" not in text and not set("{}") & set(text) and clean(text)
)
_word = st.from_regex(r"[A-Z][a-z]{2,8}", fullmatch=True)


@given(_value, st.lists(st.tuples(_word, _word), min_size=1, max_size=4), st.integers(1500, 2100), _value)
def test_a_written_entry_is_read_as_it_was(title: str, names: list[tuple[str, str]], year: int, abstract: str) -> None:
    authors = " and ".join(f"{family}, {given}" for given, family in names)
    text = (
        f"@misc{{k,\n title = {{{title}}},\n author = {{{authors}}},\n year = {year},\n abstract = {{{abstract}}}\n}}\n"
    )
    paper = _paper(text)
    assert (paper.title, paper.abstract, paper.year) == (title, abstract, year)
    assert paper.authors == tuple(f"{given} {family}" for given, family in names)


@pytest.mark.parametrize(
    ("file", "papers"),
    [
        ("bbt__Cache_does_not_seem_to_fill_1296.bibtex", 3725),
        ("bbt__Some_bibtex_entries_quietly_discarded_on_import_from_bib_file_873.bib", 987),
        ("bbt__web_page_and_other_mendeley_idiocy.bib", 512),
        ("jabref__testjabref.bib", 156),
        ("jabref__tiny-BE-withBOM.bib", 1),
        ("pmlr__gram24.bib", 31),
    ],
)
def test_real_files_are_read_whole(shared_data: Path, file: str, papers: int) -> None:
    assert len(list(read_papers([shared_data / "exports" / "bibtex" / file]))) == papers
