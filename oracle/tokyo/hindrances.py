"""Why a card cannot be used now: another moment, used already, a price, a condition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from oracle.card_text import ability_of, ability_text, condition_text
from oracle.king.moments import HEADS

from .damage import pending_loss
from .linker import POSSIBLE, Linker, Peeled
from .moments import TAKEN_NOW, WINDOWS, waits_for_turn, was_used
from .monsters import counters_on, maximum_of, texts

if TYPE_CHECKING:
    from oracle.explanation import Told
    from oracle.kernel.state import State
    from oracle.position import Position
    from rules_dsl.definitions import Call

    from .machine import Linked, Tokyo

AT = {
    "roll-phase": ("during-roll",),
    "buy-phase": ("any-time",),
    "defence": ("would-lose", "any-time", "would-be-wounded"),
    "reveal": ("revealing",),
}
"""The moments for which a procedure that waits asks what is used."""

CONSUMABLE = ("kt.consumable.keyword", "kt.consumable.idle")


def not_usable(position: Position, seat: int, card: int) -> Iterator[Told]:
    """Why nothing of a card before a monster can be used now."""
    machine, state = cast("Tokyo", position.ruleset.machine), position.state
    now = _moments(machine, state)
    timely = [
        linked
        for linked in _used_by_choice(machine, state, seat, card)
        if now is None or linked.head in now
    ]
    if not timely:
        yield from at_other_moments(position, seat, card)
    for linked in timely:
        yield from _hindered(position, machine, seat, card, linked)


def at_other_moments(position: Position, seat: int, card: int) -> Iterator[Told]:
    """When a card can be used, since that is not now."""
    machine, state = cast("Tokyo", position.ruleset.machine), position.state
    name = position.name(position.handles[card])
    usable = _used_by_choice(machine, state, seat, card)
    consumable = machine.definitions[state.cards[card]].choice("type") == "consumable"
    if not usable:
        yield f"Nothing of {name} is used by choice.", ("kt.card.may", "kt.card.keep")
    for linked in usable:
        when = ability_text(position.ruleset, linked).partition(":")[0]
        rules = (*linked.rules, *(CONSUMABLE if consumable else ()))
        yield f'{name} works "{when}", and that is not asked now.', rules


def _used_by_choice(machine: Tokyo, state: State, seat: int, card: int) -> list[Linked]:
    """The abilities of a card whose owner is asked about them."""
    having = [
        machine.definitions[definition].id
        for each, definition in texts(machine, state, seat)
        if each == card
    ]
    return [
        linked
        for linked in machine.abilities
        if linked.definition in having and linked.head in WINDOWS
    ]


def _moments(machine: Tokyo, state: State) -> tuple[str, ...] | None:
    """The moments that are now, if that is known."""
    frame = state.stack[-1]
    name = machine.code_names[frame[0]]
    if name == "window":
        return tuple(machine.heads[number] for number in frame[HEADS])
    return AT.get(name)


def _hindered(
    position: Position, machine: Tokyo, seat: int, card: int, linked: Linked
) -> Iterator[Told]:
    """What keeps an ability from working although its moment is now."""
    state, name = position.state, position.name(position.handles[card])
    if linked.uses and machine.new_ones_wait and card in state.stack[0][TAKEN_NOW]:
        yield f"{name} was taken in this turn without buying it.", ("kt.consumable.at-once",)
        return
    if machine.plays_in_own_turn and waits_for_turn(machine, state, (card, linked.number), seat):
        yield f"{name} is played only in the turn of its owner.", ("kt.evolution.any-moment",)
        return
    if linked.once and was_used(state, card, linked.number):
        yield f"{name} was used in this turn already.", ("kt.card.once", *linked.rules)
        return
    linker = Linker(machine, {}, position.ruleset.keywords)
    linker.head, linker.ability = linked.head, linked
    context = (seat, pending_loss(state, seat))
    peeled = Peeled(ability_of(position.ruleset, linked).body)
    for condition in peeled.conditions:
        if not linker.condition(condition)(machine, state, card, seat, context):
            asked = condition_text(position.ruleset, condition)
            yield f'{name} asks for "{asked}", and that is not so.', linked.rules
            return
    for call in peeled.body:
        bind = POSSIBLE.get(call.word)
        if bind is not None and not bind(linker, call)(machine, state, card, seat, context):
            yield _lacking(position, machine, seat, card, call, linked)
            return
    if machine.code_names[state.stack[-1][0]] == "defence":
        text = f"{name} has been applied to this loss already."
        yield text, ("kt.damage.defend", *linked.rules)
    elif linked.before_stop:
        text = f"{name} gives rerolls, and the rolling is over."
        yield text, ("kt.roll.paid-reroll", "kt.roll.steps", *linked.rules)
    else:
        yield f"{name} cannot be used at this point.", linked.rules


def _lacking(
    position: Position, machine: Tokyo, seat: int, card: int, call: Call, linked: Linked
) -> Told:
    """What is not there that an effect needs."""
    state = position.state
    name, who = position.name(position.handles[card]), machine.layout.seats[seat]
    if call.word == "pay":
        energy = state.counters[machine.energy + seat]
        text = f"{name} asks for {call['amount']} energy, and {who} has {energy}."
        return text, ("kt.energy.pay", *linked.rules)
    if call.word == "take-off":
        text = f"{name} asks for {call['amount']} from it, and {counters_on(state, card)} is on it."
        return text, ("kt.counter.spend", *linked.rules)
    if call.word == "gain-hearts":
        most, rules = maximum_of(machine, state, seat)
        text = f"{who} has {state.counters[seat]} hearts, and {most} at most."
        return text, ("kt.heart.bought", "kt.heart.maximum", *rules)
    if call.word == "yield":
        return f"{who} is not in Tokyo.", ("kt.yield.may", *linked.rules)
    if call.word in ("reroll", "change"):
        return f"There is no die that {name} means.", linked.rules
    if call.word == "until-end-of-turn":
        return f"What {name} does holds for this turn already.", linked.rules
    if call.word == "buy":
        return f"{who} can pay for none of the cards that {name} means.", ("kt.buy.price",)
    return f"There is nothing that {name} could be used on.", linked.rules
