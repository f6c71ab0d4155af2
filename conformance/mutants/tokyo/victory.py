"""Misreadings of victory: how many stars, whose, when, and who is left."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.machine import end
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, elimination, game, monsters, resolve, stars, tokyo, victory
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.roll import symbols
from oracle.tokyo.table import ACTIVE, ENERGY_FACE, HARMED, NONE, OUTSIDE, STARRED, STARS_TO_WIN

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


@own.instead(victory.check_stars)
def winning(new: Any, machine: Tokyo, state: State, active: int) -> None:
    """Let others win by stars. Any: gives them, the first one first."""
    found = new(machine, state, active)
    if found:
        winner = NONE if machine.winners_share and len(found) > 1 else found[0]
        end(state, winner, "stars", victory.WIN)


# --- stars ---------------------------------------------------------------------------------------
@AS_IF("exactly 20 stars won", "kt.victory.stars", "kt.victory.several")
@winning
def exactly_twenty(machine: Tokyo, state: State, active: int) -> list[int]:
    found = rich(machine, state, active)
    return [seat for seat in found if stars_of(machine, state, seat) == STARS_TO_WIN]


@AS_IF(
    "stars won at once where they win at the end of a turn, and the reverse", "kt.victory.moment"
)
@do.relink
def other_moment(machine: Tokyo) -> None:
    at_once = STARRED, game._check_at_once
    if machine.wins_at_once:
        machine.checks = tuple(check for check in machine.checks if check != at_once)
    else:
        machine.checks += (at_once,)


@AS_IF("only the active monster could win by stars", "kt.victory.any-monster")
@winning
def active_only(machine: Tokyo, state: State, active: int) -> list[int]:
    return [seat for seat in rich(machine, state, active) if seat == active]


@AS_IF("an eliminated monster won by its stars", "kt.victory.alive")
@winning
def fallen_win(machine: Tokyo, state: State, active: int) -> list[int]:
    n = machine.players
    around = [(active + step) % n for step in range(n)]
    return [seat for seat in around if stars_of(machine, state, seat) >= STARS_TO_WIN]


@AS_IF("having had 20 stars at any time in a turn were enough", "kt.victory.not-lost")
def once_is_enough(change: Changes) -> None:
    @change.before(stars.lose_stars)
    def lose_and_remember(machine: Tokyo, state: State, seat: int) -> None:
        if stars_of(machine, state, seat) >= STARS_TO_WIN:
            state.registers[HARMED] |= 1 << HAD_STARS + seat

    def had_enough(machine: Tokyo, state: State, active: int) -> list[int]:
        around = monsters.clockwise(machine, state, active)
        had = state.registers[HARMED] >> HAD_STARS
        return [
            seat
            for seat in around
            if had >> seat & 1 or stars_of(machine, state, seat) >= STARS_TO_WIN
        ]

    winning(had_enough)(change)


AS_IF("more than 20 stars were needed", "kt.victory.stars").so(
    "more-than-twenty", do.put(victory, "STARS_TO_WIN", STARS_TO_WIN + 1)
)
AS_IF(
    "stars that win at once did so before the rest of the effect",
    "kt.victory.moment",
    "kt.victory.alive",
).so("within-the-effect", do.instead(atoms.effect_depth)(lambda state: len(state.stack)))


# --- several -------------------------------------------------------------------------------------
@AS_IF("of several with 20 stars the one with the most won", "kt.victory.several")
@winning
def most_stars(machine: Tokyo, state: State, active: int) -> list[int]:
    return sorted(rich(machine, state, active), key=lambda seat: -stars_of(machine, state, seat))


@AS_IF("of several with 20 stars the one won that sits first", "kt.victory.several")
@winning
def first_seat(machine: Tokyo, state: State, active: int) -> list[int]:
    return sorted(rich(machine, state, active), key=lambda seat: (seat != active, seat))


AS_IF("a victory were shared where it is not, and the reverse", "kt.victory.several").so(
    "sharing-turned-round", do.turn_round("winners_share")
)


# --- who is left ---------------------------------------------------------------------------------
@AS_IF("the only monster left won at the end of the turn", "kt.victory.last", "kt.victory.over")
@own.also(do.unless(elimination, "end")(lambda reason: reason == "last"))
@do.around(victory.look_at_stars)
def last_at_turn_end(look_at_stars: Any, machine: Tokyo, state: State) -> None:
    left = monsters.living(machine, state)
    if len(left) == 1:
        end(state, left[0], "last", elimination.LAST)
    else:
        look_at_stars()


@AS_IF("the only monster left won in its own turn only, and nobody in another's", "kt.victory.last")
@do.around(elimination, "end")
def own_turn_only(end: Any, state: State, winner: int, reason: str) -> None:
    none = reason == "last" and winner != state.registers[ACTIVE]
    end(winner=NONE, reason="nobody") if none else end()


AS_IF(
    "the active monster won if all that are left are eliminated together", "kt.victory.nobody"
).so(
    "active-outlives",
    do.around(elimination, "end")(
        lambda end, state, reason: (
            end(winner=state.registers[ACTIVE], reason="last") if reason == "nobody" else end()
        )
    ),
)


@AS_IF(
    "the one with the most stars won if all that are left are eliminated together",
    "kt.victory.nobody",
)
@do.around(elimination.take_out)
def most_stars_of_the_fallen(take_out: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    struck = frame[elimination.STRUCK]
    take_out()
    if struck and not monsters.living(machine, state):
        winner = max(struck, key=lambda seat: stars_of(machine, state, seat))
        end(state, winner, "stars", elimination.NOBODY_LEFT)


@own.around(elimination.take_out)
def before_the_end(more: Any, take_out: Any, machine: Tokyo, state: State) -> None:
    """Let something take place before the last monster wins. Any: takes the winner's seat."""
    phase = next((each for each in state.stack if each[0] == resolve.RESOLVE_PHASE), None)
    take_out()
    left = monsters.living(machine, state)
    if len(left) == 1 and left[0] == state.registers[ACTIVE]:
        more(machine, state, left[0], phase)


@AS_IF("the last monster left still entered Tokyo", "kt.victory.over", "kt.victory.last")
@before_the_end
def winner_enters(machine: Tokyo, state: State, seat: int, phase: Frame | None) -> None:
    place = tokyo.free_place(machine, state)
    if place is not None and state.counters[machine.place + seat] == OUTSIDE:
        state.counters[machine.place + seat] = place
        state.counters[machine.stars + seat] += 1


@AS_IF("the results that are left were still resolved after a victory", "kt.victory.over")
@before_the_end
def dice_carried_out(machine: Tokyo, state: State, seat: int, phase: Frame | None) -> None:
    if phase is not None and not phase[resolve.RESOLVED] >> ENERGY_FACE & 1:
        state.counters[machine.energy + seat] += symbols(state, ENERGY_FACE)
