"""Cards: they work once, in an order, and go where they belong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.atoms import move
from oracle.dice_games.moments import begin_moment
from oracle.dice_games.table import AREA, BOUGHT, DISCARD, NONE, USED
from oracle.kernel.state import Rules, State

if TYPE_CHECKING:
    from .machine import Duel

ORDER = ("kd.card.waiting",)
MAY = ("kd.card.may",)
ADD_UP = ("kd.card.add-up",)


def forget_uses(state: State, cards: tuple[int, ...]) -> None:
    """By option, what a card did once in this turn it may do again. rule: kd.card.once"""
    frame = state.stack[0]
    frame[USED] = tuple(entry for entry in frame[USED] if entry[0] not in cards)


def happen_to_bought(machine: Duel, state: State, card: int, seat: int) -> None:
    """Let a card just bought do what it does then. rules: kd.card.discard, kd.buy.steps"""
    assert state.where[card] == BOUGHT
    numbers = machine.triggered["bought"].get(state.cards[card], ())
    begin_moment(state, seat, (seat, 0), [(card, number) for number in numbers])


def discard(state: State, card: int, cause: int, rules: Rules) -> None:
    """Put a card into the discard pile."""
    move(state, card, DISCARD)
    state.log.append(("discard", rules, cause, card))


def finish_purchase(machine: Duel, state: State, card: int, seat: int) -> None:
    """A card just bought goes where it belongs, unless it went somewhere itself."""
    if state.where[card] != BOUGHT:
        return
    if state.cards[card] in machine.kept:
        move(state, card, AREA + seat)
        rules = ("kd.card.keep", "kd.card.in-force", "kd.card.owner")
        state.log.append(("lay", rules, NONE, card, seat))
    else:
        discard(state, card, NONE, ("kd.card.discard", "kd.card.discard-pile"))
