from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.errors import SourceError
from semsearch.readers.formats import xml_cuts as module
from semsearch.readers.formats.xml_elements import XmlElement, elements_in
from semsearch.readers.formats.xml_values import value_of, values_in, written
from semsearch.records import SkippedRecord


def _elements(text: str, *names: str, parents: tuple[str, ...] = ()) -> list[XmlElement | SkippedRecord]:
    return list(elements_in(io.StringIO(text), names or ("a",), source="/p.xml", parents=parents))


def _texts(text: str) -> list[str | None]:
    return [each.root.text if isinstance(each, XmlElement) else each.problem for each in _elements(text)]


def _root(text: str) -> object:
    (element,) = _elements(text)
    assert isinstance(element, XmlElement)
    return element.root


@pytest.mark.parametrize(
    "text",
    [
        "<r><a>1</a><a>2</a></r>",
        "<?xml version='1.0'?>\n<!DOCTYPE r PUBLIC '-//x' 'http://x.org/x.dtd'>\n<r><a>1</a> <a >2</a ></r>",
        "<r xmlns='u:x'><a>1</a><ab>no</ab><a x='>'>2</a></r>",
        "<x:r xmlns:x='u:x'><x:a>1</x:a><x:a>2</x:a></x:r>",
        "<r><!-- <a>no</a> --><a>1</a><b><![CDATA[<a>no</a>]]></b><a>2</a></r>",
        "<r><a><!-- </a> -->1</a><a><![CDATA[2]]></a></r>",
        "<r><a>1</a><a>2</a>",
    ],
)
def test_elements_are_found_by_name_wherever_they_are(text: str) -> None:
    assert _texts(text) == ["1", "2"]


def test_a_broken_element_costs_only_itself() -> None:
    text = "<r>\n<a>1</a>\n<a>\n<b></c></a>\n<a>2<a>3</a>\n<a>4</a><a>5"
    found = _elements(text)
    assert [each.line for each in found] == [2, 4, 5, 5, 6, 6]
    assert [each.root.text for each in found if isinstance(each, XmlElement)] == ["1", "3", "4"]
    problems = [each.problem for each in found if isinstance(each, SkippedRecord)]
    assert problems[0].startswith("is not valid XML: Opening and ending tag mismatch: b")
    assert problems[1:] == ["has no end", "breaks off before its end"]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("<a>caf&eacute; &amp; &#x41; &lt;</a>", "café & A <"),
        ("<a>x&#0;y&#x1F;z&#xFFFFFF;\x01</a>", "xyz"),
        ("<a>&nothing;</a>", "is not valid XML: Entity 'nothing' not defined"),
    ],
)
def test_characters_are_read_by_their_names_and_those_that_xml_forbids_are_dropped(text: str, read: str) -> None:
    assert _texts(text) == [read]


@pytest.mark.parametrize(
    "entity",
    [
        '<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">',
        '<!ENTITY secret SYSTEM "file:///etc/passwd">',
        '<!ENTITY % outer SYSTEM "http://x.org/x.dtd"> %outer;',
    ],
)
def test_a_file_that_declares_entities_is_refused(entity: str) -> None:
    with pytest.raises(SourceError, match=r"/p\.xml declares XML entities"):
        _elements(f"<!DOCTYPE r [{entity}]><r><a>&lol2;</a></r>")


def test_declarations_in_comments_are_no_declarations() -> None:
    assert _texts("<!-- <!ENTITY a 'b'> --><r><a>1</a></r>") == ["1"]


def test_of_parents_the_start_tag_alone_comes_before_what_is_in_them() -> None:
    found = _elements("<c id='1'><v id='2'/><v id='3'><a>x</a></v></c>", "a", parents=("c", "v"))
    assert [(each.name, each.root.get("id")) for each in found if isinstance(each, XmlElement)] == [
        ("c", "1"), ("v", "2"), ("v", "3"), ("a", None),
    ]  # fmt: skip


def test_an_element_that_is_too_long_is_reported_and_the_next_one_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST", 1000)
    monkeypatch.setattr(module, "_PIECE", 100)
    found = _elements(f"<r><a>1</a>\n<a>{'x' * 5000}</a>\n<!-- {'x' * 5000} --><a>2</a></r>")
    assert [each.root.text for each in found if isinstance(each, XmlElement)] == ["1", "2"]
    assert [(each.line, each.problem[:14]) for each in found if isinstance(each, SkippedRecord)] == [
        (2, "is longer than")
    ]


@given(st.lists(st.sampled_from("<a> </a> <a/> x <!-- --> <![CDATA[ ]]> &lt; <b> \n".split(" "))), st.integers(1, 9))
def test_it_does_not_matter_in_which_pieces_a_text_is_read(parts: list[str], piece: int) -> None:
    def found() -> list[object]:
        all_found = _elements("".join(parts))
        return [each if isinstance(each, SkippedRecord) else (each.line, each.root.text) for each in all_found]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_PIECE", piece)
        in_pieces = found()
    assert in_pieces == found()


def test_markup_of_running_text_stays_and_other_tags_go() -> None:
    root = _root("<a>H<sub>2</sub>O <x>and <i>E. coli</i></x><!-- no -->, <mml:math><mml:mi>x</mml:mi></mml:math></a>")
    assert written(root) == "H<sub>2</sub>O and <i>E. coli</i>, <math><mi>x</mi></math>"


def test_values_of_any_depth_keep_names_attributes_and_order() -> None:
    root = _root("<a><b x='1'>one</b><b>two</b><c><d>3</d><e/></c><f>run <i>ning</i></f><g y='2'/></a>")
    assert value_of(root) == {
        "b": [{"x": "1", "text": "one"}, "two"], "c": {"d": "3"}, "f": "run <i>ning</i>", "g": {"y": "2"},
    }  # fmt: skip
    assert values_in(root, without={"b", "c", "f"}) == {"g": {"y": "2"}}
