"""Misreadings of hearts: how many come back, up to where, and what adds to them."""

from __future__ import annotations

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import atoms, gains, hits, resolve, words
from oracle.duel.machine import Duel
from oracle.duel.moments import at, happen, note_used
from oracle.duel.table import HEARTS
from oracle.kernel.state import Frame, Rules, State
from oracle.king.table import ABILITY, ACTIVE, CONTEXT

AS_IF = Topic("duel", "hearts")

MOST_FOR_ALL = 14
"""The hearts that two of the boards show."""


@AS_IF("one-for-all-symbols", "a Roll gave 1 heart, however many symbols", "kd.heart.face")
def one_for_all_symbols(change: Changes) -> None:
    def gain_one(
        machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> None:
        gains.gain_hearts(machine, state, seat, min(amount, 1), cause, rules)

    change.put(resolve, "gain_hearts", gain_one)


@AS_IF("as-markers", "hearts needed three symbols, as the markers do", "kd.heart.face")
def as_markers(change: Changes) -> None:
    def gain_beyond_two(
        machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> None:
        gains.gain_hearts(machine, state, seat, amount - 2, cause, rules)

    change.put(resolve, "gain_hearts", gain_beyond_two)


@AS_IF("no-maximum", "hearts could rise above those of the board", "kd.heart.maximum")
def no_maximum(change: Changes) -> None:
    def no_end(machine: Duel, state: State, seat: int) -> int:
        return 99

    change.put(atoms, "most_hearts", no_end)


@AS_IF(
    "same-maximum",
    "every monster could have 14 hearts, whatever its board shows",
    "kd.heart.maximum",
)
def same_maximum(change: Changes) -> None:
    def always_the_same(machine: Duel, state: State, seat: int) -> int:
        return MOST_FOR_ALL

    change.put(atoms, "most_hearts", always_the_same)


@AS_IF("card-all-or-nothing", "a card gave all its hearts or none", "kd.heart.card")
def card_all_or_nothing(change: Changes) -> None:
    def gain_all(
        machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> None:
        room = atoms.most_hearts(machine, state, seat) - state.counters[HEARTS + seat]
        if amount <= room:
            gains.gain_hearts(machine, state, seat, amount, cause, rules)

    change.put(words, "gain_hearts", gain_all)


@AS_IF("card-gives-one", "a card gave 1 heart, whatever number it says", "kd.heart.card")
def card_gives_one(change: Changes) -> None:
    def gain_one(
        machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> None:
        gains.gain_hearts(machine, state, seat, min(amount, 1), cause, rules)

    change.put(words, "gain_hearts", gain_one)


@AS_IF(
    "extra-in-own-turn",
    "a card that adds a heart did so in its owner's turns only",
    "kd.heart.extra",
)
def extra_in_own_turn(change: Changes) -> None:
    def gain_plain(
        machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> None:
        gained = atoms.gain_hearts(machine, state, seat, amount, cause, rules)
        if gained and state.registers[ACTIVE] == seat:
            happen(machine, state, "gaining-hearts", seat, (seat, gained))

    change.swap(gains.gain_hearts, gain_plain)


@AS_IF(
    "extra-of-nothing",
    "a gain of 0 hearts were the first gain of the turn",
    "kd.heart.extra",
)
def extra_of_nothing(change: Changes) -> None:
    def gain_and_note(
        machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> None:
        gained = atoms.gain_hearts(machine, state, seat, amount, cause, rules)
        if gained:
            happen(machine, state, "gaining-hearts", seat, (seat, gained))
            return
        for card, number in at(machine, state, "gaining-hearts", seat):
            note_used(state, card, number)

    change.swap(gains.gain_hearts, gain_and_note)


@AS_IF(
    "extra-for-each",
    "a card that adds a heart added one for each heart gained",
    "kd.heart.extra",
)
def extra_for_each(change: Changes) -> None:
    gain_hearts = atoms.gain_hearts

    def gain_as_many(
        machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> int:
        frame = state.stack[-1]
        if frame[0] >= machine.first_effect:
            linked = machine.abilities[frame[ABILITY]]
            if linked.head == "gaining-hearts":
                amount *= frame[CONTEXT][1]
        return gain_hearts(machine, state, seat, amount, cause, rules)

    change.swap(gain_hearts, gain_as_many)


@AS_IF(
    "skull-is-a-heart",
    "a monster at the skull had one hit more to take",
    "kd.heart.zero",
    "kd.victory.hearts",
)
def skull_is_a_heart(change: Changes) -> None:
    fallen = hits.fallen

    def fallen_before(state: State, frame: Frame) -> list[int]:
        return [
            seat
            for seat in fallen(state, frame)
            if not frame[hits.LOST][frame[hits.SEATS].index(seat)]
        ]

    change.swap(fallen, fallen_before)
