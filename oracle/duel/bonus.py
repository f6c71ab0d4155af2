"""Bonuses: what a cell of a noise token does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.moments import effect_frame
from oracle.kernel.state import State

from .moments import start
from .table import rival

if TYPE_CHECKING:
    from .machine import Duel, Token


def ability_of(machine: Duel, state: State, token: int, cell: int) -> int | None:
    """What a cell of a token does, if it does anything."""
    return kind_of(machine, state, token).cells[cell]


def kind_of(machine: Duel, state: State, token: int) -> Token:
    """The kind of a noise token."""
    return machine.tokens[state.cards[token]]


def stops_here(machine: Duel, state: State, under: tuple[int, int], seat: int) -> bool:
    """Whether a cell of a token would stop a monster's pull."""
    number = ability_of(machine, state, *under)
    if number is None or not machine.abilities[number].stops:
        return False
    return machine.abilities[number].possible(machine, state, under[0], seat, (seat, 0))


def give_bonus(machine: Duel, state: State, token: int, cell: int, seat: int) -> None:
    """A monster that pulled gets the bonus of a cell. rules: kd.bonus.enter, kd.king.stop"""
    number = ability_of(machine, state, token, cell)
    if number is None:
        return
    linked = machine.abilities[number]
    works = linked.possible(machine, state, token, seat, (seat, 0))
    if works and linked.stops:
        # The text speaks to the puller, but it works for the rival.
        state.log.append(("trigger", linked.rules, token, token, number, rival(seat)))
        state.stack.append(effect_frame(linked, token, seat, (seat, 0)))
    elif works:
        start(machine, state, (token, number), seat, (seat, 0))
    elif linked.stops:
        state.log.append(("goes-on", ("kd.king.own",), token, seat, token))
