"""LaTeX in titles and abstracts, as plain Unicode text. The only place that knows pylatexenc."""

from __future__ import annotations

import logging
import re
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text

_COMMAND = re.compile(r"\\(?:[a-zA-Z]{2,}|[a-zA-Z](?![a-zA-Z])|[\"'`^~=.%&#_{}$\\,;:!|()\[\]-])")
# As in pandoc: no space inside the dollar signs and no digit after them, so that "$5 to $6" is money.
_MATH = re.compile(r"(?<!\\)\$\$(?:[^$\\]|\\.)+?\$\$|(?<!\\)\$(?!\s)(?:[^$\\]|\\.)+?(?<!\s)\$(?!\d)", re.DOTALL)
_BRACED = r"\{([^{}]*)\}"
_CITATION = re.compile(r"\s*~?\\(?:[cC]ite[a-zA-Z]*\*?|footnote(?:mark|text)?|label)(?:\[[^\]]*\])*" + _BRACED)
_LINK = re.compile(r"\\href" + _BRACED + _BRACED)
_ADDRESS = re.compile(r"\\url" + _BRACED)
_BRACES_FOR_CASE = re.compile(r"(?<!\\)\{([^{}\\$]*)\}")


def looks_like_latex(text: str) -> bool:
    """Whether the text holds a LaTeX command or a formula; a lone "$" or "%" is neither."""
    return ("\\" in text and _COMMAND.search(text) is not None) or ("$" in text and _MATH.search(text) is not None)


def readable(text: str) -> str:
    """Turn LaTeX into Unicode text: accents, symbols, formulas in one line; citations are dropped."""
    for pattern, replacement in ((_CITATION, ""), (_LINK, r"\2"), (_ADDRESS, r"\1")):
        text = pattern.sub(replacement, text)
    text = text.replace("\\|", "‖")
    parts = []
    start = 0
    for formula in _MATH.finditer(text):
        parts += [_escaped(text[start : formula.start()]), formula[0]]
        start = formula.end()
    parts.append(_escaped(text[start:]))
    return str(_converter().latex_to_text("".join(parts)))


def _escaped(text: str) -> str:
    """Escape what stands in running text for itself, though LaTeX gives it a meaning."""
    text = re.sub(r"(?<!\\)([%&#$])", r"\\\1", text)
    text = re.sub(r"(?<!\\)~(?=\d)|(?<=\s)~|^~", r"\\textasciitilde{}", text)
    return text if text.count("{") == text.count("}") else re.sub(r"(?<!\\)([{}])", r"\\\1", text)


@cache
def _converter() -> LatexNodes2Text:
    from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db

    logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)  # it tells of broken formulas, which we show as they are
    known = get_default_latex_context_db()
    known.set_unknown_macro_spec(MacroTextSpec("", simplify_repl=_unknown_command))
    return LatexNodes2Text(math_mode="text", latex_context=known, strict_latex_spaces=False)


def _unknown_command(node: Any) -> str:  # noqa: ANN401 - pylatexenc has no types
    r"""Show the name of a macro of the authors' own, as in "we present \sysname", unless it wraps a text."""
    follows = node.parsing_state.s[node.pos + node.len :][:1]
    return "" if follows == "{" else f"{node.macroname}{node.macro_post_space}"
