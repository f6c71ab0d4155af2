"""Misreadings of what a creature card says: power, keywords, abilities."""

from __future__ import annotations

from attrs import evolve

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.layers import derive
from oracle.kernel.state import Frame, State
from oracle.mindbug import combat, selection
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import POWER
from rules_dsl.definitions import Call
from rules_dsl.module import Module

AS_IF = Topic("mindbug", "cards")


@AS_IF(
    "power-without-meaning",
    "the powers of two fighters did not matter: both were defeated",
    "mb.card.creature",
)
def power_without_meaning(change: Changes) -> None:
    fight = combat.fight

    def fight_as_equals(machine: Mindbug, state: State, frame: Frame) -> None:
        derived = state.derived or derive(machine, state)
        state.derived = (dict.fromkeys(derived[POWER], 1), *derived[1:])
        fight(machine, state, frame)
        state.derived = None

    change.swap(fight, fight_as_equals)


@AS_IF("one-keyword", "a creature had only the first of its keywords", "mb.card.keywords")
def one_keyword(change: Changes) -> None:
    def keep_one(module: Module) -> Module:
        cards = tuple(evolve(card, keywords=card.keywords[:1]) for card in module.cards)
        return Module(cards, module.keywords)

    change.rewrite(keep_one)


@AS_IF(
    "given-keywords-do-nothing",
    "a creature had only the keywords printed on it",
    "mb.card.keywords",
)
def given_keywords_do_nothing(change: Changes) -> None:
    def keep_printed(module: Module) -> Module:
        cards = []
        for card in module.cards:
            abilities = []
            for ability in card.abilities:
                kept = tuple(call for call in ability.body if call.word != "grant-keyword")
                if kept:
                    abilities.append(evolve(ability, body=kept))
            cards.append(evolve(card, abilities=tuple(abilities)))
        return Module(tuple(cards), module.keywords)

    change.rewrite(keep_printed)


@AS_IF(
    "abilities-need-keywords",
    "a creature without keywords had no abilities",
    "mb.card.ability",
)
def abilities_need_keywords(change: Changes) -> None:
    def keep_some(module: Module) -> Module:
        cards = tuple(
            evolve(card, abilities=()) if card.kind == "creature" and not card.keywords else card
            for card in module.cards
        )
        return Module(cards, module.keywords)

    change.rewrite(keep_some)


@AS_IF("printed-power-in-fights", "fights compared the printed powers", "mb.card.power")
def printed_power_in_fights(change: Changes) -> None:
    fight = combat.fight

    def fight_as_printed(machine: Mindbug, state: State, frame: Frame) -> None:
        derived = state.derived or derive(machine, state)
        printed = {card: machine.power[state.cards[card]] for card in derived[POWER]}
        state.derived = (printed, *derived[1:])
        fight(machine, state, frame)
        state.derived = None

    change.swap(fight, fight_as_printed)


@AS_IF(
    "printed-power-in-limits",
    "limits such as 'power 6 or more' looked at the printed power",
    "mb.card.power",
)
def printed_power_in_limits(change: Changes) -> None:
    bind_filter = selection.bind_filter

    def bind_printed(linker: Linker, call: Call) -> selection.Filter:
        if call.word not in ("power-at-most", "power-at-least"):
            return bind_filter(linker, call)
        bound = call["n"]
        assert isinstance(bound, int)
        at_most = call.word == "power-at-most"

        def by_printed_power(machine: Mindbug, state: State, card: int, source: int) -> bool:
            power = machine.power[state.cards[card]]
            return power <= bound if at_most else power >= bound

        return by_printed_power

    change.swap(bind_filter, bind_printed)


@AS_IF("power-zero", "a creature's power could fall to 0", "mb.card.minimum-power")
def power_zero(change: Changes) -> None:
    def lower(machine: Mindbug) -> None:
        machine.layers[POWER].lowest = 0

    change.relink(lower)


@AS_IF("power-negative", "a creature's power could be negative", "mb.card.minimum-power")
def power_negative(change: Changes) -> None:
    def unbound(machine: Mindbug) -> None:
        machine.layers[POWER].lowest = None

    change.relink(unbound)


@AS_IF(
    "minimum-each-step",
    "power were kept at 1 or more after each modifier, not in sum",
    "mb.card.minimum-power",
)
def minimum_each_step(change: Changes) -> None:
    def clamp(machine: Mindbug) -> None:
        machine.layers[POWER].combine = lambda value, amount: max(1, value + amount)

    change.relink(clamp)
