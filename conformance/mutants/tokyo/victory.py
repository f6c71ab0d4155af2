"""Misreadings of victory: how many stars, whose, when, and who is left."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import end
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import atoms, elimination, game, monsters, resolve, turn
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.roll import symbols
from oracle.tokyo.table import (
    ACTIVE,
    ENERGY_FACE,
    HARMED,
    NONE,
    OUTSIDE,
    STARRED,
    STARS_TO_WIN,
)

AS_IF = Topic("tokyo", "victory")

HAD_STARS = 8
"""The first of the bits of HARMED that the oracle does not use: who has had enough stars."""


def stars_of(machine: Tokyo, state: State, seat: int) -> int:
    """How many stars a monster has."""
    return state.counters[machine.stars + seat]


def rich(machine: Tokyo, state: State, active: int) -> list[int]:
    """The living monsters that have enough stars, clockwise from the active one."""
    around = monsters.clockwise(machine, state, active)
    return [seat for seat in around if stars_of(machine, state, seat) >= STARS_TO_WIN]


def winning(change: Changes, new: Any) -> None:
    """Let others win by stars. Any: gives them, the first one first."""

    def check(machine: Tokyo, state: State, active: int) -> None:
        found = new(machine, state, active)
        if found:
            winner = NONE if machine.winners_share and len(found) > 1 else found[0]
            end(state, winner, "stars", turn.WIN)

    change.swap(turn.check_stars, check)


def ending(change: Changes, new: Any) -> None:
    """End the game otherwise when at most one monster is left. Any: takes state, winner, why."""

    def end_otherwise(state: State, winner: int, reason: str, rules: Rules) -> None:
        new(state, winner, reason, rules)

    change.put(elimination, "end", end_otherwise)


# --- stars ---------------------------------------------------------------------------------------


@AS_IF("more-than-twenty", "more than 20 stars were needed", "kt.victory.stars")
def more_than_twenty(change: Changes) -> None:
    change.put(turn, "STARS_TO_WIN", STARS_TO_WIN + 1)


@AS_IF("exactly-twenty", "exactly 20 stars won", "kt.victory.stars", "kt.victory.several")
def exactly_twenty(change: Changes) -> None:
    def exact(machine: Tokyo, state: State, active: int) -> list[int]:
        found = rich(machine, state, active)
        return [seat for seat in found if stars_of(machine, state, seat) == STARS_TO_WIN]

    winning(change, exact)


@AS_IF(
    "other-moment",
    "stars won at once where they win at the end of a turn, and the reverse",
    "kt.victory.moment",
)
def other_moment(change: Changes) -> None:
    def turn_round(machine: Tokyo) -> None:
        at_once = (STARRED, game._check_at_once)
        if machine.wins_at_once:
            machine.checks = tuple(check for check in machine.checks if check != at_once)
        else:
            machine.checks += (at_once,)

    change.relink(turn_round)


@AS_IF(
    "within-the-effect",
    "stars that win at once did so before the rest of the effect",
    "kt.victory.moment",
    "kt.victory.alive",
)
def within_the_effect(change: Changes) -> None:
    def here(machine: Tokyo, state: State) -> int:
        return len(state.stack)

    change.swap(atoms.effect_depth, here)


@AS_IF("active-only", "only the active monster could win by stars", "kt.victory.any-monster")
def active_only(change: Changes) -> None:
    def active_one(machine: Tokyo, state: State, active: int) -> list[int]:
        return [seat for seat in rich(machine, state, active) if seat == active]

    winning(change, active_one)


@AS_IF("fallen-win", "an eliminated monster won by its stars", "kt.victory.alive")
def fallen_win(change: Changes) -> None:
    def any_one(machine: Tokyo, state: State, active: int) -> list[int]:
        n = machine.players
        around = [(active + step) % n for step in range(n)]
        return [seat for seat in around if stars_of(machine, state, seat) >= STARS_TO_WIN]

    winning(change, any_one)


@AS_IF(
    "once-is-enough",
    "having had 20 stars at any time in a turn were enough",
    "kt.victory.not-lost",
)
def once_is_enough(change: Changes) -> None:
    lose_stars = atoms.lose_stars

    def lose_and_remember(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> int:
        if stars_of(machine, state, seat) >= STARS_TO_WIN:
            state.registers[HARMED] |= 1 << HAD_STARS + seat
        return lose_stars(machine, state, seat, amount, cause, rules)

    def had_enough(machine: Tokyo, state: State, active: int) -> list[int]:
        around = monsters.clockwise(machine, state, active)
        had = state.registers[HARMED] >> HAD_STARS
        return [
            seat
            for seat in around
            if had >> seat & 1 or stars_of(machine, state, seat) >= STARS_TO_WIN
        ]

    change.swap(lose_stars, lose_and_remember)
    winning(change, had_enough)


# --- several -------------------------------------------------------------------------------------


@AS_IF("most-stars", "of several with 20 stars the one with the most won", "kt.victory.several")
def most_stars(change: Changes) -> None:
    def by_stars(machine: Tokyo, state: State, active: int) -> list[int]:
        found = rich(machine, state, active)
        return sorted(found, key=lambda seat: -stars_of(machine, state, seat))

    winning(change, by_stars)


@AS_IF(
    "first-seat",
    "of several with 20 stars the one won that sits first",
    "kt.victory.several",
)
def first_seat(change: Changes) -> None:
    def by_seat(machine: Tokyo, state: State, active: int) -> list[int]:
        return sorted(rich(machine, state, active), key=lambda seat: (seat != active, seat))

    winning(change, by_seat)


@AS_IF(
    "sharing-turned-round",
    "a victory were shared where it is not, and the reverse",
    "kt.victory.several",
)
def sharing_turned_round(change: Changes) -> None:
    change.turn_round("winners_share")


# --- who is left ---------------------------------------------------------------------------------


@AS_IF(
    "last-at-turn-end",
    "the only monster left won at the end of the turn",
    "kt.victory.last",
    "kt.victory.over",
)
def last_at_turn_end(change: Changes) -> None:
    look_at_stars = turn.look_at_stars

    def end_later(state: State, winner: int, reason: str, rules: Rules) -> None:
        if reason != "last":
            end(state, winner, reason, rules)

    def look_who_is_left(machine: Tokyo, state: State, frame: Frame) -> None:
        left = monsters.living(machine, state)
        if len(left) == 1:
            end(state, left[0], "last", elimination.LAST)
        else:
            look_at_stars(machine, state, frame)

    ending(change, end_later)
    change.swap(look_at_stars, look_who_is_left)


@AS_IF(
    "own-turn-only",
    "the only monster left won in its own turn only, and nobody in another's",
    "kt.victory.last",
)
def own_turn_only(change: Changes) -> None:
    def end_for_active(state: State, winner: int, reason: str, rules: Rules) -> None:
        if reason == "last" and winner != state.registers[ACTIVE]:
            winner, reason = NONE, "nobody"
        end(state, winner, reason, rules)

    ending(change, end_for_active)


@AS_IF(
    "active-outlives",
    "the active monster won if all that are left are eliminated together",
    "kt.victory.nobody",
)
def active_outlives(change: Changes) -> None:
    def end_for_active(state: State, winner: int, reason: str, rules: Rules) -> None:
        if reason == "nobody":
            winner, reason = state.registers[ACTIVE], "last"
        end(state, winner, reason, rules)

    ending(change, end_for_active)


@AS_IF(
    "most-stars-of-the-fallen",
    "the one with the most stars won if all that are left are eliminated together",
    "kt.victory.nobody",
)
def most_stars_of_the_fallen(change: Changes) -> None:
    take_out = elimination.take_out

    def take_out_and_judge(machine: Tokyo, state: State, frame: Frame) -> None:
        struck = frame[elimination.STRUCK]
        take_out(machine, state, frame)
        if struck and not monsters.living(machine, state):
            winner = max(struck, key=lambda seat: stars_of(machine, state, seat))
            end(state, winner, "stars", elimination.NOBODY_LEFT)

    change.swap(take_out, take_out_and_judge)


def before_the_end(change: Changes, more: Any) -> None:
    """Let something take place before the last monster wins. Any: takes the winner's seat."""
    take_out = elimination.take_out

    def take_out_and_more(machine: Tokyo, state: State, frame: Frame) -> None:
        phase = next((each for each in state.stack if each[0] == resolve.RESOLVE_PHASE), None)
        take_out(machine, state, frame)
        left = monsters.living(machine, state)
        if len(left) == 1 and left[0] == state.registers[ACTIVE]:
            more(machine, state, left[0], phase)

    change.swap(take_out, take_out_and_more)


@AS_IF(
    "winner-enters",
    "the last monster left still entered Tokyo",
    "kt.victory.over",
    "kt.victory.last",
)
def winner_enters(change: Changes) -> None:
    def enter(machine: Tokyo, state: State, seat: int, phase: Frame | None) -> None:
        place = monsters.free_place(machine, state)
        if place is not None and state.counters[machine.place + seat] == OUTSIDE:
            state.counters[machine.place + seat] = place
            state.counters[machine.stars + seat] += 1

    before_the_end(change, enter)


@AS_IF(
    "dice-carried-out",
    "the results that are left were still resolved after a victory",
    "kt.victory.over",
)
def dice_carried_out(change: Changes) -> None:
    def gain(machine: Tokyo, state: State, seat: int, phase: Frame | None) -> None:
        if phase is not None and not phase[resolve.RESOLVED] >> ENERGY_FACE & 1:
            state.counters[machine.energy + seat] += symbols(state, ENERGY_FACE)

    before_the_end(change, gain)
