"""Victory: whoever has twenty stars and lives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.table import TURN_OF
from oracle.kernel.machine import end
from oracle.kernel.state import Frame, Rules, State

from .monsters import clockwise
from .table import MINDBUGGERS, NONE, STARS_TO_WIN

if TYPE_CHECKING:
    from .machine import Tokyo

WIN = (
    "kt.victory.stars",
    "kt.victory.moment",
    "kt.victory.any-monster",
    "kt.victory.alive",
    "kt.victory.over",
)
SEVERAL = ("kt.victory.several",)
LOOK = ("kt.end.after", "kt.victory.moment", "kt.victory.not-lost")


def look_at_stars(machine: Tokyo, state: State, frame: Frame) -> None:
    """Whoever has 20 stars and lives wins. rules: kt.victory.*"""
    seat = frame[TURN_OF]
    stars = state.counters[machine.stars : machine.stars + machine.players]
    state.log.append(("look", LOOK, NONE, seat, stars[seat]))
    for other, number in enumerate(stars):
        if number >= STARS_TO_WIN and not state.counters[other]:
            state.log.append(("too-late", ("kt.victory.alive",), NONE, other, number))
    check_stars(machine, state, seat)


def check_stars(machine: Tokyo, state: State, active: int) -> None:
    """End the game if a living monster has enough stars."""
    stars = state.counters
    found = [
        seat
        for seat in clockwise(machine, state, active)
        if stars[machine.stars + seat] >= STARS_TO_WIN
    ]
    if not found:
        return
    rules: Rules = WIN + (SEVERAL if len(found) > 1 else ())
    if not machine.wins_at_once and state.registers[MINDBUGGERS] >> found[0] & 1:
        rules += ("kt.borrowed.stars",)
    winner = NONE if machine.winners_share and len(found) > 1 else found[0]
    state.log.append(("over", rules, NONE, winner))
    end(state, winner, "stars", rules)
