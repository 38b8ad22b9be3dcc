"""What the elements of an XML record say: text, text with its markup, and values of any depth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from semsearch.readers.fields.values import joined_line
from semsearch.readers.formats.xml_elements import name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

# Tags of running text that `semsearch.text.clean` understands.
_MARKUP: Final = frozenset(
    "i b u em strong italic bold underline sub sup inf sc small math semantics mrow mi mo mn ms msub msup msubsup mfrac"
    " msqrt mover munder mtext mspace mstyle".split()
)


def children(element: Any, *names: str) -> Iterator[Any]:  # noqa: ANN401 - lxml has no annotations
    """The children of an element that have one of these names."""
    return (child for child in element if name_of(child) in names)


def at(element: Any, *path: str) -> Any:  # noqa: ANN401
    """The first element that a path of names leads to; None if there is none."""
    for name in path:
        element = next(children(element, name), None)
        if element is None:
            return None
    return element


def line_at(element: Any, *path: str) -> str:  # noqa: ANN401
    """The text of the element at a path, in one line; empty if there is none."""
    found = at(element, *path)
    return "" if found is None else joined_line(written(found))


def written(element: Any, *, tagged: Callable[[str, str], str | None] = lambda _name, _text: None) -> str:  # noqa: ANN401
    """The text in an element as it is written, with the tags of italics, formulas and the like.

    Args:
        element: Of any content; what has no place in running text loses its tag.
        tagged: Writes an element of this name and with this text inside in a way of its own; None leaves it to us.
    """
    parts = [element.text or ""]
    for child in element:
        name = name_of(child)
        text = written(child, tagged=tagged) if name else ""
        shown = tagged(name, text)
        if shown is None:
            shown = f"<{name}>{text}</{name}>" if name in _MARKUP else text
        parts += (shown, child.tail or "")
    return "".join(parts)


def value_of(element: Any) -> Any:  # noqa: ANN401
    """All that an element says: its text, or what is in it by name if there is more; "text" is then its own text."""
    if len(element) == 0 and not element.attrib:
        return (element.text or "").strip()
    attributes = {key.rpartition("}")[2]: value for key, value in element.attrib.items()}
    is_running = bool((element.text or "").strip()) or any((child.tail or "").strip() for child in element)
    if len(element) == 0 or is_running:
        text = written(element).strip()
        if not attributes:
            return text
        return attributes | {"text": text} if text else attributes
    return attributes | values_in(element)


def values_in(element: Any, *, without: Collection[str] = ()) -> dict[str, Any]:  # noqa: ANN401
    """What the children of an element say, by their names; what comes more than once is a list."""
    values: dict[str, list[Any]] = {}
    for child in element:
        name = name_of(child)
        if name and name not in without and (value := value_of(child)):
            values.setdefault(name, []).append(value)
    return {name: each[0] if len(each) == 1 else each for name, each in values.items()}
