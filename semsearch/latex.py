"""LaTeX in titles and abstracts, as plain Unicode text. The only place that knows pylatexenc."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from functools import cache
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text

_COMMAND = re.compile(r"\\(?:[a-zA-Z]{2,}|[a-zA-Z](?![a-zA-Z])|[\"'`^~=.%&#_{}$\\,;:!|()\[\]-])")
# As in pandoc: no space inside the dollar signs and no digit after them, so that "$5 to $6" is money; but money has no
# command inside, as "$\sim$100" does.
_MATH = re.compile(
    r"(?<!\\)\$\$(?:[^$\\]|\\.)+?\$\$"
    r"|(?<!\\)\$(?!\s)(?:[^$\\]|\\.)+?(?<!\s)\$(?!\d)"
    r"|(?<!\\)\$(?!\s)[^$\\]*\\[a-zA-Z](?:[^$\\]|\\.)*?(?<!\s)\$",
    re.DOTALL,
)
_BRACE_OR_NOT = re.compile(rf"{_MATH.pattern}|\\.|[{{}}]", re.DOTALL)
_BRACED = r"\{([^{}]*)\}"
_CITATION = re.compile(r"\s*~?\\(?:[cC]ite[a-zA-Z]*\*?|footnote(?:mark|text)?|label)(?:\[[^\]]*\])*" + _BRACED)
_LINK = re.compile(r"\\href" + _BRACED + _BRACED)
_ADDRESS = re.compile(r"\\url" + _BRACED)
# Commands that change how the text after them looks, as in "{\em this}".
_LOOKS = frozenset(
    "em bf it rm sf tt sc sl cal mit bfseries itshape scshape slshape ttfamily sffamily rmfamily normalfont boldmath"
    " tiny small large Large LARGE huge displaystyle textstyle scriptstyle centering noindent limits nolimits nonumber"
    "".split()
)
# Plain words among plain words, which the converter would walk through character by character. The two before them are
# left out, for a command may take them as its arguments, and the one after them, for it may end in something else.
_WORD = r"[^\W_](?:[^\W_]|[,.;:()/]|[-'](?![-']))*+ "
_PLAIN_WORDS = re.compile(rf"(?<!\S)({_WORD}{_WORD})((?:{_WORD}){{2,}})(?=[A-Za-z])")
_PLACEHOLDER = "\ue000"  # for private use, so that no text has it
_DOUBLE_BRACES = re.compile(r"(?<![\\_^$])\{\{([^{}]*[^\W\d_]{2}[^{}]*)\}\}")
_WHOLE_IN_BRACES = re.compile(r"\{([^{}]+(?:\{[^{}]*\}[^{}]*)*)\}")
_BRACES_FOR_CASE = re.compile(r"(?<![\\_^$])\{([A-Z][\w-]*(?: [\w-]+)*)\}")


def looks_like_latex(text: str) -> bool:
    """Whether the text holds a LaTeX command or a formula; a lone "$" or "%" is neither."""
    return ("\\" in text and _COMMAND.search(text) is not None) or ("$" in text and _MATH.search(text) is not None)


def without_case_braces(text: str) -> str:
    """Drop braces that keep BibTeX from changing capitals, but not those of a set, as in "with {A, B}".

    They stand around a word, as in "{BERT}", around the whole text, or are doubled, as in "{{Optical Tracking}}".
    """
    text = _DOUBLE_BRACES.sub(r"\1", text)
    if whole := _WHOLE_IN_BRACES.fullmatch(text.strip()):
        text = whole[1]
    return _BRACES_FOR_CASE.sub(r"\1", text)


def readable(text: str) -> str:
    """Turn LaTeX into Unicode text: accents, symbols, formulas in one line; citations are dropped.

    LaTeX that is too broken to be read stays as it is.
    """
    for pattern, replacement in ((_CITATION, ""), (_LINK, r"\2"), (_ADDRESS, r"\1")):
        text = pattern.sub(replacement, text)
    parts = _parts(text.replace("\\|", "‖"))
    whole = _converted("".join(part.latex for part in parts))
    if whole is not None:
        return whole
    return "".join(part.original if (done := _converted(part.latex)) is None else done for part in parts)


@dataclass(frozen=True, slots=True)
class _Part:
    """A formula, or the text up to the next one; `latex` is what the converter gets."""

    original: str
    latex: str


def _parts(text: str) -> list[_Part]:
    unmatched = _unmatched_braces(text)
    parts = []
    start = 0
    for formula in [*_MATH.finditer(text), None]:
        end = formula.start() if formula else len(text)
        latex = text[start:end]
        if unmatched:
            latex = "".join(f"\\{text[at]}" if at in unmatched else text[at] for at in range(start, end))
        parts.append(_Part(text[start:end], _escaped(latex)))
        if formula:
            parts.append(_Part(formula[0], formula[0]))
            start = formula.end()
    return parts


def _unmatched_braces(text: str) -> set[int]:
    """Places of braces outside of formulas that have no partner, so that they stand for themselves."""
    opened: list[int] = []
    unmatched: set[int] = set()
    for token in _BRACE_OR_NOT.finditer(text):
        if token[0] == "{":
            opened.append(token.start())
        elif token[0] == "}" and opened:
            opened.pop()
        elif token[0] == "}":
            unmatched.add(token.start())
    return unmatched.union(opened)


def _converted(latex: str) -> str | None:
    plain = [] if _PLACEHOLDER in latex else [match[2] for match in _PLAIN_WORDS.finditer(latex)]
    short = _PLAIN_WORDS.sub(rf"\1{_PLACEHOLDER}", latex) if plain else latex
    try:
        around = _as_text(short).split(_PLACEHOLDER) if plain else [_as_text(short)]
        if len(around) != len(plain) + 1:  # a command has dropped some
            return _as_text(latex)
    except Exception:  # noqa: BLE001 - over a command without its arguments, pylatexenc stumbles in many ways
        return None
    return "".join(chain.from_iterable(zip_longest(around, plain, fillvalue="")))


def _as_text(latex: str) -> str:
    return str(_converter().latex_to_text(latex, latex_context=_grammar()))


def _escaped(text: str) -> str:
    """Escape what stands in running text for itself, though LaTeX gives it a meaning."""
    text = re.sub(r"(?<!\\)([%&#$])", r"\\\1", text)
    return re.sub(r"(?<!\\)~(?=\d)|(?<=\s)~|^~", r"\\textasciitilde{}", text)


@cache
def _converter() -> LatexNodes2Text:
    from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db

    logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)  # it tells of broken formulas, which we show as they are
    known = get_default_latex_context_db()
    known.set_unknown_macro_spec(MacroTextSpec("", simplify_repl=_unknown_command))
    return LatexNodes2Text(math_mode="text", latex_context=known, strict_latex_spaces=False)


@cache
def _grammar() -> Any:  # noqa: ANN401 - pylatexenc has no types
    """The commands and special characters that the parser knows, made once; it looks them up at each character."""
    from pylatexenc.latexwalker import get_default_latex_context_db

    known = get_default_latex_context_db()
    look_up = known.test_for_specials
    first_characters = {special.specials_chars[0] for special in known.iter_specials_specs()}
    known.test_for_specials = lambda text, at, **more: (
        look_up(text, at, **more) if text[at] in first_characters else None
    )
    return known


def _unknown_command(node: Any) -> str:  # noqa: ANN401 - pylatexenc has no types
    r"""Show the name of a macro of the authors' own, as in "we present \sysname", unless it wraps or styles a text."""
    if node.macroname in _LOOKS:
        return ""
    follows = node.parsing_state.s[node.pos + node.len :][:1]
    return "" if follows == "{" else f"{node.macroname}{node.macro_post_space}"
