from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semsearch.readers.titles.made_titles import made_title


@pytest.mark.parametrize(
    ("abstract", "title"),
    [
        (
            "Maps are hard. In this paper, we propose FooNet, a novel graph encoder that reads maps.",
            "FooNet: graph encoder that reads maps",
        ),
        ("We introduce \\textit{BarGen}, an innovative framework for recipes.", "BarGen: framework for recipes"),
        ("We present **BarGen**, the first framework for recipes.", "BarGen: framework for recipes"),
        ("We propose a planner for boats called SailPlan. It is fast.", "SailPlan: planner for boats"),
        (
            "We propose Deep Ocean Mapping (DOM) by introducing new sonar. DOM wins.",
            "DOM: Deep Ocean Mapping",
        ),
        ("We develop a new model, Deep Ocean Mapping (DOM), for sonar.", "DOM: Deep Ocean Mapping"),
        ("We describe a new toolkit, SeaKit, for sonar data.", "SeaKit: toolkit for sonar data"),
        ("We present SeaKit for sonar data on boats.", "SeaKit for sonar data on boats"),
        ("We propose label smoothing by sound, a method for quiet rooms.", "Label smoothing by sound"),
        ("We propose quiet smoothing, a method for old rooms.", "Quiet smoothing: method for old rooms"),
        ("To this end, we propose a simple yet effective schedule for trains.", "Schedule for trains"),
        ("To solve this problem, we build on old ideas. We study the dances of bees.", "Dances of bees"),
        (
            "We consider the problem of packing odd boxes in trucks. We propose a method that packs them.",
            "Packing odd boxes in trucks",
        ),
        ("The aim of this study was to evaluate the effect of tea on sleep.", "Effect of tea on sleep"),
        ("OBJECTIVE: To evaluate the effect of tea on sleep. METHODS: We asked.", "Effect of tea on sleep"),
        ("A new algorithm for sorting long ropes is described.", "Algorithm for sorting long ropes"),
        ("We show that warm tea helps sleep in winter.", "Warm tea helps sleep in winter"),
        ("What makes bread rise in winter? Yeast does.", "What makes bread rise in winter"),
        ("Bread rises because yeast makes gas.", "Bread rises because yeast makes gas"),
        ("Code is at https://example.org/x. We study the dances of honey bees.", "Dances of honey bees"),
        ("", ""),
    ],
)
def test_a_title_says_what_the_paper_offers_or_studies(abstract: str, title: str) -> None:
    assert made_title(abstract) == title


def test_a_long_phrase_ends_where_it_may() -> None:
    title = made_title(
        "We propose a hierarchical planner for fleets of delivery robots that must share narrow corridors with people "
        "and with carts in large old hospitals without maps."
    )
    assert title == "Hierarchical planner for fleets of delivery robots that must share narrow corridors with people"


def test_brackets_are_never_cut_open() -> None:
    title = made_title(
        "We study the long slow drift of very old wooden ships in the cold northern seas "
        "(North, Baltic and White Sea) today."
    )
    assert title.count("(") == title.count(")")
    assert title.startswith("Long slow drift of very old wooden ships")


def test_a_text_without_spaces_is_cut_at_its_first_clause() -> None:
    assert made_title("本文研究蜜蜂的舞蹈，" + "并且测量它们的速度" * 40) == "本文研究蜜蜂的舞蹈"


@given(st.text(max_size=300))
def test_any_text_gives_one_short_line(abstract: str) -> None:
    title = made_title(abstract)
    assert "\n" not in title
    assert len(title) <= 200
    assert len(title.split()) <= 20
