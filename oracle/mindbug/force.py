"""Forced hunts: who must hunt, and who cannot be hunted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.state import Rules, State

from .permissions import first_rule, rules_in_force, tell_say, told_by
from .table import ACTIVE, DECLINE, HUNT, PLAY

if TYPE_CHECKING:
    from .machine import Mindbug


def must_hunt(
    machine: Mindbug, state: State, seat: int, attackers: list[int]
) -> tuple[list[int], Rules]:
    """Those of the able attackers that must attack and hunt. rule: mb.force.must-hunt"""
    demands = rules_in_force(machine, state, "must-hunt")
    found: list[int] = []
    told: Rules = ()
    for card in attackers:
        if first_rule(machine, state, "can-choose-blocker", (card,)) is None:
            continue
        for source, controller, rule in demands:
            for prey in state.zones[PLAY + 1 - seat]:
                demanded = rule.holds(machine, state, source, controller, (card, prey))
                if demanded and first_rule(machine, state, "cannot-hunt", (card, prey)) is None:
                    tell_say(state, card, [(source, controller, rule)])
                    told = rule.rules
                    if card not in found:
                        found.append(card)
    return found, told


def limited(machine: Mindbug, state: State, attacker: int, prey: list[int], made: int) -> list[Any]:
    """Whom a hunter may choose where some must and some cannot be. rules: mb.force.*"""
    own_turn = state.registers[ACTIVE] == state.where[attacker] - PLAY
    bound = own_turn and (made == 1 or machine.hunts_again)
    allowed, demanded = [], []
    for card in prey:
        ban = first_rule(machine, state, "cannot-hunt", (attacker, card))
        if ban is not None:
            told = told_by(state, ban[0], ban[2].rules)
            state.log.append(("forbidden", told, ban[0], card, ban[2].ability.number))
            continue
        allowed.append(HUNT[card])
        demand = first_rule(machine, state, "must-hunt", (attacker, card))
        if demand is not None:
            tell_say(state, card, [demand])
            demanded.append(HUNT[card])
    return demanded if demanded and bound else [*allowed, DECLINE]
