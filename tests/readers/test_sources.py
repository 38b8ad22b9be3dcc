from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from semsearch.choices import InputFormat
from semsearch.errors import BadRecordError, SemsearchError, SourceError
from semsearch.readers.report import LeftOut, ReadingReport
from semsearch.readers.sources import read_papers
from semsearch.records import SkippedRecord

BEES = '{"id": "bees", "title": "Bees"}\n'
WASPS = '{"id": "wasps", "title": "Wasps"}\n'
ABSTRACT = (
    "Bread rises because yeast makes gas while it eats sugar. We follow the bubbles in ninety loaves by X-ray, and "
    "show that salt slows them down more than cold does in winter."
)
PIECES = ['{"title": "', '"}', "[", "]", "\n", ",", "title", "abstract", '"', "\t", ABSTRACT, "Title: ", "#"]


def _ids(*sources: Path | str, report: ReadingReport | None = None) -> list[str]:
    return [paper.paper_id for paper in read_papers(sources, report=report)]


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_papers_come_in_the_order_of_the_sources_with_their_absolute_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path / "b.jsonl", BEES)
    _write(tmp_path / "a.csv", "id,title\nwasps,Wasps\n")
    monkeypatch.chdir(tmp_path)
    papers = list(read_papers(["b.jsonl", "./a.csv"]))
    assert [(paper.paper_id, paper.source) for paper in papers] == [
        ("bees", str(tmp_path / "b.jsonl")),
        ("wasps", str(tmp_path / "a.csv")),
    ]


def test_standard_input_is_a_source_packed_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(BEES.encode()))))
    assert [(paper.paper_id, paper.source) for paper in read_papers(["-", "-"])] == [("bees", "-")]


def test_all_sources_are_looked_at_before_the_first_paper(tmp_path: Path) -> None:
    good = _write(tmp_path / "good.jsonl", BEES)
    with pytest.raises(SourceError, match=r"gone\.jsonl does not exist"):
        read_papers([good, tmp_path / "gone.jsonl"])
    with pytest.raises(SourceError, match=r"papers\.html is an HTML page"):
        read_papers([good, _write(tmp_path / "papers.html", "<html>")])


def test_a_file_that_comes_again_is_read_once(tmp_path: Path) -> None:
    path = _write(tmp_path / "in" / "bees.jsonl", BEES)
    assert _ids(path, tmp_path / "in", path) == ["bees"]


def test_a_folder_is_read_with_all_that_is_in_it_and_says_what_it_left_out(tmp_path: Path) -> None:
    _write(tmp_path / "b" / "wasps.jsonl", WASPS)
    _write(tmp_path / "a.jsonl", BEES + '{"id": "x"}\n')
    _write(tmp_path / ".hidden.jsonl", BEES)
    _write(tmp_path / ".git" / "c.jsonl", BEES)
    _write(tmp_path / "README.md", f"# About\n{ABSTRACT}")
    _write(tmp_path / "qrels.tsv", "query-id\tcorpus-id\tscore\n1\tbees\t1\n")
    _write(tmp_path / "package.json", '{"name": "x", "description": "y"}')
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.7 \0")
    (tmp_path / "lost.jsonl").symlink_to(tmp_path / "nowhere")
    report = ReadingReport()
    assert _ids(tmp_path, report=report) == ["bees", "wasps"]
    assert report.papers == 2
    assert report.skipped == [SkippedRecord(str(tmp_path / "a.jsonl"), 2, "has no field for a title or an abstract")]
    assert report.left_out == [
        LeftOut(str(tmp_path / "README.md"), "is about the files next to it and holds no papers"),
        LeftOut(str(tmp_path / "lost.jsonl"), "does not exist", is_damaged=True),
        LeftOut(str(tmp_path / "package.json"), "holds no papers (line 1 has no field for a title or an abstract)"),
        LeftOut(str(tmp_path / "paper.pdf"), "is a PDF"),
        LeftOut(str(tmp_path / "qrels.tsv"), "holds judgments or questions, not papers"),
    ]


def test_a_damaged_file_in_a_folder_gives_what_can_be_read(tmp_path: Path) -> None:
    lines = "".join(json.dumps({"id": str(n), "title": f"Bees {n * 7919}"}) + "\n" for n in range(9000))
    (tmp_path / "cut.jsonl.gz").write_bytes(gzip.compress(lines.encode())[:-1000])
    report = ReadingReport()
    assert "0" in _ids(tmp_path, report=report)
    assert report.left_out[0].reason.startswith("is damaged or incomplete")


def test_a_named_file_that_breaks_off_gives_what_stands_before_and_is_said_to_be_damaged(tmp_path: Path) -> None:
    lines = "".join(json.dumps({"id": str(n), "title": f"Bees {n * 7919}"}) + "\n" for n in range(99))
    path = tmp_path / "cut.jsonl.gz"
    path.write_bytes(gzip.compress(lines.encode())[:-100])
    report = ReadingReport()
    assert _ids(path, report=report)[:2] == ["0", "1"]
    assert [(left.path, left.is_damaged) for left in report.left_out] == [(str(path), True)]
    with pytest.raises(SourceError, match="is damaged or incomplete"):
        list(read_papers([path], strict=True))
    path.write_bytes(path.read_bytes()[:30])
    with pytest.raises(SourceError, match="is damaged or incomplete"):
        _ids(path)


@pytest.mark.parametrize("files", [{}, {"README.md": "# About\n"}, {"a.py": "import os"}])
def test_a_folder_without_papers_is_an_error(tmp_path: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        _write(tmp_path / name, text)
    with pytest.raises(SourceError, match="holds no file of papers"):
        _ids(tmp_path)


def test_a_bad_record_is_an_error_when_asked_for(tmp_path: Path) -> None:
    path = _write(tmp_path / "a.jsonl", BEES + "{broken\n")
    papers = read_papers([path], strict=True)
    assert next(papers).paper_id == "bees"
    with pytest.raises(BadRecordError, match=r"a\.jsonl:2 is not valid JSON") as error:
        next(papers)
    assert error.value.exit_code == 3
    with pytest.raises(BadRecordError):
        list(read_papers([tmp_path], strict=True))


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.txt", " \n", "is empty"),
        ("a.txt", "how?\n", "holds no papers"),
        ("a.jsonl", '{"id": "x"}\n', r"holds no papers \(line 1 has no field for a title or an abstract\)"),
        ("a.csv", "name,age\nx,5\n", "has no column for titles or abstracts"),
        ("a.tsv", "query-id\tcorpus-id\tscore\n1\t2\t1\n", "holds judgments or questions"),
        ("run.txt", "q1 0 bees 1\nq1 0 wasps 0\nq2 0 ants 1\n", "holds judgments or a run"),
        ("a.jsonl", '{"query_id": "q", "text": "why?"}\n', "holds questions"),
        ("queries.jsonl", '{"_id": "q", "text": "why?"}\n', "holds questions"),
        ("a.xml", '<?xml version="1.0"?><a/>', "is an XML file"),
        ("a.htm", "<!DOCTYPE html><p>A</p>", "is an HTML page"),
        ("a.tex", "some text", r"is a \.tex file"),
        ("LICENSE", ABSTRACT, "is about the files next to it"),
    ],
)
def test_a_named_file_that_holds_no_papers_is_refused_by_what_it_is(
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    with pytest.raises(SourceError, match=said) as error:
        _ids(_write(tmp_path / name, text))
    assert name in error.value.what
    assert "plain text, JSON Lines" in error.value.fix


def test_prose_in_a_folder_is_no_abstract_but_named_it_is_one(tmp_path: Path) -> None:
    notes = _write(tmp_path / "notes.md", f"## Points\n\n- one\n- two\n\n{ABSTRACT}\n")
    other = _write(tmp_path / "notes.xyz", ABSTRACT)
    _write(tmp_path / "bees.jsonl", BEES)
    report = ReadingReport()
    assert _ids(tmp_path, report=report) == ["bees"]
    assert [left.reason for left in report.left_out] == [
        "is prose with headings or lists, not abstracts",
        "is a .xyz file of no known format",
    ]
    assert [paper.abstract for paper in read_papers([notes, other])] == [ABSTRACT, ABSTRACT]


def test_the_format_can_be_told(tmp_path: Path) -> None:
    path = _write(tmp_path / "queries.jsonl", '{"_id": "q", "text": "Why bees dance."}\n')
    assert [paper.paper_id for paper in read_papers([path], input_format=InputFormat.JSONL)] == ["q"]
    text = _write(tmp_path / "README", ABSTRACT)
    assert [paper.abstract for paper in read_papers([text], input_format=InputFormat.TEXT)] == [ABSTRACT]
    with pytest.raises(SourceError, match="is empty"):
        read_papers([_write(tmp_path / "none", "")], input_format=InputFormat.CSV)


def test_a_folder_that_may_not_be_entered_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def walk(_: Path, onerror: object, **__: object) -> list[object]:
        assert callable(onerror)
        onerror(PermissionError(13, "Permission denied", "/closed"))
        return []

    monkeypatch.setattr("os.walk", walk)
    report = ReadingReport()
    with pytest.raises(SourceError, match="/closed cannot be read: Permission denied"):
        _ids(tmp_path, report=report)
    assert report.left_out == [LeftOut("/closed", "cannot be read: Permission denied", is_damaged=True)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    content=st.one_of(
        st.binary(max_size=200),
        st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")),
        st.lists(st.sampled_from(PIECES)).map(lambda parts: "".join(parts).encode()),
    ),
    input_format=st.sampled_from([None, *InputFormat]),
    strict=st.booleans(),
)  # fmt: skip
def test_any_file_gives_papers_or_an_error_of_ours(
    tmp_path: Path, content: bytes, input_format: InputFormat | None, *, strict: bool
) -> None:
    path = tmp_path / "papers"
    path.write_bytes(content)
    try:
        papers = list(read_papers([path], input_format=input_format, strict=strict))
    except SemsearchError:
        return
    assert papers
    assert all(paper.title or paper.abstract for paper in papers)


def test_the_list_of_icml_papers_holds_nineteen(shared_data: Path) -> None:
    papers = list(read_papers([shared_data / "icml2026-abstracts.txt"]))
    assert len(papers) == 19
    assert {(paper.venue, paper.year, paper.title_is_made) for paper in papers} == {("ICML", 2026, True)}
    names = [paper.title.split(":")[0] for paper in papers if ":" in paper.title]
    assert names[:5] == ["Flow-TTRL", "I-PERI", "AvAtar", "SWEET", "SALE"]
    assert {"SWM", "RFO", "ImmersePro", "Self-Debias", "STPGC", "FiX", "FT-Dojo"} <= set(names)
    assert all(2 < len(paper.title.split()) <= 15 for paper in papers)


@pytest.mark.parametrize(
    ("file", "papers", "skipped"),
    [
        ("sample/papers.jsonl", 199, 0),
        ("collections/med/corpus.jsonl.gz", 1033, 0),
        ("collections/cranfield/corpus.jsonl.gz", 1398, 2),
    ],
)
def test_collections_are_read_whole(shared_data: Path, file: str, papers: int, skipped: int) -> None:
    report = ReadingReport()
    assert len(_ids(shared_data / file, report=report)) == papers
    assert len(report.skipped) == skipped


def test_a_folder_of_exports_gives_what_can_be_read_and_a_reason_for_the_rest(shared_data: Path) -> None:
    report = ReadingReport()
    papers = list(read_papers([shared_data / "exports"], report=report))
    assert {Path(paper.source).parent.name for paper in papers} == {
        "arxiv_atom", "arxiv_kaggle", "arxiv_oai", "bibtex", "crossref", "csl_json", "csv", "endnote_refworks", "nbib",
        "openalex", "pubmed_xml", "ris", "semantic_scholar", "wos_tagged", "zotero_json",
    }  # fmt: skip
    assert {Path(left.path).name: left.reason for left in report.left_out} == {
        "MANIFEST.tsv": "has no column for titles or abstracts",
        "jabref__encoding-windows-1252-but-utf-8-declared--decoding-fails.bib":
            "holds no papers (line 3 has neither title nor abstract)",
        "rispy__example_bom.ris": "holds no papers (line 1 has neither title nor abstract)",
        "jabref__MedlineImporterTestMalformedEntry.xml": "holds no papers (line 2 breaks off before its end)",
    }  # fmt: skip
