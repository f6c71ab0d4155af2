"""The only ways to change a game of Mindbug: each guards, changes, and tells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from oracle.kernel.layers import derive
from oracle.kernel.machine import end
from oracle.kernel.state import Rules, State
from oracle.kernel.waiting import remember

from .table import (
    ACTIVE,
    DECK,
    DISCARD,
    EXHAUSTED,
    HAND,
    HAND_SIZE,
    HANDS,
    LIFE,
    LIVES,
    MINDBUGS,
    NONE,
    PLACES,
    PLAY,
    PLAYED,
    TAKEN,
    WORN,
)
from .triggers import trigger

if TYPE_CHECKING:
    from .machine import Mindbug

STARTING_LIFE = 3

Snapshot = tuple[int, int, int]
"""Power, keywords and exhaustion of a creature as it left play."""

REFILL = ("mb.draw.refill", "mb.draw.refill-first")
SHORT = ("mb.draw.empty-deck",)
LOSE = ("mb.life.lose",)
GAIN = ("mb.life.gain",)
GAIN_BEYOND = ("mb.life.gain", "mb.life.no-maximum")
ZERO = ("mb.life.zero",)
BOTH_ZERO = ("mb.life.zero", "mb.life.both-zero")
SPEND = ("mb.mindbug.spend",)
DISCARDED = ("mb.term.discard",)
DISCARDED_SILENTLY = ("mb.term.discard", "mb.trigger.not-on-discard")
CONTROL = ("mb.term.control", "mb.term.control-keeps-state")
CONTROL_NO_PLAY = (*CONTROL, "mb.term.control-no-play")
RETURN = ("mb.term.return",)
PILE = ("mb.attack.defeated-pile",)
TAKEN_PILE = ("mb.attack.defeated-pile", "mb.mindbug.discard")
DIRTIED_BY_LEAVING = [HANDS << place if place < DECK else 0 for place in PLACES]
DIRTIED_BY_ENTERING = [HANDS << place - DECK if DECK <= place < DISCARD else 0 for place in PLACES]
IN_PLAY = [PLAY <= place <= PLAY + 1 for place in PLACES]

ENTER_CONSTANT = ("mb.constant.definition", "mb.constant.in-play")


def move(state: State, card: int, place: int) -> None:
    """Put a card somewhere else."""
    where = state.where
    old = where[card]
    state.zones[old].remove(card)
    state.zones[place].append(card)
    where[card] = place
    state.dirty |= DIRTIED_BY_LEAVING[old] | DIRTIED_BY_ENTERING[place]
    if IN_PLAY[old] or IN_PLAY[place]:
        state.derived = None


def refill(machine: Mindbug, state: State, dirty: int) -> None:
    """At any moment: a hand below five is filled from its deck before anything else happens."""
    for seat in (0, 1):
        missing = HAND_SIZE - len(state.zones[HAND + seat])
        if missing <= 0 or not dirty & HANDS << seat:
            continue
        deck = state.zones[DECK + seat]
        while missing and deck:
            draw(state, seat, REFILL)
            missing -= 1
        if missing:
            state.log.append(("short", SHORT, NONE, seat))


def draw(state: State, seat: int, rules: Rules) -> None:
    """Take the top card of a deck into its hand."""
    card = state.zones[DECK + seat].pop(0)
    state.zones[HAND + seat].append(card)
    state.where[card] = HAND + seat
    state.log.append(("draw", rules, NONE, seat, card))


def lose_life(state: State, seat: int, amount: int, cause: int, rules: Rules = LOSE) -> None:
    """Lower a life total, never below zero."""
    counters = state.counters
    amount = min(amount, counters[LIFE + seat])
    if amount <= 0:
        return
    counters[LIFE + seat] -= amount
    state.dirty |= LIVES
    state.log.append(("lose-life", rules, cause, seat, amount, counters[LIFE + seat]))


def gain_life(state: State, seat: int, amount: int, cause: int, rules: Rules = ()) -> None:
    """Raise a life total; there is no maximum."""
    if amount <= 0:
        return
    counters = state.counters
    counters[LIFE + seat] += amount
    told = GAIN_BEYOND if counters[LIFE + seat] > STARTING_LIFE else GAIN
    state.log.append(("gain-life", told + rules, cause, seat, amount, counters[LIFE + seat]))


def check_lives(machine: Mindbug, state: State, dirty: int) -> None:
    """At any moment: a player without life has lost, and the game is over at once."""
    lost = [seat for seat in (0, 1) if state.counters[LIFE + seat] == 0]
    if not lost:
        return
    if len(lost) == 2:
        active = state.registers[ACTIVE]
        rules: Rules = BOTH_ZERO
        winner = NONE if machine.draw_on_both_zero else 1 - active
    else:
        winner = 1 - lost[0]
        rules = ZERO
    state.log.append(("over", rules, NONE, winner))
    end(state, winner, "life", rules)


def spend_mindbug(state: State, seat: int) -> None:
    """Turn one Mindbug face down for the rest of the game."""
    state.counters[MINDBUGS + seat] -= 1
    state.log.append(("spend", SPEND, NONE, seat, state.counters[MINDBUGS + seat]))


def lay_open(state: State, card: int, seat: int, rules: Rules) -> None:
    """Lay a card from hand face up on the table, for everyone to read."""
    move(state, card, PLAYED)
    state.log.append(("play", rules, NONE, seat, card))


def enter(
    machine: Mindbug,
    state: State,
    card: int,
    seat: int,
    cause: int,
    rules: Rules,
    effect_rules: Rules,
) -> None:
    """Put a card into a play area as a fresh creature; its Play effects trigger."""
    move(state, card, PLAY + seat)
    if state.marks[card] & WORN:
        rules += ("mb.keyword.fresh",)
        state.marks[card] &= ~WORN
    if state.cards[card] in machine.constants:
        rules += ENTER_CONSTANT
    state.log.append(("enter", rules, cause, card, seat))
    if state.cards[card] in machine.triggered["play"]:
        trigger(machine, state, "play", card, seat, effect_rules)


def leave(machine: Mindbug, state: State, card: int) -> Snapshot | None:
    """Before a creature leaves play: what its effects must know of it later, if it has any."""
    effects = machine.triggered_at_all
    if state.cards[card] not in effects:
        return None
    power, keywords = (state.derived or derive(machine, state))[:2]
    snapshot = (power[card], keywords[card], state.marks[card] & EXHAUSTED)
    if state.resolving or state.waiting:
        remember(machine, state, card, snapshot)
    return snapshot


def forget(state: State, card: int) -> None:
    """Forget the state a creature had in play; that it was worn is remembered, only to tell."""
    state.marks[card] = WORN if state.marks[card] & (EXHAUSTED | WORN) else 0


def bury(
    machine: Mindbug,
    state: State,
    cards: Iterable[int],
    cause: int,
    rules: Rules,
) -> None:
    """Put defeated creatures into their controllers' discard piles, all at the same time."""
    leaving = [(card, state.where[card] - PLAY, leave(machine, state, card)) for card in cards]
    defeated_effects = machine.triggered["defeated"]
    for card, seat, _ in leaving:
        move(state, card, DISCARD + seat)
        told = rules + (TAKEN_PILE if state.marks[card] & TAKEN else PILE)
        if state.cards[card] in machine.constants:
            told += ENTER_CONSTANT
        if cause != NONE and state.cards[card] in defeated_effects:
            told += ("mb.trigger.defeated-any-cause",)
        state.log.append(("defeat", told, cause, card, seat))
        forget(state, card)
    for card, seat, snapshot in leaving:
        if state.cards[card] in defeated_effects:
            trigger(machine, state, "defeated", card, seat, (), snapshot)


def exhaust(state: State, card: int, cause: int, rules: Rules) -> None:
    """Turn a creature sideways."""
    state.marks[card] |= EXHAUSTED
    state.derived = None
    state.log.append(("exhaust", rules, cause, card))


def discard(machine: Mindbug, state: State, cards: Iterable[int], seat: int, cause: int) -> None:
    """Put cards from a hand onto its player's own discard pile; nobody is defeated by that."""
    for card in cards:
        move(state, card, DISCARD + seat)
        silent = state.cards[card] in machine.triggered["defeated"]
        told = DISCARDED_SILENTLY if silent else DISCARDED
        state.log.append(("discard", told, cause, seat, card))


def take_into_hand(
    machine: Mindbug, state: State, card: int, seat: int, kind: str, cause: int, rules: Rules
) -> None:
    """Put a card into a hand, which may hold any number."""
    old = state.where[card]
    if PLAY <= old <= PLAY + 1:
        leave(machine, state, card)
    move(state, card, HAND + seat)
    forget(state, card)
    if len(state.zones[HAND + seat]) > HAND_SIZE:
        rules += ("mb.draw.no-maximum",)
    state.log.append((kind, rules, cause, card, old, seat))


def take_control(machine: Mindbug, state: State, card: int, seat: int, cause: int) -> int:
    """Move a creature to another play area as it is; no Play and no Defeated effect triggers.

    Returns how many creatures changed sides: taking one's own changes nothing.
    """
    if state.where[card] == PLAY + seat:
        return 0
    move(state, card, PLAY + seat)
    definition = state.cards[card]
    rules: Rules = CONTROL_NO_PLAY if definition in machine.triggered["play"] else CONTROL
    if definition in machine.triggered["defeated"]:
        rules += ("mb.trigger.not-on-control",)
    state.log.append(("control", rules, cause, card, seat))
    return 1
