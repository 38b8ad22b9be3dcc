"""LaTeX becomes text that people read."""

from __future__ import annotations

import pytest

from semsearch.latex import looks_like_latex, readable, without_case_braces


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"Schr{\"o}dinger", "Schrödinger"),
        (r"Erd{\H{o}}s and \'Etale", "Erdős and Étale"),
        (r"AT\&T keeps 5\% of C\#", "AT&T keeps 5% of C#"),
        (r"\emph{strong} and {\bf bold} and {\em clear}", "strong and bold and clear"),
    ],
)
def test_accents_and_styles_become_letters(text: str, shown: str) -> None:
    assert readable(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"$\alpha$-stable in $O(n^2)$", "α-stable in O(n^2)"),
        (r"$\frac{1}{2}$ of ${\cal O}(n)$", "1/2 of O(n)"),
        (r"$$x$$ and \(y\) and \[z\]", "x and y and z"),
        (r"$\sim$100 times, $\ell$1 norm", "∼100 times, ℓ1 norm"),
    ],
)
def test_formulas_become_symbols_in_the_line(text: str, shown: str) -> None:
    assert " ".join(readable(text).split()) == shown


def test_citations_vanish_and_links_leave_their_text() -> None:
    text = r"We improve~\cite[p. 3]{a,b} on \href{https://example.org}{our page}, \url{example.org/a_b}."
    assert readable(text) == "We improve on our page, example.org/a_b."


def test_a_command_of_the_authors_own_is_shown_by_its_name() -> None:
    assert readable(r"We present \sysname, a system") == "We present sysname, a system"


def test_what_an_unknown_command_wraps_stays() -> None:
    assert readable(r"a \mystyle{great} result") == "a great result"


@pytest.mark.parametrize("text", ["costs $5 to $6", "50% of A&B", "~100 papers", "C# and F#", "a {set} of x_1", "x^2"])
def test_signs_that_mean_themselves_are_no_latex(text: str) -> None:
    assert not looks_like_latex(text)


def test_signs_that_mean_themselves_stay_next_to_latex() -> None:
    text = r"\emph{Only} 50% of A&B for #1, ~100 papers at $5"
    assert readable(text) == "Only 50% of A&B for #1, ~100 papers at $5"


def test_a_brace_without_a_partner_stays() -> None:
    assert readable(r"\emph{one} and {two") == "one and {two"
    assert readable(r"\emph{one} and two}") == "one and two}"


def test_braces_may_hold_a_formula() -> None:
    assert readable(r"\emph{the $\{x\}$ way} wins") == "the {x} way wins"


@pytest.mark.parametrize("broken", [r"ends in \sqrt", r"a \href alone", r"\c\input{x}", r"\H\href"])
def test_latex_that_is_too_broken_stays_as_it_is(broken: str) -> None:
    assert readable(broken) == broken


def test_a_broken_part_does_not_spoil_a_sound_formula() -> None:
    assert readable(r"The $\alpha$ part, then \sqrt") == r"The α part, then \sqrt"


def test_braces_around_capitals_vanish_but_those_of_sets_stay() -> None:
    text = "{BERT} for {D}eep {Markov} chains over {A, B} and {0,1} and x_{MAX}"
    assert without_case_braces(text) == "BERT for Deep Markov chains over {A, B} and {0,1} and x_{MAX}"


def test_braces_nested_ever_so_deep_do_no_harm() -> None:
    text = "{" * 3000 + r"\alpha" + "}" * 3000
    assert readable(text) == text


def test_braces_for_case_may_be_doubled_or_stand_around_the_whole_text() -> None:
    assert without_case_braces("{{Optical Tracking}} with {a, b}, {{1, 2}}") == "Optical Tracking with {a, b}, {{1, 2}}"
    assert without_case_braces("{The eruption of 1600, southern {Peru}}") == "The eruption of 1600, southern Peru"
