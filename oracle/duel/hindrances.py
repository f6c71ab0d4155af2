"""Why a card or a special power cannot be used now: another moment, used already, a price."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from oracle.card_text import ability_of, ability_text, condition_text
from oracle.king import moments
from oracle.king.linker import Peeled
from oracle.king.table import REROLLS

from .linker import Linker, mentions
from .moments import WINDOWS, was_used
from .monsters import texts
from .powers import payable
from .table import ENERGY, FACES

if TYPE_CHECKING:
    from oracle.explanation import Told
    from oracle.kernel.state import State
    from oracle.position import Position
    from rules_dsl.definitions import Call

    from .machine import Duel, Linked

AT = {
    "roll-phase": ("during-roll",),
    "resolve-phase": ("using-power", "any-time"),
    "buy-phase": ("any-time",),
    "defence": ("would-be-hit",),
}
"""The moments for which a procedure that waits asks what is used."""


def not_usable(position: Position, seat: int, card: int) -> Iterator[Told]:
    """Why nothing of a card before a monster, or of its board, can be used now."""
    machine, state = cast("Duel", position.ruleset.machine), position.state
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
    machine, state = cast("Duel", position.ruleset.machine), position.state
    name = position.name(position.handles[card])
    usable = _used_by_choice(machine, state, seat, card)
    asked = _asked_about(position, seat, card)
    if not usable and not asked:
        yield f"Nothing of {name} is used by choice.", ("kd.card.may", "kd.card.keep")
    for linked in asked:
        when = ability_text(position.ruleset, linked).partition(":")[0]
        text = f'{name} works "{when}": it is asked about then, to be accepted or declined.'
        yield text, ("kd.card.may", *linked.rules)
    for linked in usable:
        when = ability_text(position.ruleset, linked).partition(":")[0]
        power = ("kd.power.when",) if linked.head == "using-power" else ()
        yield f'{name} works "{when}", and that is not asked now.', (*linked.rules, *power)


def _abilities(machine: Duel, state: State, seat: int, card: int) -> list[Linked]:
    having = [
        machine.definitions[definition].id
        for each, definition in texts(machine, state, seat)
        if each == card
    ]
    return [linked for linked in machine.abilities if linked.definition in having]


def _used_by_choice(machine: Duel, state: State, seat: int, card: int) -> list[Linked]:
    """The abilities of a card that their owner names to use them."""
    return [each for each in _abilities(machine, state, seat, card) if each.head in WINDOWS]


def _asked_about(position: Position, seat: int, card: int) -> list[Linked]:
    """The abilities of a card that come by themselves and ask their owner."""
    machine, state = cast("Duel", position.ruleset.machine), position.state
    return [
        linked
        for linked in _abilities(machine, state, seat, card)
        if linked.head not in WINDOWS
        and mentions(
            ability_of(position.ruleset, linked).body,
            lambda call: call.word in ("may", "may-first"),
        )
    ]


def _moments(machine: Duel, state: State) -> tuple[str, ...] | None:
    """The moments that are now, if that is known."""
    frame = state.stack[-1]
    name = machine.code_names[frame[0]]
    if name == "window":
        return tuple(machine.heads[number] for number in frame[moments.HEADS])
    return AT.get(name)


def _hindered(
    position: Position, machine: Duel, seat: int, card: int, linked: Linked
) -> Iterator[Told]:
    """What keeps an ability from working although its moment is now."""
    state, name = position.state, position.name(position.handles[card])
    if linked.once and was_used(state, card, linked.number):
        yield f"{name} was used in this turn already.", ("kd.card.once", *linked.rules)
        return
    linker = Linker(machine, {})
    linker.head, linker.ability = linked.head, linked
    peeled = Peeled(ability_of(position.ruleset, linked).body)
    context = (seat, 0)
    for condition in peeled.conditions:
        if not linker.condition(condition)(machine, state, card, seat, context):
            asked = condition_text(position.ruleset, condition)
            yield f'{name} asks for "{asked}", and that is not so.', linked.rules
            return
    for call in peeled.body:
        bind = linker.words.possible.get(call.word)
        if bind is not None and not bind(linker, call)(machine, state, card, seat, context):
            yield _lacking(position, machine, seat, card, call, linked)
            return
    if machine.code_names[state.stack[-1][0]] == "defence":
        text = f"{name} has been applied to these hits already."
        yield text, ("kd.hit.defend", *linked.rules)
    elif linked.head == "during-roll" and state.registers[REROLLS]:
        text = f"{name} waits until no roll is left."
        yield text, ("kd.roll.free", *linked.rules)
    else:
        yield f"{name} cannot be used at this point.", linked.rules


def _lacking(
    position: Position, machine: Duel, seat: int, card: int, call: Call, linked: Linked
) -> Told:
    """What is not there that an effect needs."""
    state = position.state
    name, who = position.name(position.handles[card]), machine.layout.seats[seat]
    if call.word == "pay":
        energy = state.counters[ENERGY + seat]
        text = f"{name} asks for {call['amount']} energy, and {who} has {energy}."
        return text, ("kd.energy.kept", *linked.rules)
    if call.word == "spend":
        face = str(call["face"])
        left = payable(machine, state, FACES.index(face))
        text = f"{name} asks for {call['amount']} {face}, and {who} has {left} to spend."
        return text, ("kd.power.symbols", *linked.rules)
    if call.word == "reroll":
        return f"There is no die that {name} means.", linked.rules
    if call.word == "discard":
        return f"There is no card that {name} means.", linked.rules
    return f"There is nothing that {name} could be used on.", linked.rules
