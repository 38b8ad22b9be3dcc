"""Text is cleaned for people and encoders, and loses nothing that only looks like markup."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.records import Paper
from semsearch.text import clean, encoded_text, fold, sentences, text_hash, without_controls

PLAIN = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "Z"), exclude_characters="\\$&<>{}"), max_size=80
)
COMMANDS = (r"\frac", r"\sqrt", r"\href", r"\begin{", r"\end{", r"\left(", r"\input{x}", "&lt;", "<p>")
LATEX_LIKE = st.lists(st.sampled_from([*"\\{}$^_&%#~[]|\"'-ab1 \n\0", *COMMANDS]), max_size=20).map("".join)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<p>One</p><p>Two</p>", "One Two"),
        ("<jats:p>A <jats:italic>new</jats:italic> way</jats:p>", "A new way"),
        ("H<sub>2</sub>O and 10<sup>3</sup>", "H2O and 10^3"),
        ('<a href="https://example.org">here</a>', "here"),
    ],
)
def test_markup_of_publishers_vanishes(text: str, shown: str) -> None:
    assert clean(text) == shown


@pytest.mark.parametrize("text", ["a <claim, sentence> pair", "a<b and c>d", "<script>", "if p < 0.05", "x <- y"])
def test_what_only_looks_like_markup_stays(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Shake &amp; Bake", "Shake & Bake"),
        ("Shake &amp;amp; Bake", "Shake & Bake"),
        ("&lt;i&gt;in vivo&lt;/i&gt;", "in vivo"),
        ("AT&T; R&D", "AT&T; R&D"),
    ],
)
def test_entities_become_characters_even_when_escaped_twice(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_latex_and_html_in_one_field_are_both_cleaned() -> None:
    assert clean(r"<i>Schr{\"o}dinger</i> &amp; $\alpha$") == "Schrödinger & α"


def test_braces_of_bibtex_vanish_without_any_other_latex() -> None:
    assert clean("{BERT}: Pre-training") == "BERT: Pre-training"


def test_a_cleaned_text_is_one_line_in_composed_characters() -> None:
    assert clean("Na\u0308ive\r\n  ways\tto \u00a0go ") == "Näive ways to go"


def test_escape_sequences_lose_the_character_that_a_terminal_obeys() -> None:
    assert clean("\x1b[31mred\x07 &#x1b;[0m \u202etxt") == "[31mred [0m txt"


def test_line_breaks_and_joiners_are_no_controls() -> None:
    assert without_controls("a\r\nb\rc\td\u200de") == "a\nb\nc\td\u200de"


def test_soft_hyphens_and_lone_surrogates_are_controls() -> None:
    assert without_controls("hy\xadphen \ud800") == "hyphen "


@given(st.one_of(st.text(max_size=60), LATEX_LIKE))
def test_no_text_makes_cleaning_fail_or_leaves_a_control_character(text: str) -> None:
    cleaned = clean(text)
    assert not [character for character in cleaned if unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}]
    assert cleaned == " ".join(cleaned.split())


@given(PLAIN)
def test_cleaning_a_plain_text_twice_changes_nothing_more(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Straße, ÉCOLE & Łódź!", "strasse ecole lodz"),
        ("İstanbul ﬁnds x²", "istanbul finds x2"),
        ("state-of-the-art: don't", "state of the art don t"),
        ("Deep  Learning\n(2nd)", "deep learning 2nd"),
        ("ǼØ, ǿ and 𝒪(𝐍)", "aeo o and o n"),
        ("机器学习", "机器学习"),
    ],
)
def test_folding_leaves_words_without_case_accents_and_punctuation(text: str, words: str) -> None:
    assert fold(text) == words


@given(st.text(max_size=40))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(max_size=40))
def test_folding_does_not_see_whether_accents_are_composed(text: str) -> None:
    assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It works. We show it! Do we? Yes.", ["It works.", "We show it!", "Do we?", "Yes."]),
        ("We follow Li et al. Their way (cf. Fig. 3) wins.", ["We follow Li et al. Their way (cf. Fig. 3) wins."]),
        ("J. Smith uses e.g. BERT. It costs 3.5 days.", ["J. Smith uses e.g. BERT.", "It costs 3.5 days."]),
        ('They say "no." (We do not.) Then rest.', ['They say "no."', "(We do not.)", "Then rest."]),
        ("It is known.[12] We go on.", ["It is known.[12]", "We go on."]),
        ("Li et al.[3] Their way wins.", ["Li et al.[3] Their way wins."]),
        ("第一句。第二句！第三句？", ["第一句。", "第二句！", "第三句？"]),
        ("no end", ["no end"]),
        ("", []),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


@given(PLAIN)
def test_sentences_together_are_the_text(text: str) -> None:
    cleaned = clean(text)
    assert "".join("".join(sentences(cleaned)).split()) == "".join(cleaned.split())


@pytest.mark.parametrize(
    ("title", "abstract", "encoded"),
    [
        ("Linear attention", "It is fast.", "Linear attention. It is fast."),
        ("Is it fast?", "It is.", "Is it fast? It is."),
        (r"The $\alpha$ way", "", "The α way"),
        ("", "Only <b>words</b>.", "Only words."),
    ],
)
def test_title_and_abstract_are_encoded_as_one_cleaned_text(title: str, abstract: str, encoded: str) -> None:
    assert encoded_text(Paper(title=title, abstract=abstract)) == encoded


def test_a_made_title_is_not_encoded() -> None:
    assert encoded_text(Paper(title="Made", abstract="Words of the abstract.", title_is_made=True)) == (
        "Words of the abstract."
    )


def test_a_text_is_named_by_32_digits_of_its_content() -> None:
    # blake2b of the empty text with 16 bytes, as any other program computes it
    assert text_hash("") == "cae66941d9efbd404e4d88758ea67670"
    assert text_hash("a") != text_hash("b")
