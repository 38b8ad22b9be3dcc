"""The options of how papers are put in order, and the record made from them."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer

from semsearch.choices import Fusion, Mode
from semsearch.cli.optional_values import OptionalValue
from semsearch.errors import RerankerNotFoundError, UsageError
from semsearch.records import Ranking
from semsearch.settings import DEFAULT_MMR_LAMBDA, DEFAULT_RERANKER, DEFAULT_SEMANTIC_WEIGHT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FusionOption: TypeAlias = Annotated[
    Fusion | None,
    typer.Option(
        "--fusion",
        case_sensitive=False,
        help=f"How meaning and words are brought together: by scores or by ranks [default: {Fusion.WEIGHTED_SUM}]",
    ),
]
SemanticWeightOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--semantic-weight",
        metavar="NUMBER",
        help=f"Weight of meaning, from 0 to 1; words have the rest [default: {DEFAULT_SEMANTIC_WEIGHT}]",
    ),
]
RerankOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--rerank",
        metavar="[MODEL]",
        help="Rerank the first 50 papers, or all if more are asked for, with a cross-encoder, by name or folder: "
        f"slower, often better [without MODEL: {DEFAULT_RERANKER}]",
    ),
]
DiverseOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--diverse",
        metavar="[LAMBDA]",
        help="Choose papers that differ: 1 counts only how good they are, 0 only how they differ "
        f"[without LAMBDA: {DEFAULT_MMR_LAMBDA}]",
    ),
]
WhyOption: TypeAlias = Annotated[bool, typer.Option("--why", help="Tell why each paper was found.")]

OPTIONAL_VALUES: Final = {
    "--rerank": OptionalValue(default=DEFAULT_RERANKER, pattern=re.compile(r"\S*/\S*")),
    "--diverse": OptionalValue(default=str(DEFAULT_MMR_LAMBDA), pattern=re.compile(r"[-+]?[\d.,]+")),
}
"""Folders and models of the hub have a slash in their name, and no space; a question is seldom a number."""


def ranking_of(
    *, mode: Mode, fusion: Fusion | None, semantic_weight: str | None, rerank: str | None, diverse: str | None
) -> Ranking:
    """Combine the options; those that are not given are as in `Ranking`.

    Raises:
        UsageError: A number is none or out of range, or an option has no effect together with another.
    """
    if mode is not Mode.HYBRID:
        for option, value in (("--fusion", fusion), ("--semantic-weight", semantic_weight)):
            if value is not None:
                raise _without_effect(f"{option} {value}", f"--mode {mode}", fix="use --mode hybrid")
    if fusion is Fusion.RRF and semantic_weight is not None:
        fix = f"use --fusion {Fusion.WEIGHTED_SUM}"
        raise _without_effect(f"--semantic-weight {semantic_weight}", f"--fusion {fusion}", fix=fix)
    if rerank is not None and not rerank.strip():
        raise UsageError("--rerank= names no model.", fix="Write --rerank=MODEL, or --rerank alone for the usual one.")
    weight = DEFAULT_SEMANTIC_WEIGHT if semantic_weight is None else _share(semantic_weight, "--semantic-weight")
    return Ranking(
        mode=mode,
        fusion=fusion or Fusion.WEIGHTED_SUM,
        semantic_weight=weight,
        reranker=rerank,
        mmr_lambda=None if diverse is None else _share(diverse, "--diverse"),
    )


def rankings_of(
    modes: Iterable[Mode], *, fusion: Fusion | None, semantic_weight: str | None, rerank: str | None
) -> tuple[Ranking, ...]:
    """A ranking a mode; what is for the hybrid mode alone is kept from the others, if it is one of them.

    Raises:
        UsageError: As for `ranking_of`.
    """
    each_once = tuple(dict.fromkeys(modes))

    def of(mode: Mode) -> Ranking:
        if mode is Mode.HYBRID or Mode.HYBRID not in each_once:
            return ranking_of(mode=mode, fusion=fusion, semantic_weight=semantic_weight, rerank=rerank, diverse=None)
        return ranking_of(mode=mode, fusion=None, semantic_weight=None, rerank=rerank, diverse=None)

    return tuple(map(of, each_once))


@contextmanager
def explaining_rerankers() -> Iterator[None]:
    """Say how to name a reranker where one is not found, since the library knows no options."""
    try:
        yield
    except RerankerNotFoundError as exc:
        fix = f"{exc.fix} A cross-encoder in a folder works offline: --rerank=FOLDER."
        raise RerankerNotFoundError(exc.what, fix=fix.strip()) from exc


def _without_effect(option: str, other: str, *, fix: str) -> UsageError:
    return UsageError(f"{option} has no effect with {other}.", fix=f"Leave one of them out, or {fix}.")


def _share(text: str, option: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= 1:  # nor is "nan"
        raise UsageError(f"{option}={text} is not a number from 0 to 1.", fix=f"Write, for example, {option}=0.5.")
    return number
