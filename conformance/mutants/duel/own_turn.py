"""Misreadings that show only in a monster's own turn, or only at the start of it."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.dice import AS_IF as DICE_TOPIC
from conformance.mutants.duel.hearts import AS_IF as HEARTS_TOPIC
from conformance.mutants.duel.hits import AS_IF as HITS_TOPIC
from oracle.dice_games.table import ACTIVE, YOU
from oracle.duel import dice, turn
from oracle.duel.binding import EFFECTS
from oracle.duel.machine import Duel
from oracle.duel.moments import at, happen, note_used
from oracle.kernel.state import Frame, State


@do.verb
def staying(change: Changes, *, adds: bool) -> None:
    """Let a monster that stays at one heart in its own turn notice a gain."""

    @change.around(EFFECTS, "set-hearts")
    def bind_noticed(bind: Any) -> Any:
        def notice(machine: Duel, state: State, frame: Frame) -> None:
            seat = frame[YOU]
            if state.registers[ACTIVE] != seat:
                return
            if adds:
                happen(machine, state, "gaining-hearts", seat, (seat, 1))
                return
            for card, number in at(machine, state, "gaining-hearts", seat):
                note_used(state, card, number)

        return [*bind(), notice]


HITS_TOPIC("the heart that is left were gained, in its owner's own turn", "kd.hit.stay").so(
    "staying-is-gaining-in-own-turn", staying(adds=True)
)
HEARTS_TOPIC(
    "the heart that is left used up the one that a gain adds once a turn",
    "kd.heart.extra",
    "kd.hit.stay",
).so("staying-uses-up-the-extra", staying(adds=False))


@DICE_TOPIC(
    "keep cards were discarded before the effects for the start of the turn",
    "kd.dice.fewer-per-card",
    "kd.turn.start",
)
def discards_before_the_start(change: Changes) -> None:
    offer, take = dice.offer_discards, dice.take_discards

    def offer_then(machine: Duel, state: State, frame: Frame) -> None:
        offer(machine, state, frame)

    def take_then(machine: Duel, state: State, frame: Frame) -> None:
        take(machine, state, frame)

    first = change.procedure("discards-first", offer_then, take_then, remembers=2)

    @change.after(turn.start_effects)
    def start_with_discards(state: State, frame: Frame) -> None:
        state.stack.append([first, 0, frame[turn.SEAT], 0])

    @change.instead(offer)
    def offer_nothing(state: State) -> None:
        state.answer = ()
