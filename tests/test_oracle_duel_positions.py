"""Positions of Duel that are set up: a refusal names the place of the mistake."""

from __future__ import annotations

import pytest

import oracle
from rules_dsl.errors import KaijuError

GIGAZAUR = {"h": "#1", "card": "gigazaur"}
KITTY = {"h": "#2", "card": "cyber-kitty"}


def players(**more):
    return {"p1": {"monster": GIGAZAUR}, "p2": {"monster": KITTY, **more}}


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"players": {}}, "setup.players.p1.monster"),
        ({"players": players(hearts=99)}, "setup.players.p2.hearts"),
        ({"players": players(), "fame": 3}, "setup.fame"),
    ],
)
def test_a_refusal_names_its_place(given, place):
    with pytest.raises(KaijuError) as refused:
        oracle.load("duel/standard").setup(given)
    assert refused.value.place == place
    assert refused.value.message


def test_each_player_needs_a_monster():
    with pytest.raises(KaijuError, match="needs a monster"):
        oracle.load("duel/standard").setup({"players": {}})
