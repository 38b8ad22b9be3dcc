"""A paper in the making, from a record that names its fields by tags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from semsearch.json_values import plain
from semsearch.readers.fields.paper_fields import add_from_links, free_name
from semsearch.readers.fields.values import is_readable, joined_line
from semsearch.readers.titles.made_titles import made_title
from semsearch.records import Paper

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_LOOKED_AT: Final = 10_000  # characters; a text that is not readable by then is none


class Draft:
    """The fields found so far, and the values of the record that no field has taken yet.

    Args:
        values: The values under each tag, in their order.
    """

    def __init__(self, values: Mapping[str, Iterable[str]]) -> None:
        self._left = {tag: kept for tag, each in values.items() if (kept := [one for one in each if one.strip()])}
        self._found: dict[str, Any] = {}

    def has(self, field: str) -> bool:
        """Whether a field is filled."""
        return field in self._found

    def fill(self, field: str, value: object) -> None:
        """Fill a field, unless it is filled or the value is empty."""
        if value:
            self._found.setdefault(field, value)

    def values(self, tag: str) -> tuple[str, ...]:
        """The values under a tag that no field has taken."""
        return tuple(self._left.get(tag, ()))

    def first(self, *tags: str) -> str:
        """The first tag of these that has a value left; empty if none has."""
        return next((tag for tag in tags if tag in self._left), "")

    def take(self, tag: str, *values: str) -> None:
        """Mark values as told in full by a field, all of the tag if none is named."""
        left = [value for value in self._left.get(tag, ()) if values and value not in values]
        if left:
            self._left[tag] = left
        else:
            self._left.pop(tag, None)

    def fill_text(self, field: str, *tags: str, joint: str = " ", most: int | None = None) -> None:
        """Fill a field with the values, or the first of them, under the first tag that has anything to read."""
        for tag in tags:
            values = self.values(tag)[:most]
            text = joint.join(values)
            if text and is_readable(text[:_LOOKED_AT]):
                self.fill(field, plain(text).strip() if "\n" in joint else joined_line(text))
                self.take(tag, *values)
                return

    def paper(self, *, source: str) -> Paper | None:
        """The paper, with the values that are left in `extra`; None if it has neither title nor abstract."""
        found = self._found
        if not (found.get("title") or found.get("abstract")):
            return None
        add_from_links(found)
        is_made = "title" not in found
        if is_made:
            found["title"] = made_title(found["abstract"])
        extra: dict[str, Any] = {}
        for tag, values in self._left.items():
            extra[free_name(plain(tag), self._left, extra)] = plain(values[0] if len(values) == 1 else values)
        return Paper(**found, source=source, title_is_made=is_made, extra=extra)
