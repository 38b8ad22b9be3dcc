"""How weights are chosen on the development part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from making import save_small_model
from semsearch.encoding.loading import ModelSource
from semsearch.encoding.sentence_transformer import SentenceTransformerEncoder
from semsearch.tuning.base import base_source, load_base
from semsearch.tuning.development import best_share, copy_of_weights, evaluator_of, measured, tried_shares
from semsearch.tuning.judging import figures_of, first_ranks
from semsearch.tuning.records import ShareTried
from semsearch.tuning.trials import Trial, TrialQuestion

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = ("graph", "network", "protein", "attention of the graph", "video depth", "folding in a")
TRIAL = Trial(
    tuple(TrialQuestion(word, frozenset({word, "video depth"})) for word in ("graph", "attention", "folding")),
    {text: text for text in TEXTS} | {"attention": "by", "folding": "depth folding"},
)


def test_it_is_measured_as_the_held_out_part_is(tmp_path: Path) -> None:
    """Twelve more papers, so that a rank can be beyond the tenth."""
    model = save_small_model(tmp_path, spread=0.3)
    more = {f"x{number}": f"graph network protein {'the ' * number}" for number in range(12)}
    trial = Trial(TRIAL.questions, dict(sorted({**TRIAL.papers, **more}.items())))
    ranks = first_ranks(SentenceTransformerEncoder(ModelSource("small", model)), trial)
    assert max(ranks) > 1
    found = measured(load_base(base_source(str(model))), evaluator_of(trial))
    assert found.reciprocal_rank == pytest.approx(figures_of(ranks).reciprocal_rank)


def test_the_best_share_is_chosen_and_of_equal_ones_the_smallest() -> None:
    tried = [ShareTried(share=share, reciprocal_rank=rank) for share, rank in ((1.0, 0.4), (0.75, 0.5), (0.5, 0.5))]
    assert best_share(tried) == 0.5
    assert best_share(tried[:2]) == 0.75


def test_the_weights_of_the_best_share_are_left_in_the_model(tmp_path: Path) -> None:
    base = load_base(base_source(str(save_small_model(tmp_path / "base", seed=0, spread=0.3))))
    tuned = load_base(base_source(str(save_small_model(tmp_path / "tuned", seed=1, spread=0.3))))
    before, after = copy_of_weights(base), copy_of_weights(tuned)
    tried = tried_shares(tuned, before, evaluator_of(TRIAL))
    assert [each.share for each in tried] == [1.0, 0.75, 0.5, 0.25]
    share = best_share(tried)
    for name, weights in tuned.state_dict().items():
        expected = before[name] + share * (after[name] - before[name])
        assert bool((weights - expected).abs().max() < 1e-5)
