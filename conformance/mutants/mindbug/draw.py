"""Misreadings of the refill: when, how far, and from what."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import end
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import atoms, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import (
    ACTIVE,
    BOTH_HANDS,
    DECK,
    DISCARD,
    HAND,
    HAND_SIZE,
    HANDS,
    PLAYED,
)

AS_IF = Topic("mindbug", "draw")


@AS_IF("refill-to-four", "hands refilled to 4 cards", "mb.draw.refill")
def refill_to_four(change: Changes) -> None:
    change.put(atoms, "HAND_SIZE", 4)


@AS_IF("refill-to-six", "hands refilled to 6 cards", "mb.draw.refill")
def refill_to_six(change: Changes) -> None:
    change.put(atoms, "HAND_SIZE", 6)


@AS_IF("never-refill", "hands never refilled", "mb.draw.refill")
def never_refill(change: Changes) -> None:
    def refill_nothing(machine: Mindbug, state: State, dirty: int) -> None:
        return

    change.swap(atoms.refill, refill_nothing)


@AS_IF("one-card", "a refill were a single card", "mb.draw.refill")
def one_card(change: Changes) -> None:
    def draw_one(machine: Mindbug, state: State, dirty: int) -> None:
        for seat in (0, 1):
            is_short = len(state.zones[HAND + seat]) < HAND_SIZE
            if dirty & HANDS << seat and is_short and state.zones[DECK + seat]:
                atoms.draw(state, seat, atoms.REFILL)

    change.swap(atoms.refill, draw_one)


@AS_IF(
    "refill-at-turn-end",
    "hands refilled only at the end of a turn",
    "mb.draw.refill",
    "mb.draw.refill-first",
)
def refill_at_turn_end(change: Changes) -> None:
    refill, begin = atoms.refill, turn.begin

    def refill_later(machine: Mindbug, state: State, dirty: int) -> None:
        return

    def refill_and_begin(machine: Mindbug, state: State, frame: Frame) -> None:
        refill(machine, state, BOTH_HANDS)
        begin(machine, state, frame)

    change.swap(refill, refill_later)
    change.swap(begin, refill_and_begin)


@AS_IF("own-turn-only", "a hand refilled only in its player's own turn", "mb.draw.refill")
def own_turn_only(change: Changes) -> None:
    refill, begin = atoms.refill, turn.begin

    def refill_the_active(machine: Mindbug, state: State, dirty: int) -> None:
        refill(machine, state, dirty & HANDS << state.registers[ACTIVE])

    def begin_and_refill(machine: Mindbug, state: State, frame: Frame) -> None:
        begin(machine, state, frame)
        refill(machine, state, HANDS << state.registers[ACTIVE])

    change.swap(refill, refill_the_active)
    change.swap(begin, begin_and_refill)


@AS_IF(
    "refill-after-mindbug",
    "the player of a card refilled only after the Mindbug decision",
    "mb.draw.refill-first",
)
def refill_after_mindbug(change: Changes) -> None:
    refill = atoms.refill

    def refill_once_played(machine: Mindbug, state: State, dirty: int) -> None:
        if state.zones[PLAYED]:
            state.dirty |= dirty & BOTH_HANDS
        else:
            refill(machine, state, dirty)

    change.swap(refill, refill_once_played)


@AS_IF(
    "refill-after-effects",
    "hands refilled only after the waiting effects were resolved",
    "mb.draw.refill-first",
)
def refill_after_effects(change: Changes) -> None:
    refill = atoms.refill

    def refill_when_calm(machine: Mindbug, state: State, dirty: int) -> None:
        if state.waiting or state.resolving or state.zones[PLAYED]:
            state.dirty |= dirty & BOTH_HANDS
        else:
            refill(machine, state, dirty)

    change.swap(refill, refill_when_calm)


@AS_IF(
    "reshuffle",
    "an empty deck were made anew of the discard pile",
    "mb.draw.empty-deck",
)
def reshuffle(change: Changes) -> None:
    refill = atoms.refill

    def refill_from_the_pile(machine: Mindbug, state: State, dirty: int) -> None:
        for seat in (0, 1):
            short = HAND_SIZE - len(state.zones[HAND + seat]) - len(state.zones[DECK + seat])
            if dirty & HANDS << seat and short > 0:
                for card in sorted(state.zones[DISCARD + seat]):
                    atoms.move(state, card, DECK + seat)
        state.dirty &= ~BOTH_HANDS
        refill(machine, state, dirty)

    change.swap(refill, refill_from_the_pile)


@AS_IF(
    "empty-deck-loses",
    "a player who has to draw from an empty deck lost",
    "mb.draw.empty-deck",
)
def empty_deck_loses(change: Changes) -> None:
    refill = atoms.refill

    def refill_or_lose(machine: Mindbug, state: State, dirty: int) -> None:
        refill(machine, state, dirty)
        for seat in (0, 1):
            if dirty & HANDS << seat and len(state.zones[HAND + seat]) < HAND_SIZE:
                end(state, 1 - seat, "no-card", atoms.SHORT)

    change.swap(refill, refill_or_lose)


@AS_IF("hand-limit", "a hand could hold at most 5 cards", "mb.draw.no-maximum")
def hand_limit(change: Changes) -> None:
    take_into_hand = atoms.take_into_hand

    def take_if_there_is_room(
        machine: Mindbug, state: State, card: int, seat: int, kind: Any, cause: int, rules: Rules
    ) -> None:
        take_into_hand(machine, state, card, seat, kind, cause, rules)
        if len(state.zones[HAND + seat]) > HAND_SIZE:
            atoms.move(state, card, DISCARD + seat)

    change.swap(take_into_hand, take_if_there_is_room)
