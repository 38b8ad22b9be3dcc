"""Any text is a question: which of its words count, which have to be there, and which must not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.lexical.analysis import stems
from semsearch.lexical.question import WeightedWord, matched_words, read_question


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
    assert stems_of("Re\u0301nyi ﬁsh H₂O ＣＴ") == ["renyi", "fish", "h2o", "ct"]


def test_a_word_is_told_as_it_was_typed_first() -> None:
    assert [word.typed for word in read_question("Schrödinger's Graphs, graph").words] == ["Schrödinger", "Graphs"]


def test_words_are_told_that_a_text_has_in_whatever_form() -> None:
    question = read_question("Naïve learners of GPT-4 deceive the dragons")
    assert matched_words(question, "a naive approach to learner models with gpt") == ("Naïve", "learners", "GPT")
    assert matched_words(question, "") == ()


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("GPT-4 COVID-19", ["gpt", "4", "covid", "19"]),
        ("p53 H2O", ["p53", "h2o"]),
        ("β-catenin", ["β", "catenin"]),
        ("C++ snake_case", ["c", "snake", "case"]),
        ("1706.03762", ["1706", "03762"]),
        ("W2043694226", ["w2043694226"]),
    ],
)
def test_words_of_science_are_parted_at_all_that_is_neither_letter_nor_digit(text: str, stems: list[str]) -> None:
    assert stems_of(text) == stems


def test_characters_of_chinese_and_japanese_are_words_each() -> None:
    assert stems_of("深層 learning") == ["深", "層", "learn"]


def test_a_phrase_in_quotes_has_to_be_there_and_its_words_count() -> None:
    question = read_question('robust “graph neural networks” and "fish"')
    assert [phrase.stems for phrase in question.phrases] == [("graph", "neural", "network"), ("fish",)]
    assert [word.stem for word in question.words] == ["robust", "graph", "neural", "network", "fish"]
    assert question.text == "robust graph neural networks and fish"


@pytest.mark.parametrize("text", ['5" disks', 'the "open question', '""', '"', "”", '" "'])
def test_a_quotation_mark_without_its_fellow_or_content_means_nothing(text: str) -> None:
    assert read_question(text).phrases == ()


def test_a_word_or_phrase_behind_a_minus_must_not_be_there_and_is_not_asked_for() -> None:
    question = read_question('fish -Sharks -"deep sea" swim')
    assert [phrase.stems for phrase in question.excluded] == [("shark",), ("deep", "sea")]
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


@pytest.mark.parametrize("text", ["https://doi.org/10.1000/182", "doi:10.1000/182.", "(10.1000/182)"])
def test_a_doi_is_an_id_however_it_is_written(text: str) -> None:
    assert "10.1000/182" in read_question(f"who cites {text}").ids


@pytest.mark.parametrize("text", ["arXiv:1706.03762v5", "https://arxiv.org/pdf/1706.03762", "1706.03762v1"])
def test_an_arxiv_id_is_an_id_however_it_is_written(text: str) -> None:
    assert "1706.03762" in read_question(f"who cites {text}").ids


def test_a_short_number_is_an_id_only_by_itself() -> None:
    assert read_question("best papers of 2015").ids == ()
    assert read_question("2015").ids == ("2015",)
    assert read_question("who cites 31452104").ids == ("31452104",)


def test_half_of_a_surrogate_pair_is_no_letter() -> None:
    assert stems_of("fish \ud800 swim\udfff") == ["fish", "swim"]


@given(st.text(max_size=60) | st.text(st.characters()) | st.text('-" “”ab', max_size=12))
def test_any_text_can_be_read(text: str) -> None:
    question = read_question(text)
    assert all(word.count >= 1 for word in question.words)
    assert question.text.split() or not text.split()


def test_a_minus_excludes_what_begins_with_a_digit_and_is_a_word() -> None:
    assert [phrase.typed for phrase in read_question("point clouds -3d").excluded] == ["3d"]
    assert read_question("about -5 degrees").excluded == ()


def test_a_capital_with_a_dot_is_found_with_and_without_it() -> None:
    assert stems("İstanbul") == stems("istanbul") == [word.stem for word in read_question("İstanbul").words]


def test_an_id_that_ends_in_a_bracket_is_looked_up_with_it_and_without() -> None:
    assert {"10.1016/s0140(05)", "10.1016/s0140(05"} <= set(read_question("see 10.1016/S0140(05)").ids)
