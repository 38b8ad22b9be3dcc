"""A word behind an option that may stand alone is its value or the question, and it is always told which."""

from __future__ import annotations

from dataclasses import replace

import pytest

from semsearch.cli.optional_values import Grammar, with_values_joined
from semsearch.cli.ranking_options import OPTIONAL_VALUES
from semsearch.errors import UsageError

GRAMMAR = Grammar(
    optional={
        "--rerank": replace(OPTIONAL_VALUES["--rerank"], default="usual"),
        "--diverse": replace(OPTIONAL_VALUES["--diverse"], default="0.7"),
    },
    valued={"--questions", "--top-k", "-k", "-f"},
    without_argument={"--questions", "--help"},
    argument="question",
)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["a question"], ["a question"]),
        (["--rerank", "a question"], ["--rerank=usual", "a question"]),
        (["a question", "--rerank"], ["a question", "--rerank=usual"]),
        (["--rerank", "model", "a question"], ["--rerank=model", "a question"]),
        (["a question", "--rerank", "model"], ["a question", "--rerank=model"]),
        (["--rerank=model", "a question"], ["--rerank=model", "a question"]),
        (["--rerank", "-k", "3", "a question"], ["--rerank=usual", "-k", "3", "a question"]),
        (["--rerank", "a question", "-k", "3"], ["--rerank=usual", "a question", "-k", "3"]),
        (["--rerank", "a question", "-k3", "-fids"], ["--rerank=usual", "a question", "-k3", "-fids"]),
        (["--top-k", "3", "--rerank", "a question"], ["--top-k", "3", "--rerank=usual", "a question"]),
        (["--top-k=3", "--rerank", "a question"], ["--top-k=3", "--rerank=usual", "a question"]),
        (["--rerank", "--diverse", "a question"], ["--rerank=usual", "--diverse=0.7", "a question"]),
        (["--rerank", "a question", "--diverse", "0.5"], ["--rerank=usual", "a question", "--diverse=0.5"]),
        (["--diverse", "0.5", "--rerank", "a question"], ["--diverse=0.5", "--rerank=usual", "a question"]),
        (["--rerank", "./m", "--diverse", "a question"], ["--rerank=./m", "--diverse=0.7", "a question"]),
        (["--rerank", "m", "--diverse", "0.5", "a question"], ["--rerank=m", "--diverse=0.5", "a question"]),
        (["a question", "--diverse", "-1"], ["a question", "--diverse=-1"]),
        (["--rerank", "-"], ["--rerank=usual", "-"]),
        (["-", "--rerank", "model"], ["-", "--rerank=model"]),
        (["--rerank", "--", "-word"], ["--rerank=usual", "--", "-word"]),
        (["--rerank", "model", "--", "--rerank"], ["--rerank=model", "--", "--rerank"]),
        (["--questions", "file", "--rerank", "model"], ["--questions", "file", "--rerank=model"]),
        (["--diverse", "0.5", "--questions=file"], ["--diverse=0.5", "--questions=file"]),
        (["--diverse", "0.5", "--help"], ["--diverse=0.5", "--help"]),
        (["--rerank"], ["--rerank=usual"]),
    ],
)
def test_every_word_goes_where_its_user_meant_it(words: list[str], expected: list[str]) -> None:
    assert with_values_joined(words, GRAMMAR) == expected


@pytest.mark.parametrize(("name", "word"), [("--diverse", "0.5"), ("--rerank", "hep-th/9901001")])
def test_a_lone_word_that_looks_like_a_value_is_asked_about(name: str, word: str) -> None:
    with pytest.raises(UsageError, match=f"There is no question: {word} behind {name}") as caught:
        with_values_joined([name, word], GRAMMAR)
    assert caught.value.fix == f"Give a question too. If {word} is your question: {name} -- {word}"
    assert with_values_joined([name, "--", word], GRAMMAR)[1:] == ["--", word]
