"""Misreadings that show only in a monster's own turn, or only at the start of it."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.duel.dice import AS_IF as DICE_TOPIC
from conformance.mutants.duel.hearts import AS_IF as HEARTS_TOPIC
from conformance.mutants.duel.hits import AS_IF as HITS_TOPIC
from oracle.duel import roll, turn
from oracle.duel.binding import EFFECTS
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.moments import at, happen, note_used
from oracle.kernel.state import Frame, State
from oracle.king.table import ACTIVE, YOU
from rules_dsl.definitions import Call


def staying(change: Changes, *, adds: bool) -> None:
    """Let a monster that stays at one heart in its own turn notice a gain."""
    bind = EFFECTS["set-hearts"]

    def bind_noticed(link: Linker, call: Call) -> list[Any]:
        def notice(machine: Duel, state: State, frame: Frame) -> None:
            seat = frame[YOU]
            if state.registers[ACTIVE] != seat:
                return
            if adds:
                happen(machine, state, "gaining-hearts", seat, (seat, 1))
                return
            for card, number in at(machine, state, "gaining-hearts", seat):
                note_used(state, card, number)

        return [*bind(link, call), notice]

    change.put(EFFECTS, "set-hearts", bind_noticed)


@HITS_TOPIC(
    "staying-is-gaining-in-own-turn",
    "the heart that is left were gained, in its owner's own turn",
    "kd.hit.stay",
)
def staying_is_gaining_in_own_turn(change: Changes) -> None:
    staying(change, adds=True)


@HEARTS_TOPIC(
    "staying-uses-up-the-extra",
    "the heart that is left used up the one that a gain adds once a turn",
    "kd.heart.extra",
    "kd.hit.stay",
)
def staying_uses_up_the_extra(change: Changes) -> None:
    staying(change, adds=False)


@DICE_TOPIC(
    "discards-before-the-start",
    "keep cards were discarded before the effects for the start of the turn",
    "kd.dice.fewer-per-card",
    "kd.turn.start",
)
def discards_before_the_start(change: Changes) -> None:
    offer, take, start_effects = roll.offer_discards, roll.take_discards, turn.start_effects

    def offer_then(machine: Duel, state: State, frame: Frame) -> None:
        offer(machine, state, frame)

    def take_then(machine: Duel, state: State, frame: Frame) -> None:
        take(machine, state, frame)

    first = change.procedure("discards-first", offer_then, take_then, remembers=2)

    def start_with_discards(machine: Duel, state: State, frame: Frame) -> None:
        start_effects(machine, state, frame)
        state.stack.append([first, 0, frame[turn.SEAT], 0])

    def offer_nothing(machine: Duel, state: State, frame: Frame) -> None:
        state.answer = ()

    change.swap(start_effects, start_with_discards)
    change.swap(offer, offer_nothing)
