"""Makes what several tests need: papers of a few words, and a small model that nobody has to fetch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from semsearch.records import Paper

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = "/library/papers.jsonl"


def make_paper(paper_id: str, words: str, *, title: str = "", source: str = SOURCE, **fields: Any) -> Paper:
    """A paper whose title is its id unless told otherwise."""
    return Paper(paper_id=paper_id, title=title or paper_id, abstract=words, source=source, **fields)


WORDS = ("graph", "network", "attention", "protein", "folding", "video", "depth", "the", "of", "a", "by", "in", "from")


def save_small_model(folder: Path, *, seed: int = 0, prompts: dict[str, str] | None = None) -> Path:
    """Save a one-layer BERT with mean pooling and a window of 16 tokens to `folder`."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from transformers import BertConfig, BertModel, BertTokenizerFast  # type: ignore[attr-defined]

    torch.manual_seed(seed)
    parts = folder / "parts"
    parts.mkdir(parents=True)
    (parts / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]))
    config = BertConfig(
        vocab_size=len(WORDS) + 5,
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=32,
    )
    BertModel(config).save_pretrained(parts)
    BertTokenizerFast(vocab=str(parts / "vocab.txt")).save_pretrained(parts)
    transformer = Transformer(str(parts), max_seq_length=16)
    model = SentenceTransformer(modules=[transformer, Pooling(32, pooling_mode="mean")], prompts=prompts)
    model.save(str(folder / "model"))
    return folder / "model"
