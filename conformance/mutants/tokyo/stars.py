"""Misreadings of stars: what scores, how much, and how they are lost."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State
from oracle.tokyo import moments, resolve, roll, table
from oracle.tokyo import stars as stars_of_tokyo
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.monsters import living
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "stars")

SET = 3
"""So many dice of a number score."""

WHO, HOW_MANY = 2, 3
"""Locals of the frame that keeps stars for later."""


@do.verb
def scoring(change: Changes, stars: Any, least: int = SET) -> None:
    """Let numbers score in another way."""

    @change.instead(stars_of_tokyo.score)
    def score(machine: Tokyo, state: State, seat: int, face: int, amount: int) -> None:
        much = stars(face + 1, amount)
        if amount < least or not much:
            return
        if seat == state.registers[table.ACTIVE]:
            state.registers[table.SCORED] |= 1 << face
        moments.happen(machine, state, "scoring", seat, (seat, face))
        stars_of_tokyo.gain_stars(machine, state, seat, much, table.NONE, stars_of_tokyo.SCORE)


# --- numbers -------------------------------------------------------------------------------------
AS_IF("each die of a set scored its number", "kt.star.three").so(
    "stars-for-each-die", scoring(lambda number, dice: SET * number + dice - SET)
)
AS_IF("a set scored one star, whatever its number", "kt.star.three").so(
    "one-star-a-set", scoring(lambda number, dice: 1 + dice - SET)
)
AS_IF("a further die scored its number", "kt.star.more").so(
    "further-dice-in-full", scoring(lambda number, dice: number * (1 + dice - SET))
)
AS_IF("a further die scored nothing", "kt.star.more").so(
    "further-dice-for-nothing", scoring(lambda number, dice: number)
)
AS_IF("six of a kind were two sets", "kt.star.more").so(
    "six-are-two-sets",
    scoring(
        lambda number, dice: (
            2 * number + dice - 2 * SET if dice >= table.NUMBER_OF_DICE else number + dice - SET
        )
    ),
)
AS_IF("two of a number scored a star", "kt.star.too-few").so(
    "a-pair-scores",
    scoring(lambda number, dice: number + dice - SET if dice >= SET else 1, least=2),
)
AS_IF("one or two dice scored a star each", "kt.star.too-few").so(
    "every-die-scores",
    scoring(lambda number, dice: number + dice - SET if dice >= SET else dice, least=1),
)
AS_IF("only one number of a roll scored", "kt.star.two-numbers").so(
    "one-number-only", do.unless(stars_of_tokyo.score)(lambda state: state.registers[table.SCORED])
)


# --- cards that reward numbers and sets ----------------------------------------------------------
@AS_IF("a card for a scored number added stars for each die", "kt.star.scored-extra")
@do.after(stars_of_tokyo.score)
def extra_for_each_die(machine: Tokyo, state: State, seat: int, face: int, amount: int) -> None:
    if amount >= SET:
        for _ in range(amount - 1):
            moments.happen(machine, state, "scoring", seat, (seat, face))


@AS_IF(
    "a card for a scored number added stars when it does not score",
    "kt.star.scored-extra",
    "kt.star.too-few",
)
@do.after(stars_of_tokyo.score)
def extra_without_scoring(machine: Tokyo, state: State, seat: int, face: int, amount: int) -> None:
    if amount < SET:
        moments.happen(machine, state, "scoring", seat, (seat, face))


@AS_IF("the stars of a card for a scored number replaced those scored", "kt.star.scored-extra")
@do.around(stars_of_tokyo.score)
def extra_instead(score: Any, machine: Tokyo, state: State, seat: int, face: int) -> None:
    entries = moments.at(machine, state, "scoring", seat)
    has_card = any(moments.applies(machine, state, e, seat, (seat, face)) for e in entries)
    stars = state.counters[machine.stars + seat]
    score()
    if has_card:
        state.counters[machine.stars + seat] = stars


@AS_IF("a set shown twice were rewarded twice", "kt.star.whole-roll")
@do.around(resolve.reward)
def set_shown_twice(reward: Any, state: State) -> None:
    for _ in range(
        max(1, min(roll.symbols(state, face) for face in (table.ONE, table.TWO, table.THREE)))
    ):
        reward()


@AS_IF("the dice of a rewarded set were used up", "kt.star.whole-roll")
@do.before(resolve.reward)
def set_used_up(machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[resolve.SEAT]
    if any(
        moments.applies(machine, state, entry, seat, moments.NOBODY)
        for entry in moments.at(machine, state, "resolving", seat)
    ):
        frame[resolve.RESOLVED] |= 1 << table.ONE | 1 << table.TWO | 1 << table.THREE


# --- stars of cards ------------------------------------------------------------------------------
@own.around(EFFECTS, "gain-stars")
def giving(seats: Any, gain: Any, linker: Linker, call: Call) -> Any:
    """Let the stars of a card that was bought go to others."""
    if linker.head != "bought":
        return gain()
    amount = linker.number(call["amount"])

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        much = amount(machine, state, frame, frame[table.YOU])
        for seat in seats(machine, state, frame[table.YOU]):
            stars_of_tokyo.gain_stars(machine, state, seat, much, frame[table.SOURCE], ())

    return [act]


AS_IF("the stars of a card went to the active monster", "kt.star.card").so(
    "stars-for-the-active", giving(lambda machine, state, you: [state.registers[table.ACTIVE]])
)
AS_IF("the stars of a card went to everybody", "kt.star.card").so(
    "stars-for-everybody", giving(lambda machine, state, you: living(machine, state))
)


@AS_IF("the stars of a card came after all purchases", "kt.star.card")
def stars_come_late(change: Changes) -> None:
    def hand_out(machine: Tokyo, state: State, frame: Frame) -> None:
        state.stack.pop()
        stars_of_tokyo.gain_stars(machine, state, frame[WHO], frame[HOW_MANY], table.NONE, ())

    code = change.procedure("late-stars", hand_out, remembers=2)

    @change.around(EFFECTS, "gain-stars")
    def gain_later(gain: Any, linker: Linker, call: Call) -> Any:
        if linker.head != "bought":
            return gain()
        amount = linker.number(call["amount"])

        def act(machine: Tokyo, state: State, frame: Frame) -> None:
            much = amount(machine, state, frame, frame[table.YOU])
            state.stack.insert(1, [code, 0, frame[table.YOU], much])

        return [act]


# --- losing them, and how many there can be ------------------------------------------------------
@AS_IF("a monster could have fewer than 0 stars", "kt.star.lose")
@do.instead(stars_of_tokyo.lose_stars)
def fewer_than_none(machine: Tokyo, state: State, seat: int, amount: int) -> int:
    state.counters[machine.stars + seat] -= amount
    return amount


@AS_IF("a monster that has too few stars lost none", "kt.star.lose")
@do.around(stars_of_tokyo.lose_stars)
def all_or_nothing(lose_stars: Any, machine: Tokyo, state: State, seat: int, amount: int) -> Any:
    return 0 if state.counters[machine.stars + seat] < amount else lose_stars()


@AS_IF("a monster never had more than 20 stars", "kt.star.no-limit")
@do.around(stars_of_tokyo.gain_stars)
def twenty_at_most(gain_stars: Any, machine: Tokyo, state: State, seat: int, amount: int) -> Any:
    return gain_stars(amount=min(amount, table.STARS_TO_WIN - state.counters[machine.stars + seat]))
