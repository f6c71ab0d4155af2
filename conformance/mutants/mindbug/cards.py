"""Misreadings of what a creature card says: power, keywords, abilities."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.topic import Topic
from oracle.kernel.layers import derive
from oracle.kernel.state import State
from oracle.mindbug import combat, selection
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import POWER
from rules_dsl.definitions import Call
from rules_dsl.module import Module

AS_IF = Topic("mindbug", "cards")


@AS_IF("the powers of two fighters did not matter: both were defeated", "mb.card.creature")
@do.around(combat.fight)
def power_without_meaning(fight: Any, machine: Mindbug, state: State) -> None:
    derived = state.derived or derive(machine, state)
    state.derived = (dict.fromkeys(derived[POWER], 1), *derived[1:])
    fight()
    state.derived = None


@AS_IF("a creature had only the first of its keywords", "mb.card.keywords")
@do.rewrite
def one_keyword(module: Module) -> Module:
    cards = tuple(evolve(card, keywords=card.keywords[:1]) for card in module.cards)
    return Module(cards, module.keywords)


@AS_IF("a creature had only the keywords printed on it", "mb.card.keywords")
@do.rewrite
def given_keywords_do_nothing(module: Module) -> Module:
    cards = []
    for card in module.cards:
        abilities = []
        for ability in card.abilities:
            kept = tuple(call for call in ability.body if call.word != "grant-keyword")
            if kept:
                abilities.append(evolve(ability, body=kept))
        cards.append(evolve(card, abilities=tuple(abilities)))
    return Module(tuple(cards), module.keywords)


@AS_IF("a creature without keywords had no abilities", "mb.card.ability")
@do.rewrite
def abilities_need_keywords(module: Module) -> Module:
    cards = tuple(
        evolve(card, abilities=()) if card.kind == "creature" and not card.keywords else card
        for card in module.cards
    )
    return Module(cards, module.keywords)


@AS_IF("fights compared the printed powers", "mb.card.power")
@do.around(combat.fight)
def printed_power_in_fights(fight: Any, machine: Mindbug, state: State) -> None:
    derived = state.derived or derive(machine, state)
    printed = {card: machine.power[state.cards[card]] for card in derived[POWER]}
    state.derived = (printed, *derived[1:])
    fight()
    state.derived = None


@AS_IF("limits such as 'power 6 or more' looked at the printed power", "mb.card.power")
@do.around(selection.bind_filter)
def printed_power_in_limits(bind_filter: Any, call: Call) -> Any:
    if call.word not in ("power-at-most", "power-at-least"):
        return bind_filter()
    bound = call["n"]
    assert isinstance(bound, int)
    at_most = call.word == "power-at-most"

    def by_printed_power(machine: Mindbug, state: State, card: int, source: int) -> bool:
        power = machine.power[state.cards[card]]
        return power <= bound if at_most else power >= bound

    return by_printed_power


@AS_IF("a creature's power could fall to 0", "mb.card.minimum-power")
@do.relink
def power_zero(machine: Mindbug) -> None:
    machine.layers[POWER].lowest = 0


@AS_IF("a creature's power could be negative", "mb.card.minimum-power")
@do.relink
def power_negative(machine: Mindbug) -> None:
    machine.layers[POWER].lowest = None


@AS_IF("power were kept at 1 or more after each modifier, not in sum", "mb.card.minimum-power")
@do.relink
def minimum_each_step(machine: Mindbug) -> None:
    machine.layers[POWER].combine = lambda value, amount: max(1, value + amount)
