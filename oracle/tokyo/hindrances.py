"""Why a card of King of Tokyo cannot be used now."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from oracle.dice_games.hindrances import Hindrances

from .damage import pending_loss
from .linker import Linker
from .moments import TAKEN_NOW, waits_for_turn
from .monsters import counters_on, in_tokyo, maximum_of

if TYPE_CHECKING:
    from oracle.dice_games.machine import Context
    from oracle.explanation import Told
    from oracle.kernel.state import Rules
    from oracle.position import Position
    from rules_dsl.definitions import Call

    from .machine import Linked, Tokyo

CONSUMABLE = ("kt.consumable.keyword", "kt.consumable.idle")


class _Hindrances(Hindrances):
    at = {  # noqa: RUF012  (a constant of the class)
        "roll-phase": ("during-roll",),
        "buy-phase": ("any-time",),
        "at-any-time": ("any-time",),
        "defence": ("would-lose", "any-time", "would-be-wounded"),
        "reveal": ("revealing",),
    }
    optional = ("kt.card.may", "kt.card.keep")
    once = ("kt.card.once",)
    pay = ("kt.energy.pay",)

    def linker(self, position: Position) -> Linker:
        return Linker(_machine(position), {}, position.ruleset.keywords)

    def context(self, position: Position, seat: int) -> Context:
        return (seat, pending_loss(position.state, seat))

    def held_back(self, position: Position, seat: int, card: int, linked: Linked) -> Told | None:
        machine, state = _machine(position), position.state
        name = position.name(position.handles[card])
        if linked.uses and machine.new_ones_wait and card in state.stack[0][TAKEN_NOW]:
            return f"{name} was taken in this turn without buying it.", ("kt.consumable.at-once",)
        own_turn = machine.plays_in_own_turn
        if own_turn and waits_for_turn(machine, state, (card, linked.number), seat):
            return f"{name} is played only in the turn of its owner.", ("kt.evolution.any-moment",)
        return None

    def of_moment(self, position: Position, card: int, linked: Linked) -> Rules:
        definition = _machine(position).definitions[position.state.cards[card]]
        return CONSUMABLE if definition.choice("type") == "consumable" else ()

    def too_late(self, position: Position, name: str, linked: Linked) -> Told | None:
        if _machine(position).code_names[position.state.stack[-1][0]] == "defence":
            text = f"{name} has been applied to this loss already."
            return text, ("kt.damage.defend", *linked.rules)
        if linked.guards:
            text = f"{name} waits until hearts are about to be lost: no open card can prevent it."
            return text, ("kt.card.any-time-asked", *linked.rules)
        if linked.before_stop:
            text = f"{name} gives rerolls, and the rolling is over."
            return text, ("kt.roll.paid-reroll", "kt.roll.steps", *linked.rules)
        return None

    def lacking(
        self, position: Position, seat: int, card: int, call: Call, linked: Linked
    ) -> Told | None:
        machine, state = _machine(position), position.state
        name, who = position.name(position.handles[card]), machine.layout.seats[seat]
        if call.word == "take-off":
            left = counters_on(state, card)
            text = f"{name} asks for {call['amount']} from it, and {left} is on it."
            return text, ("kt.counter.spend", *linked.rules)
        if call.word == "gain-hearts":
            most, rules = maximum_of(machine, state, seat)
            text = f"{who} has {state.counters[seat]} hearts, and {most} at most."
            return text, ("kt.heart.bought", "kt.heart.maximum", *rules)
        if call.word == "yield":
            if in_tokyo(machine, state, seat):
                return f"The attacker of {who} is in Tokyo too.", ("kt.yield.inside", *linked.rules)
            return f"{who} is not in Tokyo.", ("kt.yield.may", *linked.rules)
        if call.word in ("reroll", "change"):
            return f"There is no die that {name} means.", linked.rules
        if call.word == "until-end-of-turn":
            return f"What {name} does holds for this turn already.", linked.rules
        if call.word == "buy":
            return f"{who} can pay for none of the cards that {name} means.", ("kt.buy.price",)
        return super().lacking(position, seat, card, call, linked)


def _machine(position: Position) -> Tokyo:
    return cast("Tokyo", position.ruleset.machine)


_HINDRANCES = _Hindrances()
not_usable, at_other_moments = _HINDRANCES.not_usable, _HINDRANCES.at_other_moments
