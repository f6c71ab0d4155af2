"""At any time in King of Tokyo: to ask again changes nothing, and to ask tells nothing."""

from __future__ import annotations

import pytest

import oracle
from oracle.kernel.driver import mixed, random_answer
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import OVER, accept, run
from oracle.kernel.saving import to_json
from oracle.tokyo.any_time import could_play
from oracle.tokyo.evolution import home_of
from oracle.tokyo.table import DECLINED, TURN

EVOLUTIONS = "tokyo/evolutions"


def random_positions(ruleset, games):
    """Every position of some random games that waits for a player."""
    for seed in range(1, games + 1):
        state = ruleset.begin()
        for taken in range(1, 5000):
            pending = state.pending
            if pending[0] == OVER:
                break
            if pending[1] != NATURE and state.registers[TURN]:
                yield state
            accept(ruleset.machine, state, random_answer(pending, mixed(seed, taken)))


@pytest.mark.parametrize("name", ["tokyo/current", EVOLUTIONS])
def test_a_step_that_asks_changes_nothing_when_it_is_carried_out_once_more(name, monkeypatch):
    """A decision is withdrawn while others act first, so its step must be free to run again."""
    ruleset = oracle.load(name)
    machine = ruleset.machine
    interrupt, withdrawn = machine.interrupt, []

    def once_more(machine, state, since):
        before = interrupt(machine, state, since)
        if before is not None or state.pending[1] == NATURE or state.pending[0] == OVER:
            return before
        if withdrawn:
            assert withdrawn.pop() == (to_json(machine, state), state.log[:])
            return None
        withdrawn.append((to_json(machine, state), state.log[:]))
        return [machine.code_number["nothing"], 0]

    machine.add_code("nothing", [], 0)
    monkeypatch.setattr(machine, "interrupt", once_more)
    assert sum(1 for _ in random_positions(ruleset, 5)) > 500


def exchanged(machine, state, seat, number):
    """The same position for everybody but one monster: its hand and its deck are dealt anew.

    What it drew from the decks of others stays, for all know which deck that came from.
    """
    other = state.clone()
    hand, deck = machine.hand + seat, machine.evolution_deck + seat
    own = [card for card in other.zones[hand] if home_of(machine, state, card) == seat]
    strangers = [card for card in other.zones[hand] if card not in own]
    cards = sorted(own + other.zones[deck])
    held = [cards.pop(mixed(number, n) % len(cards)) for n in range(len(own))]
    other.zones[hand], other.zones[deck] = strangers + held, cards
    for place in (hand, deck):
        for card in other.zones[place]:
            other.where[card] = place
    other.derived = other.said = None
    return other


def test_whether_a_monster_is_asked_at_any_time_does_not_tell_what_it_holds():
    """rule: kt.evolution.any-moment-asked"""
    ruleset = oracle.load(EVOLUTIONS)
    machine = ruleset.machine
    compared = different = 0
    for number, state in enumerate(random_positions(ruleset, 20)):
        for seat in range(machine.players):
            if not state.zones[machine.hand + seat]:
                continue
            other = exchanged(machine, state, seat, number)
            different += other.zones[machine.hand + seat] != state.zones[machine.hand + seat]
            found = []
            for each in (state.clone(), other):
                each.registers[DECLINED] = 0
                before = machine.interrupt(machine, each, len(each.log))
                found.append(
                    (before, could_play(machine, each, seat), window_of(machine, each, before))
                )
            assert found[0] == found[1]
            compared += found[0][0] is not None
    assert compared > 300
    assert different > 300


def window_of(machine, state, before):
    """The kind of decision that comes first, and whose it is."""
    if before is None:
        return None
    state.pending = None
    state.stack.append(before)
    run(machine, state)
    return state.pending[:2]
