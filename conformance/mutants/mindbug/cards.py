"""Misreadings of what a creature card says: power, keywords, abilities."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.verbs import each_ability, each_card
from conformance.mutants.topic import Topic
from oracle.kernel.layers import derive
from oracle.kernel.state import State
from oracle.mindbug import combat, selection
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import POWER
from rules_dsl.definitions import Ability, Call, Card

AS_IF = Topic("mindbug", "cards")


@do.verb
def fighting_with(change: Changes, power: Callable[[Mindbug, int], int]) -> None:
    """Let fights compare other powers, by the definition of a card."""

    @change.around(combat.fight)
    def fight_otherwise(fight: Any, machine: Mindbug, state: State) -> None:
        derived = state.derived or derive(machine, state)
        powers = {card: power(machine, state.cards[card]) for card in derived[POWER]}
        state.derived = (powers, *derived[1:])
        fight()
        state.derived = None


AS_IF("the powers of two fighters did not matter: both were defeated", "mb.card.creature").so(
    "power-without-meaning", fighting_with(lambda machine, definition: 1)
)
AS_IF("a creature had only the first of its keywords", "mb.card.keywords").so(
    "one-keyword", each_card(lambda card: evolve(card, keywords=card.keywords[:1]))
)
AS_IF("fights compared the printed powers", "mb.card.power").so(
    "printed-power-in-fights", fighting_with(lambda machine, card: machine.power[card])
)


def layer_of_power(**settings: Any) -> do.Change:
    """Let powers be added up otherwise."""

    def relink(machine: Mindbug) -> None:
        for name, value in settings.items():
            setattr(machine.layers[POWER], name, value)

    return do.relink(relink)


AS_IF("a creature's power could fall to 0", "mb.card.minimum-power").so(
    "power-zero", layer_of_power(lowest=0)
)
AS_IF("a creature's power could be negative", "mb.card.minimum-power").so(
    "power-negative", layer_of_power(lowest=None)
)
AS_IF("power were kept at 1 or more after each modifier, not in sum", "mb.card.minimum-power").so(
    "minimum-each-step", layer_of_power(combine=lambda value, amount: max(1, value + amount))
)


@AS_IF("a creature had only the keywords printed on it", "mb.card.keywords")
@each_ability
def given_keywords_do_nothing(ability: Ability) -> list[Ability]:
    kept = tuple(call for call in ability.body if call.word != "grant-keyword")
    return [evolve(ability, body=kept)] if kept else []


@AS_IF("a creature without keywords had no abilities", "mb.card.ability")
@each_card
def abilities_need_keywords(card: Card) -> Card:
    is_plain = card.kind == "creature" and not card.keywords
    return evolve(card, abilities=()) if is_plain else card


@AS_IF("limits such as 'power 6 or more' looked at the printed power", "mb.card.power")
@do.around(selection.bind_filter)
def printed_power_in_limits(bind_filter: Any, call: Call) -> Any:
    if call.word not in ("power-at-most", "power-at-least"):
        return bind_filter()
    bound = call["n"]
    assert isinstance(bound, int)

    def by_printed_power(machine: Mindbug, state: State, card: int, source: int) -> bool:
        power = machine.power[state.cards[card]]
        return power <= bound if call.word == "power-at-most" else power >= bound

    return by_printed_power
