"""Makes what several tests need: papers of a few words, and small models that nobody has to fetch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from semsearch.records import Paper

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from semsearch.encoding.prepared.exported import Exported

SOURCE = "/library/papers.jsonl"


def make_paper(paper_id: str, words: str, *, title: str = "", source: str = SOURCE, **fields: Any) -> Paper:
    """A paper whose title is its id unless told otherwise."""
    return Paper(paper_id=paper_id, title=title or paper_id, abstract=words, source=source, **fields)


WORDS = ("graph", "network", "attention", "protein", "folding", "video", "depth", "the", "of", "a", "by", "in", "from")

_SPECIAL: Final = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_WIDTH: Final = 32
_SIZES: Final[dict[str, Any]] = {
    "hidden_size": _WIDTH,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 64,
}


def save_small_model(
    folder: Path,
    *,
    kind: str = "bert",
    seed: int = 0,
    window: int = 16,
    pooling: str = "mean",
    then: Sequence[str] = (),
    prompts: dict[str, str] | None = None,
    default_prompt_name: str | None = None,
    include_prompt: bool = True,
    spread: float = 0.02,
    words: Sequence[str] = WORDS,
) -> Path:
    """Save a model of one layer with random weights to `folder`.

    Args:
        folder: For the model and its parts.
        kind: "bert", "distilbert", "mpnet" or "roberta"; the last one's tokens are bytes, not words.
        seed: Of the weights.
        window: Tokens that it sees.
        pooling: As `Pooling` calls it.
        then: What comes after the pooling: "dense" (to 24 numbers, with a tanh) or "normalize".
        prompts: By name.
        default_prompt_name: The one for everything that has none.
        include_prompt: Whether the pooling sees prompts.
        spread: Of the weights; attention has a say in the vectors from about 0.3.
        words: That its tokenizer knows, if it is one of words.
    """
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Dense, Normalize, Pooling, Transformer

    torch.manual_seed(seed)
    parts = folder / "parts"
    parts.mkdir(parents=True)
    _save_transformer(parts, kind=kind, positions=2 * window, spread=spread, words=words)
    modules: list[torch.nn.Module] = [
        Transformer(str(parts), max_seq_length=window),
        Pooling(_WIDTH, pooling_mode=pooling, include_prompt=include_prompt),
    ]
    modules += [
        Dense(_WIDTH, 24, activation_function=torch.nn.Tanh()) if name == "dense" else Normalize() for name in then
    ]
    model = SentenceTransformer(modules=modules, prompts=prompts, default_prompt_name=default_prompt_name)
    model.save(str(folder / "model"))
    return folder / "model"


def save_small_cross_encoder(
    folder: Path,
    *,
    kind: str = "bert",
    seed: int = 0,
    window: int = 32,
    labels: int = 1,
    prompt: str | None = None,
    spread: float = 0.3,
) -> Path:
    """Save a cross-encoder of one layer with random weights to `folder`.

    Args:
        folder: For the model.
        kind: As for `save_small_model`.
        seed: Of the weights.
        window: Tokens of a pair that it sees.
        labels: Scores that it gives a pair.
        prompt: Put before questions; if there is one, the model is saved by sentence-transformers, else by
            transformers alone, as older ones were.
        spread: Of the weights.
    """
    import torch
    from sentence_transformers import CrossEncoder

    torch.manual_seed(seed)
    parts = folder / "parts"
    parts.mkdir(parents=True)
    _save_transformer(parts, kind=kind, positions=2 * window, spread=spread, labels=labels, window=window)
    if prompt is None:
        return parts
    model = CrossEncoder(str(parts), prompts={"question": prompt}, default_prompt_name="question")
    model.save(str(folder / "model"))
    return folder / "model"


def export_here(name: str, *, model: Path, folder: Path) -> Exported:
    """Export like `export_apart`, in this process, which has torch already."""
    from semsearch.encoding.prepared.export import export, reference_of
    from semsearch.encoding.prepared.exported import read_exported

    export(reference_of(name, model), folder)
    return read_exported(folder)


def _save_transformer(
    folder: Path,
    *,
    kind: str,
    positions: int,
    spread: float,
    labels: int = 0,
    window: int | None = None,
    words: Sequence[str] = WORDS,
) -> None:
    import transformers
    from tokenizers.pre_tokenizers import ByteLevel

    family = {"bert": "Bert", "distilbert": "DistilBert", "mpnet": "MPNet", "roberta": "Roberta"}[kind]
    pieces, extra_positions, sizes = [*_SPECIAL, *words], 0, _SIZES
    tokens: Any = None
    if kind == "distilbert":
        sizes = {"dim": _WIDTH, "n_layers": 1, "n_heads": 2, "hidden_dim": 64}
    elif kind == "mpnet":
        pieces, extra_positions = ["<s>", "<pad>", "</s>", "[UNK]", "<mask>", *words], 2
    elif kind == "roberta":
        pieces, extra_positions = ["<s>", "<pad>", "</s>", "<unk>", *sorted(ByteLevel.alphabet()), "<mask>"], 2
        tokens = {"vocab": {piece: place for place, piece in enumerate(pieces)}, "merges": []}
    if tokens is None:
        (folder / "vocab.txt").write_text("\n".join(pieces))
        tokens = {"vocab": str(folder / "vocab.txt")}
    config = getattr(transformers, f"{family}Config")(
        vocab_size=len(pieces),
        max_position_embeddings=positions + extra_positions,
        initializer_range=spread,
        **sizes,
        **({"num_labels": labels} if labels else {}),
    )
    of_tokenizer = "Bert" if kind == "distilbert" else family
    limit = {"model_max_length": window} if window else {}
    tokenizer = getattr(transformers, f"{of_tokenizer}TokenizerFast")(**tokens, **limit)
    getattr(transformers, f"{family}{'ForSequenceClassification' if labels else 'Model'}")(config).save_pretrained(
        folder
    )
    tokenizer.save_pretrained(folder)
