"""Every answer to every option works next to every other."""

from __future__ import annotations

import pytest

from conformance.options.games import GAMES_A_DRAW, drawn, play
from oracle.kernel.machine import KernelError
from rules_dsl.specification import load_specification


@pytest.mark.parametrize("game", load_specification().games)
def test_no_game_breaks_under_random_answers(game):
    assert [str(wrong) for wrong in play(game, 6 * GAMES_A_DRAW)] == []


def test_a_game_that_breaks_is_told_with_its_draw(monkeypatch):
    def broken(*_):
        raise KernelError("it broke")

    monkeypatch.setattr("oracle.verbs.measure.play_out", broken)
    (wrong, *_) = play("duel", 1)
    assert str(wrong).startswith("duel/standard with 2 players, draw 0, seed 0: ")
    assert "it broke" in str(wrong)


def test_the_answers_of_a_draw_are_always_the_same():
    assert drawn("tokyo", 3)[0].options == drawn("tokyo", 3)[0].options
    assert drawn("tokyo", 3)[0].options != drawn("tokyo", 4)[0].options
