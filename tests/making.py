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
    """
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Dense, Normalize, Pooling, Transformer

    torch.manual_seed(seed)
    parts = folder / "parts"
    parts.mkdir(parents=True)
    _save_transformer(parts, kind=kind, positions=2 * window, spread=spread)
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


def export_here(name: str, *, model: Path, folder: Path) -> Exported:
    """Export like `export_apart`, in this process, which has torch already."""
    from semsearch.encoding.prepared.export import export
    from semsearch.encoding.prepared.exported import read_exported
    from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder

    export(SentenceTransformerEncoder(name, folder=model), folder)
    return read_exported(folder)


def _save_transformer(folder: Path, *, kind: str, positions: int, spread: float) -> None:
    from tokenizers.pre_tokenizers import ByteLevel
    from transformers import (  # type: ignore[attr-defined]
        BertConfig,
        BertModel,
        BertTokenizerFast,
        DistilBertConfig,
        DistilBertModel,
        MPNetConfig,
        MPNetModel,
        MPNetTokenizerFast,
        RobertaConfig,
        RobertaModel,
        RobertaTokenizerFast,
    )

    pieces = [*_SPECIAL, *WORDS]
    sizes = {**_SIZES, "initializer_range": spread}
    vocabulary = folder / "vocab.txt"
    vocabulary.write_text("\n".join(pieces))
    tokenizer: Any
    model: Any
    if kind == "bert":
        model = BertModel(BertConfig(vocab_size=len(pieces), max_position_embeddings=positions, **sizes))
        tokenizer = BertTokenizerFast(vocab=str(vocabulary))
    elif kind == "distilbert":
        config = DistilBertConfig(
            vocab_size=len(pieces),
            max_position_embeddings=positions,
            dim=_WIDTH,
            n_layers=1,
            n_heads=2,
            hidden_dim=64,
            initializer_range=spread,
        )
        model, tokenizer = DistilBertModel(config), BertTokenizerFast(vocab=str(vocabulary))
    elif kind == "mpnet":
        pieces = ["<s>", "<pad>", "</s>", "[UNK]", "<mask>", *WORDS]
        vocabulary.write_text("\n".join(pieces))
        model = MPNetModel(MPNetConfig(vocab_size=len(pieces), max_position_embeddings=positions + 2, **sizes))
        tokenizer = MPNetTokenizerFast(vocab=str(vocabulary))
    else:
        vocabulary.unlink()
        pieces = ["<s>", "<pad>", "</s>", "<unk>", *sorted(ByteLevel.alphabet()), "<mask>"]
        model = RobertaModel(RobertaConfig(vocab_size=len(pieces), max_position_embeddings=positions + 2, **sizes))
        tokenizer = RobertaTokenizerFast(vocab={piece: place for place, piece in enumerate(pieces)}, merges=[])
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
