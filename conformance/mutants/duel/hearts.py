"""Misreadings of hearts: how many come back, up to where, and what adds to them."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.topic import Topic
from oracle.dice_games.table import ABILITY, ACTIVE, CONTEXT
from oracle.duel import hearts, hits, resolve, words
from oracle.duel.machine import Duel
from oracle.duel.moments import at, happen, note_used
from oracle.duel.table import HEARTS
from oracle.kernel.state import Frame, Rules, State

AS_IF = Topic("duel", "hearts")

MOST_FOR_ALL = 14
"""The hearts that two of the boards show."""


@AS_IF("a Roll gave 1 heart, however many symbols", "kd.heart.face")
@do.instead(resolve, "gain_hearts")
def one_for_all_symbols(
    machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> None:
    hearts.gain_hearts(machine, state, seat, min(amount, 1), cause, rules)


@AS_IF("hearts needed three symbols, as the markers do", "kd.heart.face")
@do.instead(resolve, "gain_hearts")
def as_markers(
    machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> None:
    hearts.gain_hearts(machine, state, seat, amount - 2, cause, rules)


AS_IF("hearts could rise above those of the board", "kd.heart.maximum").so(
    "no-maximum", do.instead(hearts, "most_hearts")(lambda: 99)
)
AS_IF("every monster could have 14 hearts, whatever its board shows", "kd.heart.maximum").so(
    "same-maximum", do.instead(hearts, "most_hearts")(lambda: MOST_FOR_ALL)
)


@AS_IF("a card gave all its hearts or none", "kd.heart.card")
@do.instead(words, "gain_hearts")
def card_all_or_nothing(
    machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> None:
    room = hearts.most_hearts(machine, state, seat) - state.counters[HEARTS + seat]
    if amount <= room:
        hearts.gain_hearts(machine, state, seat, amount, cause, rules)


@AS_IF("a card gave 1 heart, whatever number it says", "kd.heart.card")
@do.instead(words, "gain_hearts")
def card_gives_one(
    machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> None:
    hearts.gain_hearts(machine, state, seat, min(amount, 1), cause, rules)


@AS_IF("a card that adds a heart did so in its owner's turns only", "kd.heart.extra")
@do.instead(hearts.gain_hearts)
def extra_in_own_turn(
    machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> None:
    gained = hearts.give_hearts(machine, state, seat, amount, cause, rules)
    if gained and state.registers[ACTIVE] == seat:
        happen(machine, state, "gaining-hearts", seat, (seat, gained))


@AS_IF("a gain of 0 hearts were the first gain of the turn", "kd.heart.extra")
@do.instead(hearts.gain_hearts)
def extra_of_nothing(
    machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> None:
    gained = hearts.give_hearts(machine, state, seat, amount, cause, rules)
    if gained:
        happen(machine, state, "gaining-hearts", seat, (seat, gained))
        return
    for card, number in at(machine, state, "gaining-hearts", seat):
        note_used(state, card, number)


@AS_IF("a card that adds a heart added one for each heart gained", "kd.heart.extra")
@do.around(hearts.give_hearts)
def extra_for_each(gain_hearts: Any, machine: Duel, state: State, amount: int) -> Any:
    frame = state.stack[-1]
    if frame[0] >= machine.first_effect:
        linked = machine.abilities[frame[ABILITY]]
        if linked.head == "gaining-hearts":
            amount *= frame[CONTEXT][1]
    return gain_hearts(amount=amount)


@AS_IF("a monster at the skull had one hit more to take", "kd.heart.zero", "kd.victory.hearts")
@do.around(hits.fallen)
def skull_is_a_heart(fallen: Any, frame: Frame) -> Any:
    return [seat for seat in fallen() if not frame[hits.LOST][frame[hits.SEATS].index(seat)]]
