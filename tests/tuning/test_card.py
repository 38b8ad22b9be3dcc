"""The card of a tuned model."""

from __future__ import annotations

from semsearch.tuning.card import model_card
from tuning.reports import report


def test_the_card_tells_data_procedure_figures_and_limits() -> None:
    card = model_card(report())
    assert card.startswith("---\nlibrary_name: sentence-transformers\n")
    assert "# all-MiniLM-L6-v2, tuned\n" in card
    assert "| learned from | 420 | 210 |\n| chosen by | 90 | 45 |\n| judged by | 90 | 45 |\n" in card
    assert "420 of questions, 210 of titles" in card
    assert "learning rate 3e-05 with warm-up and linear decay; epochs: 2 at most, steps: 56, seed: 0" in card
    assert "0.75 · tuned + 0.25 · base" in card
    assert "| 0.75 | 0.6100 |\n| 0 | 0.5000 |\n" in card
    assert "| held-out questions | 90 | 2,000 | 0.5000 | 0.6000 | 0.7000 | 0.8000 | 0.0010 |" in card
    assert "| titles of papers of no pair | 300 | 1,000 | 0.9000 | 0.9000 |" in card
    assert "\n- A note.\n" in card


def test_the_card_gives_away_no_path_of_the_machine() -> None:
    assert "somewhere" not in model_card(report())
    assert "my index" not in model_card(report())


def test_figures_that_could_not_be_had_are_left_out() -> None:
    assert "of no pair" not in model_card(report(other_fields=None))
