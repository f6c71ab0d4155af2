"""Victory: by hearts, by spotlights, by a victory cell, all of them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.table import ACTIVE, NONE
from oracle.kernel.machine import end
from oracle.kernel.state import Rules, State

from .monsters import markers, token_under
from .table import PLAYERS
from .tracks import is_spotlight_of, is_victory_of

if TYPE_CHECKING:
    from .machine import Duel

AT_ONCE = ("kd.victory.at-once", "kd.victory.over")


def winner_by_markers(fame: int, destruction: int) -> tuple[int, str] | None:
    """Who has won by where the markers are, and how. rules: kd.victory.spotlights, .cell"""
    for seat in range(PLAYERS):
        if is_victory_of(fame, seat) or is_victory_of(destruction, seat):
            return seat, "victory-cell"
        if is_spotlight_of(fame, seat) and is_spotlight_of(destruction, seat):
            return seat, "spotlights"
    return None


def look_at_markers(machine: Duel, state: State, puller: int) -> None:
    """After a step: whether somebody has won, be it the rival of the puller. rule: .either"""
    won = winner_by_markers(*markers(state))
    if won is None:
        return
    seat, reason = won
    rules: Rules = AT_ONCE
    rules += ("kd.victory.cell",) if reason == "victory-cell" else ("kd.victory.spotlights",)
    if seat != puller:
        rules += ("kd.victory.either",)
    by_cell = reason == "victory-cell"
    for track, at in enumerate(markers(state)):
        won_here = is_victory_of(at, seat) if by_cell else is_spotlight_of(at, seat)
        if won_here and token_under(machine, state, track) is not None:
            rules += ("kd.track.victory",) if by_cell else ("kd.track.spotlight",)
    finish(state, seat, reason, rules)


def fall(state: State, fallen: list[int], *, draw: bool) -> None:
    """Monsters have lost their last heart. rules: kd.victory.hearts, .both-fall"""
    rules: Rules = (*AT_ONCE, "kd.victory.hearts")
    if len(fallen) == 1:
        finish(state, 1 - fallen[0], "hearts", rules)
        return
    winner = NONE if draw else 1 - state.registers[ACTIVE]
    finish(state, winner, "hearts", (*rules, "kd.victory.both-fall"))


def finish(state: State, winner: int, reason: str, rules: Rules) -> None:
    """The game is over. rule: kd.victory.over"""
    state.log.append(("over", rules, NONE, winner))
    end(state, winner, reason, rules)
