"""Misreadings of playing a card."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.setup import seeing
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import atoms, play, triggers
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import DISCARD, EXHAUSTED, PLAY

AS_IF = Topic("mindbug", "play")


@AS_IF("stays-in-hand", "a played card stayed in hand until it enters play", "mb.play.card")
def stays_in_hand(change: Changes) -> None:
    def announce(state: State, card: int, seat: int, rules: Rules) -> None:
        state.log.append(("play", rules, -1, seat, card))

    change.swap(atoms.lay_open, announce)


@AS_IF(
    "face-down",
    "the opponent decided about a Mindbug without seeing the card",
    "mb.play.show",
)
def face_down(change: Changes) -> None:
    seeing(change, "played", owner_too=False, others=False)


@AS_IF("enters-exhausted", "creatures entered play exhausted", "mb.play.enter")
def enters_exhausted(change: Changes) -> None:
    put_into_play = play.put_into_play

    def put_exhausted(machine: Mindbug, state: State, frame: Frame) -> None:
        put_into_play(machine, state, frame)
        state.marks[frame[play.CARD]] |= EXHAUSTED

    change.swap(put_into_play, put_exhausted)


@AS_IF(
    "straight-to-the-pile",
    "a played card went to the discard pile after its Play effect",
    "mb.play.enter",
)
def straight_to_the_pile(change: Changes) -> None:
    spend_late = play.spend_late

    def spend_and_discard(machine: Mindbug, state: State, frame: Frame) -> None:
        spend_late(machine, state, frame)
        card, place = frame[play.CARD], state.where[frame[play.CARD]]
        atoms.move(state, card, DISCARD + frame[play.SEAT])
        if PLAY <= place <= PLAY + 1:
            atoms.forget(machine, state, card, place - PLAY, -1)

    change.swap(spend_late, spend_and_discard)


@AS_IF(
    "no-effect-from-hand",
    "a creature played from hand had no Play effect",
    "mb.play.effect",
    "mb.trigger.play",
)
def no_effect_from_hand(change: Changes) -> None:
    trigger = triggers.trigger

    def trigger_otherwise(
        machine: Mindbug,
        state: State,
        head: str,
        card: int,
        seat: int,
        rules: Rules = (),
        *rest: Any,
    ) -> None:
        if rules != play.EFFECT:
            trigger(machine, state, head, card, seat, rules, *rest)

    change.swap(trigger, trigger_otherwise)
