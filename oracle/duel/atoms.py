"""The only ways to change a game of Duel: each changes one thing and tells of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.state import Rules, State
from oracle.king.atoms import move as move
from oracle.king.table import DECK, DISCARD, NONE, ROW

from .paths import PLACE_NAMES, TRACKS, cell_name
from .table import BOARD, ENERGY, HEARTS, MARKERS, MONSTER, MOST_TOKENS, PLACE_SHIFT, TOKENS

if TYPE_CHECKING:
    from .machine import Duel

MAXIMUM = ("kd.heart.maximum",)


# --- hearts, energy, dice tokens -----------------------------------------------------------------


def most_hearts(machine: Duel, state: State, seat: int) -> int:
    """What the board of a monster shows. rule: kd.heart.maximum"""
    return machine.hearts_of[state.cards[state.zones[MONSTER + seat][0]]]


def gain_hearts(
    machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> int:
    """Give hearts up to the maximum; returns how many."""
    if amount <= 0:
        return 0
    room = most_hearts(machine, state, seat) - state.counters[HEARTS + seat]
    if amount > room:
        amount = room
        rules += MAXIMUM
    if amount <= 0:
        state.log.append(("full", rules, cause, seat))
        return 0
    state.counters[HEARTS + seat] += amount
    left = state.counters[HEARTS + seat]
    state.log.append(("gain-hearts", rules, cause, seat, amount, left))
    return amount


def lose_hearts(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
    """Take hearts, never below 0; returns how many. rule: kd.hit.heart"""
    amount = min(amount, state.counters[HEARTS + seat])
    if amount > 0:
        state.counters[HEARTS + seat] -= amount
        left = state.counters[HEARTS + seat]
        if not left:
            rules += ("kd.heart.zero",)
        state.log.append(("lose-hearts", rules, cause, seat, amount, left))
    return amount


def set_hearts(state: State, seat: int, hearts: int, cause: int, rules: Rules) -> None:
    """A monster has so many hearts now."""
    state.counters[HEARTS + seat] = hearts
    state.log.append(("set-hearts", rules, cause, seat, hearts))


def gain_energy(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
    """Give energy, as much as it is. rule: kd.energy.unlimited"""
    if amount > 0:
        state.counters[ENERGY + seat] += amount
        left = state.counters[ENERGY + seat]
        state.log.append(("gain-energy", rules, cause, seat, amount, left))
    return amount


def pay(state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
    """Give energy to the supply for something."""
    state.counters[ENERGY + seat] -= amount
    state.log.append(("pay", rules, cause, seat, amount, state.counters[ENERGY + seat]))


def get_tokens(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
    """Give dice tokens, as far as they may be held. rule: kd.dice.token-limit"""
    room = MOST_TOKENS - state.counters[TOKENS + seat]
    if amount > room:
        rules += ("kd.dice.token-limit",)
    given = min(amount, room)
    if given > 0:
        state.counters[TOKENS + seat] += given
        state.log.append(("token", rules, cause, seat, given, state.counters[TOKENS + seat]))
    elif amount > 0:
        state.log.append(("no-token", rules, cause, seat))
    return given


def spend_tokens(state: State, seat: int, amount: int, rules: Rules) -> None:
    """Give dice tokens back for extra dice."""
    state.counters[TOKENS + seat] -= amount
    left = state.counters[TOKENS + seat]
    state.log.append(("spend-tokens", rules, NONE, seat, amount, left))


# --- tracks and tokens ---------------------------------------------------------------------------


def set_marker(
    state: State, track: int, at: int, left: int, seat: int, cause: int, rules: Rules
) -> None:
    """A marker stands on another cell; `left` steps are still to come."""
    state.registers[MARKERS + track] = at
    cell = cell_name(at)
    state.log.append(("step", rules, cause, seat, TRACKS[track], cell, at, left))


def place_token(state: State, token: int, place: int, seat: int, rules: Rules) -> None:
    """A noise token lies on a track."""
    kind = "move-token" if state.where[token] == BOARD else "place-token"
    if state.where[token] != BOARD:
        move(state, token, BOARD)
    state.marks[token] = place << PLACE_SHIFT
    state.derived = None
    state.log.append((kind, rules, NONE, seat, token, PLACE_NAMES[place]))


# --- cards ---------------------------------------------------------------------------------------


def discard(state: State, card: int, cause: int, rules: Rules) -> None:
    """Put a card into the discard pile."""
    move(state, card, DISCARD)
    state.log.append(("discard", rules, cause, card))


def lay_in_row(state: State, card: int, rules: Rules) -> None:
    """Lay a card on the place next to the deck, which is the left end. rule: kd.buy.refill"""
    move(state, card, ROW)
    row = state.zones[ROW]
    row.insert(0, row.pop())
    state.log.append(("turn-up", rules, NONE, card))


def reshuffle(state: State) -> None:
    """The discard pile is the new deck. rule: kd.buy.reshuffle"""
    pile = sorted(state.zones[DISCARD])
    for card in pile:
        move(state, card, DECK)
    state.log.append(("reshuffle", ("kd.buy.reshuffle",), NONE, len(pile)))


def start_with_hearts(state: State, seat: int, hearts: int) -> None:
    """A monster has the hearts that its board gives it, or that a position says."""
    state.counters[HEARTS + seat] = hearts
