"""Misreadings that set a limit where there is none: nobody notices while numbers are small."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.draw import AS_IF as DRAW
from conformance.mutants.mindbug.effects import AS_IF as EFFECTS
from conformance.mutants.mindbug.life import AS_IF as LIFE
from conformance.mutants.mindbug.play import AS_IF as PLAYING
from oracle.kernel.state import State
from oracle.mindbug import atoms, defeat, table
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import DISCARD, HAND, PLAY

MOST_CREATURES = 5
MOST_IN_HAND = 10
MOST_LIFE = 10
MOST_AT_ONCE = 3


@PLAYING(
    "five-creatures",
    "a play area had room for 5 creatures, and a sixth went to the discard pile",
    "mb.play.enter",
)
def five_creatures(change: Changes) -> None:
    enter = atoms.enter

    def enter_if_there_is_room(
        machine: Mindbug, state: State, card: int, seat: int, *rest: Any
    ) -> None:
        if len(state.zones[PLAY + seat]) < MOST_CREATURES:
            enter(machine, state, card, seat, *rest)
        else:
            atoms.move(state, card, DISCARD + seat)

    change.swap(enter, enter_if_there_is_room)


@DRAW("ten-in-hand", "a hand could hold at most 10 cards", "mb.draw.no-maximum")
def ten_in_hand(change: Changes) -> None:
    take_into_hand = atoms.take_into_hand

    def take_if_there_is_room(
        machine: Mindbug, state: State, card: int, seat: int, *rest: Any
    ) -> None:
        take_into_hand(machine, state, card, seat, *rest)
        if len(state.zones[HAND + seat]) > MOST_IN_HAND:
            atoms.move(state, card, DISCARD + seat)

    change.swap(take_into_hand, take_if_there_is_room)


@LIFE("at-most-ten", "nobody could have more than 10 life", "mb.life.no-maximum")
def at_most_ten(change: Changes) -> None:
    gain = atoms.gain_life

    def gain_up_to_ten(state: State, seat: int, amount: int, *rest: Any) -> None:
        gain(state, seat, min(amount, MOST_LIFE - state.counters[table.LIFE + seat]), *rest)

    change.swap(gain, gain_up_to_ten)


@EFFECTS(
    "three-at-once",
    "an effect that defeats all creatures of a kind defeated at most 3",
    "mb.effect.at-once",
    "mb.effect.full",
)
def three_at_once(change: Changes) -> None:
    defeated = defeat.defeat

    def defeat_three(machine: Mindbug, state: State, cards: tuple[int, ...], *rest: Any) -> None:
        defeated(machine, state, cards[:MOST_AT_ONCE], *rest)

    change.swap(defeated, defeat_three)
