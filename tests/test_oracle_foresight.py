"""What is seen about an Action without trying it is what a trial shows."""

from __future__ import annotations

import pytest

from oracle import load
from oracle.kernel.driver import mixed, random_answer
from oracle.kernel.machine import OVER, answer
from oracle.kernel.trial import would_change
from oracle.kernel.waiting import effect_frame
from oracle.mindbug.table import PLAY

GAMES = 400


@pytest.mark.parametrize("name", ["mindbug/all", "mindbug/beyond-evolution"])
def test_foresight_agrees_with_the_trial(name: str) -> None:
    ruleset = load(name)
    machine = ruleset.machine
    actions = machine.triggered["action"]
    seen_as: dict[bool | None, int] = {True: 0, False: 0, None: 0}
    for seed in range(GAMES):
        state = ruleset.begin()
        counter = 0
        while (pending := state.pending)[0] != OVER:
            counter += 1
            if pending[0] == "turn":
                for card in state.zones[PLAY + pending[1]]:
                    for number in actions.get(state.cards[card], ()):
                        seen = machine.foresight[number](machine, state, card, pending[1])
                        seen_as[seen] += 1
                        frame = effect_frame(machine.abilities[number], card, pending[1], None)
                        if seen is not None:
                            assert would_change(machine, state, frame) == seen, (seed, counter)
            answer(machine, state, random_answer(pending, mixed(seed, counter)))
    assert all(seen_as.values()), seen_as
