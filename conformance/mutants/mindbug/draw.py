"""Misreadings of the refill: when, how far, and from what."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import end
from oracle.kernel.state import State
from oracle.mindbug import atoms, draw, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ACTIVE, BOTH_HANDS, DECK, DISCARD, HAND, HAND_SIZE, HANDS, PLAYED

AS_IF = Topic("mindbug", "draw")


AS_IF("hands refilled to 4 cards", "mb.draw.refill").so(
    "refill-to-four", do.put(draw, "HAND_SIZE", 4)
)
AS_IF("hands refilled to 6 cards", "mb.draw.refill").so(
    "refill-to-six", do.put(draw, "HAND_SIZE", 6)
)


@AS_IF("hands never refilled", "mb.draw.refill")
@do.instead(draw.refill)
def never_refill() -> None:
    return


@AS_IF("a refill were a single card", "mb.draw.refill")
@do.instead(draw.refill)
def one_card(state: State, dirty: int) -> None:
    for seat in (0, 1):
        is_short = len(state.zones[HAND + seat]) < HAND_SIZE
        if dirty & HANDS << seat and is_short and state.zones[DECK + seat]:
            draw.draw(state, seat, draw.REFILL)


@AS_IF("hands refilled only at the end of a turn", "mb.draw.refill", "mb.draw.refill-first")
def refill_at_turn_end(change: Changes) -> None:
    refill = draw.refill

    @change.instead(refill)
    def refill_later() -> None:
        return

    @change.before(turn.begin)
    def refill_and_begin(machine: Mindbug, state: State) -> None:
        refill(machine, state, BOTH_HANDS)


@AS_IF("a hand refilled only in its player's own turn", "mb.draw.refill")
def own_turn_only(change: Changes) -> None:
    refill = draw.refill

    @change.instead(refill)
    def refill_the_active(machine: Mindbug, state: State, dirty: int) -> None:
        refill(machine, state, dirty & HANDS << state.registers[ACTIVE])

    @change.after(turn.begin)
    def begin_and_refill(machine: Mindbug, state: State) -> None:
        refill(machine, state, HANDS << state.registers[ACTIVE])


@AS_IF("the player of a card refilled only after the Mindbug decision", "mb.draw.refill-first")
@do.around(draw.refill)
def refill_after_mindbug(refill: Any, state: State, dirty: int) -> None:
    if state.zones[PLAYED]:
        state.dirty |= dirty & BOTH_HANDS
    else:
        refill()


@AS_IF("hands refilled only after the waiting effects were resolved", "mb.draw.refill-first")
@do.around(draw.refill)
def refill_after_effects(refill: Any, state: State, dirty: int) -> None:
    if state.waiting or state.resolving or state.zones[PLAYED]:
        state.dirty |= dirty & BOTH_HANDS
    else:
        refill()


@AS_IF("an empty deck were made anew of the discard pile", "mb.draw.empty-deck")
@do.before(draw.refill)
def reshuffle(state: State, dirty: int) -> None:
    for seat in (0, 1):
        short = HAND_SIZE - len(state.zones[HAND + seat]) - len(state.zones[DECK + seat])
        if dirty & HANDS << seat and short > 0:
            for card in sorted(state.zones[DISCARD + seat]):
                atoms.move(state, card, DECK + seat)
    state.dirty &= ~BOTH_HANDS


@AS_IF("a player who has to draw from an empty deck lost", "mb.draw.empty-deck")
@do.after(draw.refill)
def empty_deck_loses(state: State, dirty: int) -> None:
    for seat in (0, 1):
        if dirty & HANDS << seat and len(state.zones[HAND + seat]) < HAND_SIZE:
            end(state, 1 - seat, "no-card", draw.SHORT)


@AS_IF("a hand could hold at most 5 cards", "mb.draw.no-maximum")
@do.after(draw.take_into_hand)
def hand_limit(state: State, card: int, seat: int) -> None:
    if len(state.zones[HAND + seat]) > HAND_SIZE:
        atoms.move(state, card, DISCARD + seat)
