"""Misreadings that set a limit where there is none: nobody notices while numbers are small."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.mindbug.draw import AS_IF as DRAW
from conformance.mutants.mindbug.effects import AS_IF as EFFECTS
from conformance.mutants.mindbug.life import AS_IF as LIFE
from conformance.mutants.mindbug.play import AS_IF as PLAYING
from oracle.kernel.state import State
from oracle.mindbug import atoms, defeat, draw, life, play, table
from oracle.mindbug.table import DISCARD, HAND, PLAY

MOST_CREATURES = 5
MOST_IN_HAND = 10
MOST_LIFE = 10
MOST_AT_ONCE = 3


@PLAYING(
    "a play area had room for 5 creatures, and a sixth went to the discard pile", "mb.play.enter"
)
@do.around(play.enter)
def five_creatures(enter: Any, state: State, card: int, seat: int) -> None:
    if len(state.zones[PLAY + seat]) < MOST_CREATURES:
        enter()
    else:
        atoms.move(state, card, DISCARD + seat)


@DRAW("a hand could hold at most 10 cards", "mb.draw.no-maximum")
@do.after(draw.take_into_hand)
def ten_in_hand(state: State, card: int, seat: int) -> None:
    if len(state.zones[HAND + seat]) > MOST_IN_HAND:
        atoms.move(state, card, DISCARD + seat)


@LIFE("nobody could have more than 10 life", "mb.life.no-maximum")
@do.around(life.gain_life)
def at_most_ten(gain: Any, state: State, seat: int, amount: int) -> None:
    gain(amount=min(amount, MOST_LIFE - state.counters[table.LIFE + seat]))


@EFFECTS(
    "an effect that defeats all creatures of a kind defeated at most 3",
    "mb.effect.at-once",
    "mb.effect.full",
)
@do.around(defeat.defeat)
def three_at_once(defeated: Any, cards: tuple[int, ...]) -> None:
    defeated(cards=cards[:MOST_AT_ONCE])
