"""Any text is a question: which of its words count, which have to be there, and which must not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.lexical.question import WeightedWord, read_question


def stems_of(text: str) -> list[str]:
    return [word.stem for word in read_question(text).words]


def test_words_of_grammar_do_not_count_and_endings_are_cut() -> None:
    assert stems_of("How do the networks learn?") == ["network", "learn"]


def test_without_other_words_those_of_grammar_count() -> None:
    assert stems_of("to be or not to be") == ["to", "be", "or", "not"]


def test_a_word_counts_as_often_as_it_is_typed_in_whatever_form() -> None:
    assert read_question("graph of graphs, Graph").words == (WeightedWord("graph", "graph", 3),)


def test_accents_and_case_make_no_difference() -> None:
    assert stems_of("Erdős-RÉNYI naïve") == stems_of("erdos renyi naive")


def test_characters_of_chinese_and_japanese_are_words_each() -> None:
    assert stems_of("深層 learning") == ["深", "層", "learn"]


def test_a_phrase_in_quotes_has_to_be_there_and_its_words_count() -> None:
    question = read_question('robust “graph neural networks” and "fish"')
    assert question.phrases == (("graph", "neural", "network"), ("fish",))
    assert [word.stem for word in question.words] == ["robust", "graph", "neural", "network", "fish"]
    assert question.text == "robust graph neural networks and fish"


@pytest.mark.parametrize("text", ['5" disks', 'the "open question', '""', '"', "”", '" "'])
def test_a_quotation_mark_without_its_fellow_or_content_means_nothing(text: str) -> None:
    assert read_question(text).phrases == ()


def test_a_word_or_phrase_behind_a_minus_must_not_be_there_and_is_not_asked_for() -> None:
    question = read_question('fish -Sharks -"deep sea" swim')
    assert question.excluded == (("shark",), ("deep", "sea"))
    assert [word.stem for word in question.words] == ["fish", "swim"]
    assert question.text == "fish swim"


@pytest.mark.parametrize(
    "text", ["GPT-4", "below -5 degrees", "state -of- the art", "fish - sharks", "fish -- sharks", "-", "x-ray-like"]
)
def test_other_minuses_exclude_nothing(text: str) -> None:
    assert read_question(text).excluded == ()


def test_a_question_all_of_which_is_behind_a_minus_has_no_minus() -> None:
    question = read_question("-sharks")
    assert (question.excluded, stems_of("-sharks"), question.text) == ((), ["shark"], "sharks")


def test_what_may_be_an_id_is_kept_whole() -> None:
    ids = read_question("see 10.1000/182, (arXiv) 1706.03762 and Vaswani2017attention.").ids
    assert {"10.1000/182", "1706.03762", "vaswani2017attention"} <= set(ids)


@given(st.text(max_size=60) | st.text('-" “”ab', max_size=12))
def test_any_text_can_be_read(text: str) -> None:
    question = read_question(text)
    assert all(word.count >= 1 for word in question.words)
    assert question.text.split() or not text.split()
