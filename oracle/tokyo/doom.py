"""Who falls: by a wound, where an answer to it hangs on that, and without any damage.

Such an answer is dealt at the same moment as the wound, so a monster that could save itself at will
says before the loss whether it does. rule: kt.keyword.poisonous-doubled
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.flow import ACCEPT
from oracle.kernel.procedures import Locals
from oracle.kernel.state import Frame, State

from .damage import DAMAGE, DOUBLED, VOWS, damage_frame, pending_loss
from .elimination import (
    ELIMINATE,
    Blow,
    ask_for_rescue,
    begin_elimination,
    heartless_events,
    is_out,
    rescues_at_will,
)
from .moments import Entry, at
from .monsters import living
from .table import FALLEN, NONE, PROCEDURES
from .waiting import gather

if TYPE_CHECKING:
    from .machine import Tokyo

VOW_FRAME = Locals()
WHO = VOW_FRAME.one()
"""The local of the frame of what is said about a rescue: who says it."""


def offer_vow(machine: Tokyo, state: State, frame: Frame) -> None:
    """Whether it will be saved is asked as it would be at 0 hearts. rule: kt.evolution.rescue"""
    seat = frame[WHO]
    answers = at(machine, state, "wounded", seat)
    hangs = any(machine.abilities[entry[1]].if_doomed for entry in answers)
    saves = only_at_will(machine, state, seat) if hangs and not machine.doubled_on_top else None
    if saves:
        ask_for_rescue(state, seat, saves[0], DOUBLED)
    else:
        state.stack.pop()


def take_vow(machine: Tokyo, state: State, frame: Frame) -> None:
    """What it said holds when its hearts are at 0."""
    damage_frame(state)[VOWS] += ((frame[WHO], int(state.answer == ACCEPT)),)


PROCEDURES.declare("vow", offer_vow, take_vow, remembers=VOW_FRAME)


def is_doomed(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether the wound takes the last heart and nothing saves the monster.

    Where the doubled loss comes on top, it is seen later whether the monster was saved at will.
    """
    return (
        pending_loss(state, seat) >= state.counters[seat]
        and only_at_will(machine, state, seat) is not None
        and (seat, 1) not in damage_frame(state)[VOWS]
    )


def only_at_will(machine: Tokyo, state: State, seat: int) -> list[Entry] | None:
    """What could save a monster at will, unless something else does anyway."""
    saves = at(machine, state, "heartless", seat)
    at_will = rescues_at_will(machine, state, seat, saves)
    return at_will if len(at_will) == len(saves) else None


def check_fallen(machine: Tokyo, state: State, dirty: int) -> None:
    """Whoever has no hearts left, though no damage was dealt, is eliminated as well."""
    if any(frame[0] in (DAMAGE, ELIMINATE) for frame in state.stack):
        state.dirty |= FALLEN  # those look at it themselves
        return
    out = [s for s in range(machine.players) if not state.counters[s] and not is_out(state, s)]
    if out:
        blows: dict[int, Blow] = dict.fromkeys(out, (0, 0, ()))
        there = {*living(machine, state), *out}
        waiting = gather(machine, state, heartless_events(state, there, blows))
        begin_elimination(state, NONE, blows, waiting=waiting)
