"""Where the numbers of monsters and cards come from: dice, rolls, maximum hearts, prices."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from oracle.dice_games.table import NUMBER_OF_DICE, ROW
from oracle.explanation import Part, Value

from .buy import price_of
from .hearts import most_hearts
from .monsters import changes_of
from .table import (
    FEWER_AT_FIRST,
    FIRST,
    MONSTER,
    MOST_EXTRA_DICE,
    ROLLS_EACH_TURN,
)

if TYPE_CHECKING:
    from oracle.dice_games.machine import Change
    from oracle.position import Position

    from .machine import Duel

EVERY = "for every monster"


def seat_values(position: Position, name: str) -> list[Value]:
    """Why a monster rolls so many dice, so often, and how many hearts it can have."""
    machine, state = cast("Duel", position.ruleset.machine), position.state
    seat = machine.layout.seats.index(name)
    if not state.zones[MONSTER + seat]:
        return []
    return [
        _dice(position, machine, seat),
        _rolls(position, machine, seat),
        _maximum(position, machine, seat),
    ]


def card_values(position: Position, handle: str) -> list[Value]:
    """Why a card of the row costs so much; what was printed on another."""
    machine, state = cast("Duel", position.ruleset.machine), position.state
    card = position.handles.index(handle)
    if position.ruleset.cards[position.card(handle)].kind != "power-card":
        return []
    if card in state.zones[ROW]:
        return [price(position, card)]
    printed = machine.cost[state.cards[card]]
    return [_sum("price", printed, [Part(f"{printed} printed", None, ("kd.buy.price",))])]


def price(position: Position, card: int) -> Value:
    """What a card of the row costs, with all that changes it."""
    machine, state = cast("Duel", position.ruleset.machine), position.state
    printed = machine.cost[state.cards[card]]
    parts = [Part(f"{printed} printed", None, ("kd.buy.price",))]
    value, _ = price_of(machine, state, card)
    if value != printed:
        parts.append(Part("-1 on the rightmost place", None, ("kd.buy.rightmost",)))
    return _sum("price", value, parts)


def _dice(position: Position, machine: Duel, seat: int) -> Value:
    """The dice of the next roll of a monster, without those of dice tokens."""
    state = position.state
    parts = [Part(f"{NUMBER_OF_DICE} {EVERY}", None, ("kd.dice.six", "kd.dice.count"))]
    own = NUMBER_OF_DICE
    if state.registers[FIRST] == seat + 1:
        own -= FEWER_AT_FIRST
        parts.append(Part(f"-{FEWER_AT_FIRST} in the first turn", None, ("kd.dice.first-turn",)))
    found = changes_of(machine, state, "modify-dice", seat)
    fewer = -sum(much for *_, much in found if much < 0)
    extra = sum(much for *_, much in found if much > 0)
    parts += [_changed(position, card, much, change) for card, _, change, much in found if much]
    if fewer > own:
        parts.append(Part("at least 0", None, ("kd.dice.count", "kd.dice.none")))
    if extra > MOST_EXTRA_DICE:
        parts.append(Part(f"at most {MOST_EXTRA_DICE} extra", None, ("kd.dice.most",)))
    return _sum("dice", max(0, own - fewer) + min(extra, MOST_EXTRA_DICE), parts)


def _rolls(position: Position, machine: Duel, seat: int) -> Value:
    found = changes_of(machine, position.state, "modify-rerolls", seat)
    parts = [Part(f"{ROLLS_EACH_TURN} {EVERY}", None, ("kd.roll.three",))]
    parts += [_changed(position, card, much, change) for card, _, change, much in found]
    return _sum("rolls", ROLLS_EACH_TURN + sum(much for *_, much in found), parts)


def _maximum(position: Position, machine: Duel, seat: int) -> Value:
    """The most hearts a monster can have; whatever else it would gain is lost."""
    most = most_hearts(machine, position.state, seat)
    board = position.handles[position.state.zones[MONSTER + seat][0]]
    text = f"{most} on the board of {position.name(board)}"
    part = Part(text, board, ("kd.heart.maximum", "kd.monster.hearts"))
    return _sum("maximum hearts", most, [part])


def _changed(position: Position, card: int, much: int, change: Change) -> Part:
    handle = position.handles[card]
    return Part(f"{much:+d} {position.name(handle)}", handle, change.rules)


def _sum(name: str, value: int, parts: list[Part]) -> Value:
    text = ", ".join(part.text for part in parts)
    return Value(name, value, tuple(parts), f"{value} = {text}")
