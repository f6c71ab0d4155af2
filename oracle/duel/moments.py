"""Moments of Duel: what works then, who is asked, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.machine import Context, Entry
from oracle.dice_games.moments import NOBODY, can_work, push_window, run_ability
from oracle.dice_games.moments import begin_moment as begin_moment
from oracle.dice_games.moments import note_used as note_used
from oracle.dice_games.moments import offer_use as offer_use
from oracle.dice_games.moments import printed_at as at
from oracle.dice_games.moments import was_used as was_used
from oracle.kernel.state import Rules, State

from .table import SKIPPED

if TYPE_CHECKING:
    from .machine import Duel

__all__ = ["at", "begin_moment", "note_used", "offer_use", "was_used"]

WINDOWS = frozenset({"any-time", "during-roll", "using-power", "would-be-hit"})
"""Moments at which the owner is asked what to use; the question stands for a `you may`."""

WINDOW_RULES: dict[str, Rules] = {"any-time": ("kd.card.any-time",)}


def start(machine: Duel, state: State, entry: Entry, seat: int, context: Context) -> None:
    """Let an ability work."""
    run_ability(machine, state, entry, seat, context)


def applies(machine: Duel, state: State, entry: Entry, seat: int, context: Context) -> bool:
    """Whether an ability can work now; a phase that is skipped has no more of it."""
    if state.registers[SKIPPED] and machine.abilities[entry[1]].head == "resolving":
        return False
    return can_work(machine, state, entry, seat, context)


def usable(
    machine: Duel, state: State, heads: tuple[str, ...], seat: int, context: Context
) -> list[Entry]:
    """What a monster can use now, of these moments."""
    return [
        entry
        for head in heads
        for entry in at(machine, state, head, seat)
        if applies(machine, state, entry, seat, context)
    ]


def happen(machine: Duel, state: State, head: str, seat: int, context: Context = NOBODY) -> None:
    """Let all abilities of a monster for a moment work."""
    begin_moment(state, seat, context, at(machine, state, head, seat))


def open_window(
    machine: Duel, state: State, heads: tuple[str, ...], seat: int, context: Context = NOBODY
) -> None:
    """Ask a monster what it uses, until it declines."""
    if usable(machine, state, heads, seat, context):
        push_window(machine, state, heads, seat, context)
