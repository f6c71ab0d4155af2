"""Misreadings of the refill: when, how far, from what, and how much a hand holds."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.verbs import given, move_all, where
from conformance.mutants.topic import Topic
from oracle.kernel.machine import end
from oracle.kernel.state import State
from oracle.mindbug import atoms, discard, draw, play, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ACTIVE, BOTH_HANDS, DECK, DISCARD, HAND, HAND_SIZE, HANDS, PLAYED

AS_IF = Topic("mindbug", "draw")


AS_IF("hands refilled to 4 cards", "mb.draw.refill").so(
    "refill-to-four", do.put(draw, "HAND_SIZE", 4)
)
AS_IF("hands refilled to 6 cards", "mb.draw.refill").so(
    "refill-to-six", do.put(draw, "HAND_SIZE", 6)
)
AS_IF("hands never refilled", "mb.draw.refill").so("never-refill", do.never(draw.refill))


def is_short(state: State, dirty: int, seat: int) -> bool:
    """Whether a hand that has changed has too few cards."""
    return bool(dirty & HANDS << seat) and len(state.zones[HAND + seat]) < HAND_SIZE


def later(state: State, dirty: int) -> None:
    """Let hands be refilled another time."""
    state.dirty |= dirty & BOTH_HANDS


AS_IF("the player of a card refilled only after the Mindbug decision", "mb.draw.refill-first").so(
    "refill-after-mindbug", where(draw.refill, lambda state: state.zones[PLAYED], later)
)
AS_IF("hands refilled only after the waiting effects were resolved", "mb.draw.refill-first").so(
    "refill-after-effects",
    where(
        draw.refill, lambda state: state.waiting or state.resolving or state.zones[PLAYED], later
    ),
)


@do.verb
def holds(change: Changes, most: int) -> None:
    """Let a hand hold only so many cards."""

    @change.after(draw.take_into_hand)
    def take_or_discard(state: State, card: int, seat: int) -> None:
        if len(state.zones[HAND + seat]) > most:
            atoms.move(state, card, DISCARD + seat)


AS_IF("a hand could hold at most 5 cards", "mb.draw.no-maximum").so("hand-limit", holds(HAND_SIZE))
AS_IF("a hand could hold at most 10 cards", "mb.draw.no-maximum").so("ten-in-hand", holds(10))


def replace(state: State, seat: int, lost: int) -> None:
    """Draw a card for each that a hand has lost."""
    for _ in range(lost):
        if state.zones[DECK + seat]:
            draw.draw(state, seat, draw.REFILL)


AS_IF("each discarded card were replaced, however many are left in hand", "mb.draw.refill").so(
    "every-discard-is-replaced",
    do.after(discard.discard)(lambda state, cards, seat: replace(state, seat, len(cards))),
)
AS_IF("each card that is played were replaced, however many are left in hand", "mb.draw.refill").so(
    "every-play-is-replaced", do.after(play.lay_open)(lambda state, seat: replace(state, seat, 1))
)


@AS_IF("a refill were a single card", "mb.draw.refill")
@do.instead(draw.refill)
def one_card(state: State, dirty: int) -> None:
    for seat in (0, 1):
        if is_short(state, dirty, seat) and state.zones[DECK + seat]:
            draw.draw(state, seat, draw.REFILL)


@AS_IF("hands refilled only at the end of a turn", "mb.draw.refill", "mb.draw.refill-first")
def refill_at_turn_end(change: Changes) -> None:
    refill = draw.refill
    change.never(refill)
    change.before(turn.begin)(lambda machine, state: refill(machine, state, BOTH_HANDS))


@AS_IF("a hand refilled only in its player's own turn", "mb.draw.refill")
def own_turn_only(change: Changes) -> None:
    refill = draw.refill
    given(refill, dirty=lambda state, dirty: dirty & HANDS << state.registers[ACTIVE])(change)

    @change.after(turn.begin)
    def begin_and_refill(machine: Mindbug, state: State) -> None:
        refill(machine, state, HANDS << state.registers[ACTIVE])


@AS_IF("an empty deck were made anew of the discard pile", "mb.draw.empty-deck")
@do.before(draw.refill)
def reshuffle(state: State, dirty: int) -> None:
    for seat in (0, 1):
        short = HAND_SIZE - len(state.zones[HAND + seat]) - len(state.zones[DECK + seat])
        if dirty & HANDS << seat and short > 0:
            move_all(state, state.zones[DISCARD + seat], DECK + seat)
    state.dirty &= ~BOTH_HANDS


@AS_IF("a player who has to draw from an empty deck lost", "mb.draw.empty-deck")
@do.after(draw.refill)
def empty_deck_loses(state: State, dirty: int) -> None:
    for seat in (0, 1):
        if is_short(state, dirty, seat):
            end(state, 1 - seat, "no-card", draw.SHORT)


@AS_IF(
    "of two hands that are short at once only the active player's were refilled", "mb.draw.refill"
)
@do.around(draw.refill)
def one_hand_at_a_time(refill: Any, state: State, dirty: int) -> None:
    both = is_short(state, dirty, 0) and is_short(state, dirty, 1)
    refill(dirty=dirty & (HANDS << state.registers[ACTIVE] if both else BOTH_HANDS))


@AS_IF("a hand were not refilled after a discard", "mb.draw.refill")
@do.around(discard.discard)
def not_after_discards(discard: Any, state: State) -> None:
    before = state.dirty & BOTH_HANDS
    discard()
    state.dirty = state.dirty & ~BOTH_HANDS | before


@AS_IF("a hand were not refilled after cards were stolen", "mb.draw.refill")
@do.around(draw.take_into_hand)
def not_after_thefts(take: Any, state: State, card: int) -> None:
    before, victim = state.dirty, state.where[card] - HAND
    take()
    if victim in (0, 1):
        state.dirty &= ~(HANDS << victim) | before


@AS_IF("each stolen card were replaced, however many are left in hand", "mb.draw.refill")
@do.around(draw.take_into_hand)
def every_theft_is_replaced(take_into_hand: Any, state: State, card: int) -> None:
    victim = state.where[card] - HAND
    take_into_hand()
    if victim in (0, 1):
        replace(state, victim, 1)
