"""Where the numbers of monsters and cards come from: dice, rerolls, maximum hearts, prices."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from oracle.explanation import Part, Value

from .buy import ITSELF, price_changes, price_of
from .dice import dice_of
from .monsters import changes_of, counters_on, maximum_of
from .roll import rerolls_of
from .table import AREA, NUMBER_OF_DICE, REROLLS_EACH_TURN, STARTING_HEARTS
from .turn import FEWER
from .turn import SEAT as TURN_SEAT

if TYPE_CHECKING:
    from oracle.position import Position

    from .machine import Tokyo

EVERY = "for every monster"


def seat_values(position: Position, name: str) -> list[Value]:
    """Why a monster rolls so many dice, so often, and how many hearts it can have."""
    machine, state = cast("Tokyo", position.ruleset.machine), position.state
    seat = machine.layout.seats.index(name)
    if not state.counters[seat]:
        return []
    return [
        _dice(position, machine, seat),
        _rerolls(position, machine, seat),
        _maximum(position, machine, seat),
    ]


def card_values(position: Position, handle: str) -> list[Value]:
    """Why a card costs the monster that decides, or whose turn it is, so much; its own, what."""
    machine, state = cast("Tokyo", position.ruleset.machine), position.state
    decision = position.decision
    buyer = machine.active(state)
    if decision is not None and not decision.is_chance:
        buyer = machine.layout.seats.index(decision.seat)
    card = position.handles.index(handle)
    values = []
    if state.where[card] == AREA + buyer:
        printed = Part(f"{machine.cost[state.cards[card]]} printed", None, ("kt.buy.price",))
        values.append(_sum("cost", machine.cost[state.cards[card]], [printed]))
    elif state.cards[card] not in machine.monster_of:  # evolution cards have no price
        values.append(price(position, card, buyer))
    on_it = counters_on(state, card)
    if on_it:
        part = Part(f"{on_it} on it", None, ("kt.counter.start", "kt.counter.spend"))
        values.append(Value("counters", on_it, (part,), f"{on_it}"))
    return values


def price(position: Position, card: int, buyer: int) -> Value:
    """What a card costs a monster, with all that changes it."""
    machine, state = cast("Tokyo", position.ruleset.machine), position.state
    printed = machine.cost[state.cards[card]]
    parts = [Part(f"{printed} printed", None, ("kt.buy.price",))]
    amount = printed
    for source, change, much in price_changes(machine, state, card, buyer):
        amount += much
        if change.subject != ITSELF:
            parts.append(_changed(position, source, much, change.rules))
        elif much:
            parts.append(Part(f"{much:+d} by its own text", None, change.rules))
    value, _ = price_of(machine, state, card, buyer)
    if amount < 0:
        parts.append(Part("at least 0", None, ("kt.buy.cheaper",)))
    return _sum(f"price for {machine.layout.seats[buyer]}", value, parts)


def _dice(position: Position, machine: Tokyo, seat: int) -> Value:
    state = position.state
    parts = [Part(f"{NUMBER_OF_DICE} {EVERY}", None, ("kt.roll.first", "kt.dice.count"))]
    parts += _changes(position, machine, "modify-dice", seat)
    shrink = state.counters[machine.shrink + seat]
    if shrink:
        tokens = "1 shrink token" if shrink == 1 else f"{shrink} shrink tokens"
        parts.append(Part(f"-{shrink} by {tokens}", None, ("kt.token.shrink", "kt.token.stay")))
    turns = state.stack[0] if state.stack else None
    fewer = 0
    if turns is not None and machine.code_names[turns[0]] == "turns" and turns[TURN_SEAT] == seat:
        fewer = turns[FEWER]
    if fewer:
        parts.append(Part(f"-{fewer} in this further turn", None, ("kt.turn.extra-condition",)))
    value, _ = dice_of(machine, state, seat, fewer)
    if not value:
        parts.append(Part("at least 0", None, ("kt.dice.count", "kt.roll.none")))
    return _sum("dice", value, parts)


def _rerolls(position: Position, machine: Tokyo, seat: int) -> Value:
    value, _ = rerolls_of(machine, position.state, seat)
    parts = [Part(f"{REROLLS_EACH_TURN} {EVERY}", None, ("kt.roll.rerolls",))]
    return _sum("rerolls", value, parts + _changes(position, machine, "modify-rerolls", seat))


def _maximum(position: Position, machine: Tokyo, seat: int) -> Value:
    """The most hearts a monster can have; whatever else it would gain is lost."""
    value, _ = maximum_of(machine, position.state, seat)
    parts = [Part(f"{STARTING_HEARTS} {EVERY}", None, ("kt.heart.maximum",))]
    raised = changes_of(machine, position.state, "modify-maximum", seat)
    parts += _changes(position, machine, "modify-maximum", seat)
    if STARTING_HEARTS + sum(much for _, _, much in raised) > value:
        parts.append(Part(f"at most {value}", None, ("kt.heart.highest-maximum",)))
    return _sum("maximum hearts", value, parts)


def _changes(position: Position, machine: Tokyo, word: str, seat: int) -> list[Part]:
    return [
        _changed(position, source, much, change.rules)
        for source, change, much in changes_of(machine, position.state, word, seat)
    ]


def _changed(position: Position, source: int, much: int, rules: tuple[str, ...]) -> Part:
    handle = position.handles[source]
    return Part(f"{much:+d} {position.name(handle)}", handle, rules)


def _sum(name: str, value: int, parts: list[Part]) -> Value:
    text = ", ".join(part.text for part in parts)
    return Value(name, value, tuple(parts), f"{value} = {text}")
