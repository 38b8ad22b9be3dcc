"""Papers from pages with front matter, one a file, as PMLR has them under `_posts`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from semsearch.readers.fields.paper_fields import NEITHER, paper_of
from semsearch.readers.formats.lines import lines_of
from semsearch.records import SkippedRecord

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from semsearch.records import Paper

_MARK: Final = "---"
_ALIAS: Final = "has a value that stands for another, which is never read because it may grow without end"
_LONGEST: Final = 1 << 18  # characters of front matter; one paper has a few thousand
_NO_FRONT_MATTER: Final = "has no front matter between two lines of ---"


def read_pmlr(stream: TextIO, *, source: str) -> Iterator[Paper | SkippedRecord]:
    """Read the paper that the front matter of a page tells of; what the page says below it is not read."""
    text = _front_matter(stream)
    if text is None:
        yield SkippedRecord(source, 1, _NO_FRONT_MATTER)
        return
    record = _record(text, source)
    if isinstance(record, SkippedRecord):
        yield record
    else:
        yield paper_of(record, source=source) or SkippedRecord(source, 1, NEITHER)


def _front_matter(stream: TextIO) -> str | None:
    """The text between the first two lines of ---; None if there is none, or no end of it."""
    lines = lines_of(stream, longest=_LONGEST)
    if next(lines, "").lstrip("\ufeff").rstrip() != _MARK:
        return None
    kept: list[str] = []
    length = 0
    for line in lines:
        if line.rstrip() == _MARK:
            return "".join(kept)
        kept.append(line)
        length += len(line)
        if length > _LONGEST:
            break
    return None


def _record(text: str, source: str) -> dict[str, Any] | SkippedRecord:
    import yaml

    try:
        if any(isinstance(token, yaml.AliasToken) for token in yaml.scan(text)):
            return SkippedRecord(source, 1, _ALIAS)
        record = yaml.load(text, yaml.BaseLoader)  # noqa: S506 - it makes texts, lists and maps alone
    except yaml.MarkedYAMLError as exc:
        line = 2 + (exc.problem_mark.line if exc.problem_mark else 0)
        return SkippedRecord(source, line, f"is not valid YAML: {exc.problem}")
    except (yaml.YAMLError, RecursionError, ValueError) as exc:
        return SkippedRecord(source, 1, f"is not valid YAML: {' '.join(str(exc).split())}")
    if not isinstance(record, dict):
        return SkippedRecord(source, 1, _NO_FRONT_MATTER)
    return _in_usual_words(record)


def _in_usual_words(record: dict[Any, Any]) -> dict[str, Any]:
    """The fields as other formats have them: the kind is that of BibTeX, the name of an author may have a prefix."""
    fields = {str(key): value for key, value in record.items()}
    if "layout" in fields and "kind" not in fields:
        fields["kind"] = fields.pop("layout")
    fields.setdefault("url", fields.get("pdf", ""))
    authors = fields.get("author")
    if isinstance(authors, list):
        fields["author"] = [
            {"non-dropping-particle" if key == "prefix" else key: value for key, value in one.items()}
            if isinstance(one, dict)
            else one
            for one in authors
        ]
    return fields
