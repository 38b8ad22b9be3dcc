"""Why nothing was found, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semsearch.choices import Mode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from semsearch.records import Filters


def why_no_answer(questions: Iterable[str], *, mode: Mode, filters: Filters) -> str:
    """Why no paper of an index answers any of these questions.

    By meaning, each paper that passes the filters is an answer. By words, it has to have some of them; and by words
    or by both, what is in quotes and nothing that is behind a minus.
    """
    papers = "no paper that passes these filters" if filters else "no paper"
    wanted = {_wanted(question, mode) for question in questions}
    if "" in wanted:  # then it is not for what that question wants
        return "no paper passes these filters" if filters else "no paper can be an answer"
    return f"{papers} {wanted.pop()}" if len(wanted) == 1 else f"{papers} has what these questions ask for"


def why_none_related(filters: Filters) -> str:
    """Why an index has no paper like those named."""
    return "no paper passes these filters" if filters else "there are no other papers in the index"


def _wanted(question: str, mode: Mode) -> str:
    """What a paper must have or be without to be an answer."""
    if mode is Mode.SEMANTIC:
        return ""
    from semsearch.lexical.question import read_question

    found = read_question(question)
    has = "has the phrases in quotes" if found.phrases else "has these words" if mode is Mode.LEXICAL else ""
    if not found.excluded:
        return has
    return f"{has or 'is'} without the words behind a minus"
