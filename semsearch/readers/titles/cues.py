"""The phrases that abstracts use to say what they offer, study and find, and what they call it."""

from __future__ import annotations

import re
from typing import Final

EMPHASIS: Final = re.compile(r"(?<![\w*])(\*{1,3}|__?)(?=[^\s*_])([^*\n]*?[^\s*])\1(?![\w*])")
ADDRESS: Final = re.compile(r"\(?(?:https?://|www\.)\S+")
LABEL: Final = re.compile(
    r"\A(?:abstract|summary|background|introduction|context|motivation|objectives?|aims?|purpose|goals?|methods?"
    r"|results?|importance|question|problem|conclusions?|findings|significance|hypothesis)"
    r"(?: and (?:aims?|objectives?|purpose|methods?))?\s*[:.–—-]\s+"
    r"|\A(?-i:"
    r"(?:BACKGROUND|CONTEXT|INTRODUCTION|OBJECTIVES?|AIMS?|PURPOSE|METHODS|IMPORTANCE)(?: AND [A-Z]+)? (?=[A-Z]))",
    re.IGNORECASE,
)

_AUTHORS = (
    r"(?:\bwe|\bI|\b(?:this|the (?:present|current|following)|our|the) (?:\w+ )?"
    r"(?:paper|article|work|study|report|thesis|dissertation|review|survey|note|letter|chapter|contribution|manuscript)"
    r"|\bthe authors?|\b(?:here|paper|study|work),? (?:we|I))"
)
_ADVERBS = (
    r"(?:(?:\w+ly|also|then|first|next|here|thus|hence|further|will|have|has|can|now|both|instead|do|aims? to|seeks? to"
    r"|attempts? to|tr(?:y|ies) to|argue for) )*"
)
_OFFER = (
    r"(?:propos|introduc|present|develop|devis|design|describ|releas|contribut|construct|creat|build|formulat|giv|provid"
    r"|offer|suggest|establish|deriv|implement|conduct|perform|outlin|obtain)(?:e?s|ed?|ing)?(?: and \w+)?"
)
_LOOK = (
    r"(?:stud(?:y|ies|ied)|(?:consider|investigat|examin|explor|analy[sz]|address|tackl|revisit|discuss|evaluat|compar"
    r"|assess|survey|review|characteri[sz]|quantif|measur|estimat|determin|test|search|treat|solv|extend|generali[sz]"
    r"|improv|report|comment|elaborat|deal|focus|concentrat|concern|cover|summari[sz]|trac|argu)(?:e?s|ed?|y|ies|ied)?"
    r"(?: and \w+)?(?: (?:on|with|for|about))?)"
)
_FIND = (
    r"(?:show|prov|demonstrat|find|found|argu|establish|observ|reveal|report|identif|suggest)(?:e?s|ed?|y|ies|ied|n)?"
)
OFFERS: Final = re.compile(
    rf"{_AUTHORS},? {_ADVERBS}{_OFFER} (?!that\b|us\b|evidence\b|up ?on\b|on\b|at\b)(?P<rest>.+)", re.IGNORECASE
)
LOOKS: Final = re.compile(rf"{_AUTHORS},? {_ADVERBS}{_LOOK} (?!that\b)(?P<rest>.+)", re.IGNORECASE)
FINDS: Final = re.compile(rf"{_AUTHORS},? {_ADVERBS}{_FIND},? (?:\w+ly,? )?that,? (?P<rest>.+)", re.IGNORECASE)
PURPOSE: Final = re.compile(
    r"(?:(?:purpose|aim|goal|objective)s?(?: \w+){0,3}?"
    r" (?:paper|study|work|article|research|review|was|is|were)(?: (?:is|was|were))?(?: therefore)? to"
    r"|^(?:in order )?to(?!.*, (?:we|I|this|the|here)\b)) \w+(?: (?:and|or) \w+)? (?P<rest>.+)",
    re.IGNORECASE,
)
PASSIVE: Final = re.compile(
    r"^(?:in this \w+,? )?(?P<rest>(?:an?|the|some|several|two|three|new|novel|\w+s)\b[^,;:]{8,160}?)"
    r" (?:is|are|was|were|has been|have been) (?:\w+ly |here |then |first )*"
    r"(?:presented|described|proposed|introduced|developed|given|discussed|derived|investigated|studied|examined"
    r"|considered|reported|outlined|analy[sz]ed|evaluated|reviewed|compared|explored|suggested|established|demonstrated)"
    r"\b(?P<more> (?:for|to|of|which|that)\b.+)?",
    re.IGNORECASE,
)
INTRODUCTION: Final = re.compile(
    rf"(?:(?:in|with|through) (?:this|the present|our) \w+,? )?(?:{_AUTHORS},? {_ADVERBS}\w+ )?", re.IGNORECASE
)

_NAME = r"(?:[A-Za-z]?[\w+./@-]*[A-Z0-9][\w+./@-]*(?:\s?\([\w-]+\))?(?: [A-Z0-9][\w+-]*){0,2})"
_SHORT = r"(?P<short>(?=[\w+@-]*[A-Z])[\w+@-]{2,16})"
_FOLLOWS = r"(?:that|which|to|for|by|in|with|via|using|based)\b"
ACRONYM: Final = re.compile(  # "Foo Bar Baz (FBB)"
    rf"(?P<long>[^(),;:]+?) \({_SHORT}\)(?=$|[,.;:]| (?:on|and|as|is|from|where|whose)\b| {_FOLLOWS})"
)
SET_OFF_ACRONYM: Final = re.compile(  # "a new model, Foo Bar Baz (FBB)"
    rf"(?:[\w-]+ ){{0,8}}?[\w-]+(?:, | ?[–—:] ?)(?:the )?(?P<long>[A-Z][\w-]*(?: [\w-]+){{1,6}}) \({_SHORT}\)"
)
APPOSITION: Final = re.compile(  # "FooBar, a model that"
    rf"[\"“'`]*(?P<name>{_NAME}|[\w-]+(?: [\w-]+){{0,3}}?)[\"”'`]*,? ?(?:, |: | ?[–—] ?| \()"
    r"(?!the (?:first|former|one) (?:is|uses|one)\b)(?P<what>(?:an?|the|our|which is an?)\b .+)"
)
CALLED: Final = re.compile(  # "a model called FooBar"
    r"(?:,? (?:which|that) we (?:call|name|term|dub|refer to as)"
    r"|,? (?:called|named|dubbed|termed|coined|denoted(?: as| by)?|referred to as|abbreviated(?: as)?|entitled|titled)"
    rf"|, (?:namely|i\.e\.,?)) (?:the )?[\"“'`]*(?P<name>{_NAME})",
)
SET_OFF: Final = re.compile(  # "a model, FooBar, that"
    rf"(?P<what>(?:[\w-]+ ){{0,8}}?[\w-]+)(?:, | ?[–—:] ?)(?P<name>{_NAME})"
    rf"(?=[,.;:—–]| [–—]|$| {_FOLLOWS})(?P<more>.*)"
)
NAME_FIRST: Final = re.compile(rf"(?P<name>{_NAME})(?=$|[,.;:]| (?:on|as|whose|-|–|—)\b| {_FOLLOWS}| \()")
RELATION: Final = re.compile(r"\b(?:for|in|on|with|to|from|by|via|that|using|between|based)\b")

GENERIC: Final = re.compile(
    r"(?:(?:general|generic|efficient|effective|unified|two|three|several|many|different|various|preliminary|extensive"
    r"|empirical|experimental|theoretical|numerical) )*"
    r"(?:approach|method|model|framework|algorithm|technique|system|scheme|solution|analysis|experiment|result|evidence"
    r"|insight|example|overview|strategy|paradigm|procedure)(?:e?s|ies)?"
    r"(?=$| (?:that|which|to|capable|where|in this)\b|[,.;:])"
    r"|(?:\w+ )?(?:\w+ )?(?:results|experiments|evidence|insights|details)\b"
    r"|(?:\w+ )?(?:\w+ )?(?:problems?|issues?|challenges?|limitations?|questions?)(?= by\b|$|[,.;:])",
    re.IGNORECASE,
)
REFERS_BACK: Final = re.compile(
    r"(?:it|this|these|that|those|them|they|such|what|some of|here|both|able|to|on|upon|at|with|for|in|by|from|based"
    r"|and|as|the (?:above|problem$|issue$|two|three|same))\b",
    re.IGNORECASE,
)
