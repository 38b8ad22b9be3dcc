"""The records that travel between rooms. All are frozen; none knows how it is stored or shown."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from semsearch.choices import Fusion, Mode
from semsearch.settings import DEFAULT_SEMANTIC_WEIGHT

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One paper, with the text of its fields as the source gave it, less control characters.

    Attributes:
        paper_id: Unique within an index. Empty until `semsearch.identity.identified` gives one.
        title: May hold LaTeX or HTML; `semsearch.text.clean` makes it readable.
        abstract: As `title`. A paper needs a title or an abstract.
        authors: Each as "Given Family".
        year: Of publication.
        venue: Journal, conference or book.
        doi: Without resolver, as "10.1000/182".
        arxiv_id: As "1706.03762" or "cs/0112017".
        url: Where to read it.
        keywords: In the order of the source.
        kind: The source's word for the type of publication.
        source: The absolute path of the file it came from, or "-" for standard input.
        title_is_made: The source had no title, so it was made from the abstract's words. Such a
            title is shown but not encoded.
        extra: All fields of the source that have no place above, under their own names.
    """

    paper_id: str = ""
    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    doi: str = ""
    arxiv_id: str = ""
    url: str = ""
    keywords: tuple[str, ...] = ()
    kind: str = ""
    source: str = ""
    title_is_made: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class YearRange:
    """Years from `first` to `last`, both included; None leaves a side open."""

    first: int | None = None
    last: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Which papers may be answers.

    A paper passes if it meets every filter that is set; within one filter any of its values will do.

    Attributes:
        years: A paper without a year does not pass.
        venues: Words that stand in the venue in this order, whatever their case and accents.
        authors: Names; "Y. Bengio" and "Bengio, Yoshua" both find Yoshua Bengio.
        keywords: Words that stand in a keyword in this order.
        paper_ids: Only these; None means all.
    """

    years: YearRange | None = None
    venues: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    paper_ids: frozenset[str] | None = None

    def __bool__(self) -> bool:
        """Whether anything is filtered at all."""
        return self != Filters()


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question in the user's words, with its filters, and its id where it comes from a file."""

    text: str
    filters: Filters = field(default_factory=Filters)
    query_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """How papers are found and put in order.

    Attributes:
        mode: By meaning, by words, or by both.
        fusion: How both are brought together in the hybrid mode.
        semantic_weight: Weight of meaning in the weighted sum, from 0 to 1; words have the rest.
        reranker: Name or path of a cross-encoder that reranks the first 50 papers, or all if more are asked for.
        mmr_lambda: From 0 to 1, to choose papers that differ: 1 counts their scores alone, 0 their difference alone.
    """

    mode: Mode = Mode.HYBRID
    fusion: Fusion = Fusion.WEIGHTED_SUM
    semantic_weight: float = DEFAULT_SEMANTIC_WEIGHT
    reranker: str | None = None
    mmr_lambda: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why a paper was found.

    Attributes:
        semantic_rank: Its place by meaning alone, from 1, among the papers that pass the filters; None if only words
            found it.
        lexical_rank: Likewise by words alone; None if only meaning found it.
        matched_words: What the question has of it: its ids, then words in whatever form, as they were typed.
    """

    semantic_rank: int | None
    lexical_rank: int | None
    matched_words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One paper of an answer.

    Attributes:
        paper: The paper itself.
        rank: From 1.
        score: Higher is better; comparable only within one answer.
        semantic_score: Cosine of question and paper, if meaning had a say.
        lexical_score: BM25 of question and paper, if words had a say.
        rerank_score: What a cross-encoder gives, if it had a say.
        closeness: Share of random pairs of papers of this index that are less similar.
        best_sentence: The sentence of the abstract nearest to the question.
        evidence: Why it was found, if that is asked for.
    """

    paper: Paper
    rank: int
    score: float
    semantic_score: float | None = None
    lexical_score: float | None = None
    rerank_score: float | None = None
    closeness: float | None = None
    best_sentence: str | None = None
    evidence: Evidence | None = None

    @property
    def paper_id(self) -> str:
        """The id of the paper."""
        return self.paper.paper_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Timings:
    """Milliseconds spent in each stage of one answer; `rerank` of the first one counts the loading of the model."""

    encode: float = 0.0
    semantic: float = 0.0
    lexical: float = 0.0
    fuse: float = 0.0
    fetch: float = 0.0
    rerank: float = 0.0
    diversify: float = 0.0
    snippets: float = 0.0

    @property
    def total(self) -> float:
        """All stages together."""
        return float(sum(getattr(self, field.name) for field in fields(self)))

    def __add__(self, other: Timings) -> Timings:
        """The time spent on both, stage by stage."""
        return Timings(**{field.name: getattr(self, field.name) + getattr(other, field.name) for field in fields(self)})


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResults:
    """The answer to one query, best paper first."""

    question: str
    hits: tuple[Hit, ...]
    mode: Mode
    query_id: str = ""
    notes: tuple[str, ...] = ()
    timings: Timings = field(default_factory=Timings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """What makes two encoders give the same vectors for the same text.

    Attributes:
        model: The name it is asked for by: a name, a path or a hub name.
        weights_sha256: Of the files with the weights.
        tokenizer_sha256: Of the files of the tokenizer.
        pooling: How token vectors become one vector.
        prompts: What is put before documents and questions, as ("document=…", "query=…").
        max_tokens: Longer texts are cut there.
        dim: Length of a vector.
        normalization: "unit" for rows of length 1.
        text_recipe: How title and abstract are joined, `semsearch.text.TEXT_RECIPE`.
    """

    model: str
    weights_sha256: str
    tokenizer_sha256: str
    pooling: str
    prompts: tuple[str, ...]
    max_tokens: int
    dim: int
    normalization: str
    text_recipe: str


@dataclass(frozen=True, slots=True)
class SkippedRecord:
    """A record that could not become a paper."""

    source: str
    line: int
    problem: str
