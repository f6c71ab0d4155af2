"""Misreadings of stars: what scores, how much, and how they are lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import atoms, moments, resolve, roll
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.monsters import living
from oracle.tokyo.table import (
    ACTIVE,
    NONE,
    NUMBER_OF_DICE,
    ONE,
    SCORED,
    SOURCE,
    STARS_TO_WIN,
    THREE,
    TWO,
    YOU,
)
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "stars")

SET = 3
"""So many dice of a number score."""

WHO, HOW_MANY = 2, 3
"""Locals of the frame that keeps stars for later."""

Stars = Callable[[int, int], int]
"""`(number, dice)`: how many stars so many dice of a number score."""


def scoring(change: Changes, stars: Stars, least: int = SET) -> None:
    """Let numbers score in another way."""

    def score(machine: Tokyo, state: State, seat: int, face: int, amount: int) -> None:
        much = stars(face + 1, amount)
        if amount < least or not much:
            return
        if seat == state.registers[ACTIVE]:
            state.registers[SCORED] |= 1 << face
        moments.happen(machine, state, "scoring", seat, (seat, face))
        atoms.gain_stars(machine, state, seat, much, NONE, resolve.SCORE)

    change.swap(resolve.score, score)


# --- numbers -------------------------------------------------------------------------------------


@AS_IF("stars-for-each-die", "each die of a set scored its number", "kt.star.three")
def stars_for_each_die(change: Changes) -> None:
    scoring(change, lambda number, dice: SET * number + dice - SET)


@AS_IF("one-star-a-set", "a set scored one star, whatever its number", "kt.star.three")
def one_star_a_set(change: Changes) -> None:
    scoring(change, lambda number, dice: 1 + dice - SET)


@AS_IF("further-dice-in-full", "a further die scored its number", "kt.star.more")
def further_dice_in_full(change: Changes) -> None:
    scoring(change, lambda number, dice: number * (1 + dice - SET))


@AS_IF("further-dice-for-nothing", "a further die scored nothing", "kt.star.more")
def further_dice_for_nothing(change: Changes) -> None:
    scoring(change, lambda number, dice: number)


@AS_IF("six-are-two-sets", "six of a kind were two sets", "kt.star.more")
def six_are_two_sets(change: Changes) -> None:
    scoring(
        change,
        lambda number, dice: (
            2 * number + dice - 2 * SET if dice >= NUMBER_OF_DICE else number + dice - SET
        ),
    )


@AS_IF("a-pair-scores", "two of a number scored a star", "kt.star.too-few")
def a_pair_scores(change: Changes) -> None:
    scoring(change, lambda number, dice: number + dice - SET if dice >= SET else 1, least=2)


@AS_IF("every-die-scores", "one or two dice scored a star each", "kt.star.too-few")
def every_die_scores(change: Changes) -> None:
    scoring(change, lambda number, dice: number + dice - SET if dice >= SET else dice, least=1)


@AS_IF("one-number-only", "only one number of a roll scored", "kt.star.two-numbers")
def one_number_only(change: Changes) -> None:
    score = resolve.score

    def score_the_first(machine: Tokyo, state: State, seat: int, face: int, amount: int) -> None:
        if not state.registers[SCORED]:
            score(machine, state, seat, face, amount)

    change.swap(score, score_the_first)


# --- cards that reward numbers and sets ----------------------------------------------------------


@AS_IF(
    "extra-for-each-die",
    "a card for a scored number added stars for each die",
    "kt.star.scored-extra",
)
def extra_for_each_die(change: Changes) -> None:
    score = resolve.score

    def score_and_add(machine: Tokyo, state: State, seat: int, face: int, amount: int) -> None:
        score(machine, state, seat, face, amount)
        if amount >= SET:
            for _ in range(amount - 1):
                moments.happen(machine, state, "scoring", seat, (seat, face))

    change.swap(score, score_and_add)


@AS_IF(
    "extra-without-scoring",
    "a card for a scored number added stars when it does not score",
    "kt.star.scored-extra",
    "kt.star.too-few",
)
def extra_without_scoring(change: Changes) -> None:
    score = resolve.score

    def score_or_add(machine: Tokyo, state: State, seat: int, face: int, amount: int) -> None:
        score(machine, state, seat, face, amount)
        if amount < SET:
            moments.happen(machine, state, "scoring", seat, (seat, face))

    change.swap(score, score_or_add)


@AS_IF(
    "extra-instead",
    "the stars of a card for a scored number replaced those scored",
    "kt.star.scored-extra",
)
def extra_instead(change: Changes) -> None:
    score = resolve.score

    def score_or_reward(machine: Tokyo, state: State, seat: int, face: int, amount: int) -> None:
        has_card = any(
            moments.applies(machine, state, entry, seat, (seat, face))
            for entry in moments.at(machine, state, "scoring", seat)
        )
        stars = state.counters[machine.stars + seat]
        score(machine, state, seat, face, amount)
        if has_card:
            state.counters[machine.stars + seat] = stars

    change.swap(score, score_or_reward)


@AS_IF("set-shown-twice", "a set shown twice were rewarded twice", "kt.star.whole-roll")
def set_shown_twice(change: Changes) -> None:
    reward = resolve.reward

    def reward_each(machine: Tokyo, state: State, frame: Frame) -> None:
        for _ in range(max(1, min(roll.symbols(state, face) for face in (ONE, TWO, THREE)))):
            reward(machine, state, frame)

    change.swap(reward, reward_each)


@AS_IF("set-used-up", "the dice of a rewarded set were used up", "kt.star.whole-roll")
def set_used_up(change: Changes) -> None:
    reward = resolve.reward

    def reward_instead(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[resolve.SEAT]
        if any(
            moments.applies(machine, state, entry, seat, moments.NOBODY)
            for entry in moments.at(machine, state, "resolving", seat)
        ):
            frame[resolve.RESOLVED] |= 1 << ONE | 1 << TWO | 1 << THREE
        reward(machine, state, frame)

    change.swap(reward, reward_instead)


# --- stars of cards ------------------------------------------------------------------------------


def giving(change: Changes, seats: Callable[[Tokyo, State, int], list[int]]) -> None:
    """Let the stars of a card that was bought go to others."""
    gain = EFFECTS["gain-stars"]

    def gain_for_others(linker: Linker, call: Call) -> list[Any]:
        if linker.head != "bought":
            return gain(linker, call)
        amount = linker.number(call["amount"])

        def act(machine: Tokyo, state: State, frame: Frame) -> None:
            much = amount(machine, state, frame, frame[YOU])
            for seat in seats(machine, state, frame[YOU]):
                atoms.gain_stars(machine, state, seat, much, frame[SOURCE], ())

        return [act]

    change.put(EFFECTS, "gain-stars", gain_for_others)


@AS_IF("stars-for-the-active", "the stars of a card went to the active monster", "kt.star.card")
def stars_for_the_active(change: Changes) -> None:
    giving(change, lambda machine, state, you: [state.registers[ACTIVE]])


@AS_IF("stars-for-everybody", "the stars of a card went to everybody", "kt.star.card")
def stars_for_everybody(change: Changes) -> None:
    giving(change, lambda machine, state, you: living(machine, state))


@AS_IF("stars-come-late", "the stars of a card came after all purchases", "kt.star.card")
def stars_come_late(change: Changes) -> None:
    def hand_out(machine: Tokyo, state: State, frame: Frame) -> None:
        state.stack.pop()
        atoms.gain_stars(machine, state, frame[WHO], frame[HOW_MANY], NONE, ())

    code = change.procedure("late-stars", hand_out, remembers=2)
    gain = EFFECTS["gain-stars"]

    def gain_later(linker: Linker, call: Call) -> list[Any]:
        if linker.head != "bought":
            return gain(linker, call)
        amount = linker.number(call["amount"])

        def act(machine: Tokyo, state: State, frame: Frame) -> None:
            much = amount(machine, state, frame, frame[YOU])
            state.stack.insert(1, [code, 0, frame[YOU], much])

        return [act]

    change.put(EFFECTS, "gain-stars", gain_later)


# --- losing them, and how many there can be ------------------------------------------------------


@AS_IF("fewer-than-none", "a monster could have fewer than 0 stars", "kt.star.lose")
def fewer_than_none(change: Changes) -> None:
    def lose_all_the_same(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> int:
        state.counters[machine.stars + seat] -= amount
        return amount

    change.swap(atoms.lose_stars, lose_all_the_same)


@AS_IF("all-or-nothing", "a monster that has too few stars lost none", "kt.star.lose")
def all_or_nothing(change: Changes) -> None:
    lose_stars = atoms.lose_stars

    def lose_if_enough(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> int:
        if state.counters[machine.stars + seat] < amount:
            return 0
        return lose_stars(machine, state, seat, amount, cause, rules)

    change.swap(lose_stars, lose_if_enough)


@AS_IF("twenty-at-most", "a monster never had more than 20 stars", "kt.star.no-limit")
def twenty_at_most(change: Changes) -> None:
    gain_stars = atoms.gain_stars

    def gain_to_the_top(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> int:
        room = STARS_TO_WIN - state.counters[machine.stars + seat]
        return gain_stars(machine, state, seat, min(amount, room), cause, rules)

    change.swap(gain_stars, gain_to_the_top)
