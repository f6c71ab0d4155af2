"""Stars: gained and lost, and what the numbers of a roll score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.state import Rules, State

from .atoms import effect_depth, note_gain
from .moments import happen
from .table import (
    ACTIVE,
    ENRICHED,
    FACES,
    GAIN,
    GAINED_STARS,
    GAINER,
    NONE,
    SCORED,
    SCORED_STARS,
    STAR_DEPTH,
    STARRED,
)

if TYPE_CHECKING:
    from .machine import Tokyo

TOO_FEW = ("kt.star.too-few",)
SCORE = ("kt.star.three",)
SCORE_MORE = ("kt.star.three", "kt.star.more")


def gain_stars(
    machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> int:
    """Give stars to a monster in the game; there is no limit, or by option one. rule: .no-limit"""
    if amount <= 0 or not state.counters[seat]:
        return 0
    counters = state.counters
    if machine.most_stars is not None:
        room = max(0, machine.most_stars - counters[machine.stars + seat])
        if not room:
            state.log.append(("full-stars", ("kt.star.no-limit",), cause, seat))
            return 0
        rules += ("kt.star.no-limit",) if amount > room else ()
        amount = min(amount, room)
    counters[machine.stars + seat] += amount
    state.dirty |= STARRED
    state.registers[STAR_DEPTH] = effect_depth(machine, state)
    left = counters[machine.stars + seat]
    if left > 20:
        rules += ("kt.star.no-limit",)
    state.log.append(("gain-stars", rules, cause, seat, amount, left))
    note_gain(state, seat, GAINED_STARS, amount)
    if machine.triggered["other-gains-stars"]:
        state.registers[GAINER], state.registers[GAIN] = seat + 1, amount
        state.dirty |= ENRICHED
    return amount


def lose_stars(
    machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> int:
    """Take stars, as many as there are. rule: kt.star.lose"""
    amount = min(amount, state.counters[machine.stars + seat])
    if amount > 0:
        state.counters[machine.stars + seat] -= amount
        left = state.counters[machine.stars + seat]
        state.log.append(("lose-stars", rules, cause, seat, amount, left))
    return amount


def score(machine: Tokyo, state: State, seat: int, face: int, amount: int) -> None:
    """Three of a number score it, each further one a star more. rules: kt.star.*"""
    if amount < 3:
        state.log.append(("no-score", TOO_FEW, NONE, seat, FACES[face]))
        return
    stars = face + 1 + amount - 3
    rules: Rules = SCORE_MORE if amount > 3 else SCORE
    if state.registers[SCORED]:
        rules += ("kt.star.two-numbers",)
    if seat == state.registers[ACTIVE]:
        state.registers[SCORED] |= 1 << face
    state.log.append(("score", rules, NONE, seat, FACES[face], stars))
    happen(machine, state, "scoring", seat, (seat, face))
    state.registers[SCORED_STARS] += gain_stars(machine, state, seat, stars, NONE, rules)
